/** The current calls as this node knows them. Notifies the affected tabs on this node of changes. */
import { callChanged, callDeclined, callRingingStopped, callRinging, type DataOf } from '@foyer/contract';
import * as z from 'zod/mini';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import type { CallSubscribers } from './subscribers.ts';
import { callState, toCall, type CallState } from './state.ts';
import type { StoredCall } from './store.ts';

/** Ended calls to remember, so that a delayed bus message does not bring one back. */
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
  if (now.declined.includes(uid)) return 'declined';
  return now.missed.includes(uid) ? 'missed' : 'ended';
}

const added = <T>(now: readonly T[] = [], before: readonly T[] = []): T[] =>
  now.filter((each) => !before.includes(each));

export class CallRegistry {
  private readonly subscribers: CallSubscribers;
  private readonly calls = new Map<string, StoredCall>();
  private readonly over = new Set<string>();
  private readonly listeners: ((call: StoredCall) => void)[] = [];

  constructor(subscribers: CallSubscribers) {
    this.subscribers = subscribers;
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

  /** Applies a change, unless it is older than the known version. */
  apply({ id, version, state, over }: CallUpdate): void {
    const before = this.calls.get(id);
    if (this.over.has(id) || (before !== undefined && before.version >= version)) return;
    if (over === true) this.markEnded(id);
    else {
      const call = { id, version, state };
      this.calls.set(id, call);
      for (const listener of this.listeners) listener(call);
    }
    this.notify(id, before?.state, state, over === true);
  }

  /**
   * Replaces the calls by those that are stored. Known calls that are not stored have ended.
   * @param known the calls known before the storage was read, so that calls created meanwhile are not taken for ended
   */
  reconcile(stored: readonly StoredCall[], known: readonly StoredCall[]): void {
    const ids = new Set(stored.map(({ id }) => id));
    for (const call of stored) this.apply(call);
    for (const { id } of known) {
      const last = this.calls.get(id);
      if (last === undefined || ids.has(id)) continue;
      this.apply({ ...last, version: last.version + 1, state: { ...last.state, ringing: [] }, over: true });
    }
  }

  private markEnded(id: string): void {
    this.calls.delete(id);
    this.over.add(id);
    for (const oldest of this.over) {
      if (this.over.size <= maxEndedIds) break;
      this.over.delete(oldest);
    }
  }

  private notify(id: string, before: CallState | undefined, now: CallState, over: boolean): void {
    const { mode } = now;
    const call = toCall(id, over ? { ...now, participants: [] } : now);
    // Sent before the change that may end the call, so that the caller knows why it ended.
    for (const uid of added(now.declined, before?.declined)) {
      const frame = eventFrame(callDeclined, { callId: id, user: { uid } });
      this.send(this.participantTabs(now), frame);
    }
    this.send(this.affectedTabs(before, now), eventFrame(callChanged, { call }));
    const ringing = over ? [] : now.ringing;
    for (const uid of added(ringing, before?.ringing))
      this.send(this.subscribers.of(mode, uid), eventFrame(callRinging, { call, from: now.by }));
    for (const uid of added(before?.ringing, ringing)) {
      const reason = ringingStoppedReason(uid, now);
      this.send(this.subscribers.of(mode, uid), eventFrame(callRingingStopped, { callId: id, reason }));
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
      for (const uid of uids) for (const tab of this.subscribers.of(state.mode, uid)) tabs.add(tab);
      for (const tab of this.participantTabs(state)) tabs.add(tab);
    }
    return tabs;
  }

  private send(tabs: Iterable<Connection>, frame: Buffer): void {
    for (const tab of tabs) tab.send(frame);
  }
}
