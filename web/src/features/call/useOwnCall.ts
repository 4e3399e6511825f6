/** Hooks for the components of a call. */
import type { CallParticipant } from '@foyer/contract';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import type { CallStreams } from './model/callStreams.ts';
import type { LocalMediaState } from './model/media/localMedia.ts';
import { createOwnCall, type OwnCall } from './model/ownCall.ts';
import { memberOf, othersIn } from './model/ownCallState.ts';
import { useCalls } from './useCalls.ts';

export const useOwnCallModel = (): OwnCall => useVisit().get(createOwnCall);

export const useLocalMedia = <T>(selector: (state: LocalMediaState) => T): T =>
  useStore(useOwnCallModel().media.store, selector);

export const useCallStreams = <T>(selector: (state: CallStreams) => T): T =>
  useStore(useOwnCallModel().streams, selector);

/** The other participants. */
export function useOtherParticipants(): readonly CallParticipant[] {
  const call = useCalls(({ own }) => memberOf(own)?.call);
  const tabId = useCalls(({ own }) => memberOf(own)?.tabId ?? '');
  return useMemo(() => (call ? othersIn(call, tabId) : []), [call, tabId]);
}
