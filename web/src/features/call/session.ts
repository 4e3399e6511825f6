/** State of the call that this tab is in, or is about to join. */
import type { Call, CallParticipant } from '@foyer/contract';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { CallRequest } from '../../platform/call/calls.ts';
import type { EndReason } from './endReason.ts';
import type { RemoteParticipants } from './engine/callEngine.ts';

export interface Session {
  /** Identifies this tab in the call. A tab that rejoins as a new participant gets a new id. */
  readonly tabId: string;
  /** `preview`: the user checks camera and microphone before the call; `over`: a dialog shows `endReason`. */
  readonly phase: 'none' | 'preview' | 'joining' | 'in' | 'over';
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

export const noSession: Session = {
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

export const useSession = create<Session>(() => noSession);

/** The other participants. The list is memoized because other parts of the session, such as the level, change often. */
export function useOthers(): readonly CallParticipant[] {
  const call = useSession((session) => session.call);
  const tabId = useSession((session) => session.tabId);
  return useMemo(() => othersOf({ call, tabId }), [call, tabId]);
}

export const othersOf = ({ call, tabId }: Pick<Session, 'call' | 'tabId'>): readonly CallParticipant[] =>
  call?.participants.filter((member) => member.tabId !== tabId) ?? [];
