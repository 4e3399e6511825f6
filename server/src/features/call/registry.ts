/**
 * The copy of all current calls that each node keeps in memory. `changes.ts` and the bus update it. It sends what has
 * changed to the tabs on this node: those of participants, and those of users who may join.
 */
import { isDeepStrictEqual } from 'node:util';
import { callChanged, callDeclined, callRingingStopped, callRinging, type DataOf } from '@foyer/contract';
import * as z from 'zod/mini';
import type { MonotonicClock } from '#platform/clock';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import type { CallSubscribers } from './subscribers.ts';
import { callState, toCall, type CallState } from './state.ts';
import type { StoredCall } from './store.ts';

export const reconcileEveryMs = 5_000;

/** Ids of ended calls that are kept, so that a delayed bus message does not bring one back. */
const maxEndedIds = 1_000;

/** A changed call, as nodes send it over the bus. */
export const callUpdate = z.object({
  id: z.string(),
  version: z.int(),
  state: callState,
  /** The call has ended. */
  over: z.optional(z.literal(true)),
});
export type CallUpdate = z.infer<typeof callUpdate>;

function ringingStoppedReason(uid: string, now: CallState): DataOf<typeof callRingingStopped>['reason'] {
  if (now.participants.some(({ user }) => user.uid === uid)) return 'accepted';
  if (now.declined.includes(uid) || now.declinedSilently.includes(uid)) return 'declined';
  return now.missed.includes(uid) ? 'missed' : 'ended';
}

/** The entries of the first list that are not in the second. */
const difference = <T>(list: readonly T[] = [], other: readonly T[] = []): T[] =>
  list.filter((each) => !other.includes(each));

export class CallRegistry {
  private readonly subscribers: CallSubscribers;
  private readonly calls = new Map<string, StoredCall>();
  private readonly endedIds = new Set<string>();
  private readonly clock: MonotonicClock;
  /** The calls that the last reconciliation did not find in the database, and when one first missed them. */
  private missingSince: ReadonlyMap<string, number> = new Map();
  private readonly listeners: ((call: StoredCall) => void)[] = [];

  constructor(subscribers: CallSubscribers, clock: MonotonicClock) {
    this.subscribers = subscribers;
    this.clock = clock;
  }

  /** Registers a listener for new and changed calls. */
  onChange(listener: (call: StoredCall) => void): void {
    this.listeners.push(listener);
  }

  get(callId: string): StoredCall | undefined {
    return this.calls.get(callId);
  }

  isParticipant(callId: string, tabId: string): boolean {
    return this.get(callId)?.state.participants.some((participant) => participant.tabId === tabId) === true;
  }

  all(): readonly StoredCall[] {
    return [...this.calls.values()];
  }

  /** Applies a change, unless this node has a newer version of the call. */
  apply({ id, version, state, over }: CallUpdate): void {
    const hasEnded = over === true;
    const before = this.calls.get(id);
    if (this.endedIds.has(id) || (before !== undefined && before.version >= version)) return;
    if (hasEnded) this.markEnded(id);
    else {
      const call = { id, version, state };
      this.calls.set(id, call);
      for (const listener of this.listeners) listener(call);
    }
    this.notify(id, before?.state, state, hasEnded);
  }

  /**
   * Applies the calls in the database. A call that is missing there for `reconcileEveryMs` has ended. Until then, the
   * update that says how it ended may still be on its way.
   */
  reconcile(stored: readonly StoredCall[]): void {
    const ids = new Set(stored.map(({ id }) => id));
    for (const call of stored) this.apply(call);
    const now = this.clock();
    const missingSince = new Map<string, number>();
    for (const { id, version, state } of this.all().filter((call) => !ids.has(call.id))) {
      const since = this.missingSince.get(id) ?? now;
      if (now - since < reconcileEveryMs) missingSince.set(id, since);
      else this.apply({ id, version: version + 1, state: { ...state, ringing: [] }, over: true });
    }
    this.missingSince = missingSince;
  }

  private markEnded(id: string): void {
    this.calls.delete(id);
    this.endedIds.add(id);
    for (const oldest of this.endedIds) {
      if (this.endedIds.size <= maxEndedIds) break;
      this.endedIds.delete(oldest);
    }
  }

  private notify(id: string, before: CallState | undefined, now: CallState, hasEnded: boolean): void {
    const { mode } = now;
    const call = toCall(id, hasEnded ? { ...now, participants: [] } : now);
    // Sent before the change that may end the call, so that the caller knows why it ended.
    for (const uid of difference(now.declined, before?.declined)) {
      const frame = eventFrame(callDeclined, { callId: id, user: { uid } });
      this.send(this.participantTabs(now), frame);
    }
    // Without a visible change no event is sent, so that others cannot notice a silent decline.
    if (
      before === undefined ||
      !isDeepStrictEqual([toCall(id, before), before.allowedUsers], [call, now.allowedUsers])
    )
      this.send(this.affectedTabs(before, now), eventFrame(callChanged, { call }));
    const ringing = hasEnded ? [] : now.ringing;
    for (const uid of difference(ringing, before?.ringing))
      this.send(this.subscribers.ofUser(mode, uid), eventFrame(callRinging, { call, from: now.by }));
    for (const uid of difference(before?.ringing, ringing)) {
      const reason = ringingStoppedReason(uid, now);
      this.send(this.subscribers.ofUser(mode, uid), eventFrame(callRingingStopped, { callId: id, reason }));
    }
  }

  /** The tabs of participants on this node. */
  private *participantTabs({ mode, participants }: CallState): Iterable<Connection> {
    for (const participant of participants) {
      const tab = this.subscribers.tabOfParticipant(mode, participant);
      if (tab !== undefined) yield tab;
    }
  }

  /** The tabs on this node of users who may join, and of current and previous participants. */
  private affectedTabs(...states: readonly (CallState | undefined)[]): Set<Connection> {
    const tabs = new Set<Connection>();
    for (const state of states) {
      if (state === undefined) continue;
      const uids = new Set([...state.allowedUsers, ...state.participants.map(({ user }) => user.uid)]);
      for (const uid of uids) for (const tab of this.subscribers.ofUser(state.mode, uid)) tabs.add(tab);
      for (const tab of this.participantTabs(state)) tabs.add(tab);
    }
    return tabs;
  }

  private send(tabs: Iterable<Connection>, frame: Buffer): void {
    for (const tab of tabs) tab.send(frame);
  }
}
