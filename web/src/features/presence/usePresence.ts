import { useStore } from 'zustand';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createPresenceState, type PresenceState } from './model/presenceState.ts';

export const usePresence = <T>(selector: (state: PresenceState) => T): T =>
  useStore(useVisit().get(createPresenceState), selector);
