import { useStore } from 'zustand';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createRoomCalls, type RoomCalls } from './model/roomCalls.ts';

export const useRoomCalls = <T>(selector: (state: RoomCalls) => T): T =>
  useStore(useVisit().get(createRoomCalls), selector);
