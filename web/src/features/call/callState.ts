/** The state of the call that this tab is in, or is about to join. `platform/call` has the calls of all rooms. */
import type { Call, CallParticipant } from '@foyer/contract';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { CallRequest } from '../../platform/call/calls.ts';
import type { EndReason } from './endReason.ts';
import type { RemoteParticipants } from './engine/callEngine.ts';

export interface CallState {
  /** Identifies this tab in the call. A tab that rejoins as a new participant gets a new id. */
  readonly tabId: string;
  /** `preview`: the user checks camera and microphone before the call; `ended`: a dialog shows `endReason`. */
  readonly phase: 'none' | 'preview' | 'joining' | 'joined' | 'ended';
  /** The room or user to call. */
  readonly target: CallRequest | null;
  readonly call: Call | null;
  readonly remotes: RemoteParticipants;
  /** Ids of the tabs that are speaking; the own tab is `ownStream`. */
  readonly speaking: ReadonlySet<string>;
  /** Level of the own microphone, 0 to 1. */
  readonly ownLevel: number;
  /** When this tab lost its connection, by `performance.now()`. It rejoins when it is connected again. */
  readonly disconnectedSince: number | null;
  readonly endReason: EndReason | null;
}

export const noCall: CallState = {
  tabId: '',
  phase: 'none',
  target: null,
  call: null,
  remotes: new Map(),
  speaking: new Set(),
  ownLevel: 0,
  disconnectedSince: null,
  endReason: null,
};

export const useCallState = create<CallState>(() => noCall);

/** The other participants. The list is memoized because other parts of the state, such as the level, change often. */
export function useOtherParticipants(): readonly CallParticipant[] {
  const call = useCallState((state) => state.call);
  const tabId = useCallState((state) => state.tabId);
  return useMemo(() => otherParticipants({ call, tabId }), [call, tabId]);
}

export const otherParticipants = ({
  call,
  tabId,
}: Pick<CallState, 'call' | 'tabId'>): readonly CallParticipant[] =>
  call?.participants.filter((member) => member.tabId !== tabId) ?? [];
