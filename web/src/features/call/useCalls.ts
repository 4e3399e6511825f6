import { useStore } from 'zustand';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createCalls, type Calls } from './model/calls.ts';
import type { CallsState } from './model/callsState.ts';

export const useCallsModel = (): Calls => useVisit().get(createCalls);

export const useCalls = <T>(selector: (state: CallsState) => T): T =>
  useStore(useCallsModel().store, selector);
