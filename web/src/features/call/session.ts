/** What is known of the call that this tab is in, or is about to be in. */
import type { Call, CallMember } from '@foyer/contract';
import { useMemo } from 'react';
import { create } from 'zustand';
import type { CallRequest } from '../../platform/call/calls.ts';
import type { Remotes } from './engine/engine.ts';

/** Why there is no call, or none any more. */
export type Ending =
  | 'ended'
  | 'noAnswer'
  | 'declined'
  | 'elsewhere'
  | 'full'
  | 'silenced'
  | 'blocked'
  | 'notEnabled'
  | 'gone'
  | 'problem';

export interface Session {
  /** How this tab is called in the call; another one where it begins anew. */
  readonly tabId: string;
  /** `preview`: one looks at oneself before one calls; `over`: it says why. */
  readonly phase: 'none' | 'preview' | 'joining' | 'in' | 'over';
  readonly wish: CallRequest | null;
  readonly call: Call | null;
  readonly remotes: Remotes;
  /** Tabs whose voice is heard at this moment. */
  readonly speaking: ReadonlySet<string>;
  /** Of one's own voice, 0 to 1. */
  readonly level: number;
  /** Since when one's own line is lost, by `performance.now()`; the call is come back to. */
  readonly awaySince: number | null;
  readonly ending: Ending | null;
}

export const noSession: Session = {
  tabId: '',
  phase: 'none',
  wish: null,
  call: null,
  remotes: new Map(),
  speaking: new Set(),
  level: 0,
  awaySince: null,
  ending: null,
};

export const useSession = create<Session>(() => noSession);

/** Who else is in the call: the same list as long as nobody comes, goes or changes. How loud it is changes often. */
export function useOthers(): readonly CallMember[] {
  const call = useSession((session) => session.call);
  const tabId = useSession((session) => session.tabId);
  return useMemo(() => othersOf({ call, tabId }), [call, tabId]);
}

export const othersOf = ({ call, tabId }: Pick<Session, 'call' | 'tabId'>): readonly CallMember[] =>
  call?.members.filter((member) => member.tabId !== tabId) ?? [];
