/** The calls that this node knows of. Whatever is another than before is told to the tabs here whom it is about. */
import { callChanged, callDeclined, callQuiet, callRinging, type DataOf } from '@foyer/contract';
import * as z from 'zod/mini';
import type { Connection } from '#platform/realtime/connection';
import { eventFrame } from '#platform/realtime/topic';
import type { CallAudience } from './subscribers.ts';
import { callOf, type CallState } from './state.ts';
import type { StoredCall } from './store.ts';

/** So many calls that are over are remembered, lest an old message brings one back. */
const remembered = 1_000;

/** A call as a node tells the others. */
export const callNews = z.object({
  id: z.string(),
  version: z.int(),
  state: z.custom<CallState>(
    (state) => typeof state === 'object' && state !== null && 'seats' in state && Array.isArray(state.seats),
  ),
  /** This is how it ended. */
  over: z.optional(z.literal(true)),
});
export type CallNews = z.infer<typeof callNews>;

function whyQuiet(uid: string, now: CallState): DataOf<typeof callQuiet>['why'] {
  if (now.seats.some(({ person }) => person.uid === uid)) return 'accepted';
  if (now.declined.includes(uid)) return 'declined';
  return now.missed.includes(uid) ? 'missed' : 'ended';
}

const added = <T>(now: readonly T[] = [], before: readonly T[] = []): T[] =>
  now.filter((each) => !before.includes(each));

export class CallBoard {
  private readonly audience: CallAudience;
  private readonly known = new Map<string, StoredCall>();
  private readonly over = new Set<string>();
  private readonly listeners: ((call: StoredCall) => void)[] = [];

  constructor(audience: CallAudience) {
    this.audience = audience;
  }

  /** Calls back with each call that is another than before. */
  onChange(listener: (call: StoredCall) => void): void {
    this.listeners.push(listener);
  }

  get(callId: string): StoredCall | undefined {
    return this.known.get(callId);
  }

  isSeated(callId: string, tabId: string): boolean {
    return this.get(callId)?.state.seats.some((seat) => seat.tabId === tabId) === true;
  }

  all(): readonly StoredCall[] {
    return [...this.known.values()];
  }

  /** Takes over what has changed; what is older than what is known changes nothing. */
  apply({ id, version, state, over }: CallNews): void {
    const before = this.known.get(id);
    if (this.over.has(id) || (before !== undefined && before.version >= version)) return;
    if (over === true) this.forget(id);
    else {
      const call = { id, version, state };
      this.known.set(id, call);
      for (const listener of this.listeners) listener(call);
    }
    this.tell(id, before?.state, state, over === true);
  }

  /**
   * Takes over all there are: of those that were known, whatever is not among them is over.
   * @param known before they were read: a call that was made meanwhile is none that is over
   */
  reconcile(stored: readonly StoredCall[], known: readonly StoredCall[]): void {
    const ids = new Set(stored.map(({ id }) => id));
    for (const call of stored) this.apply(call);
    for (const { id } of known) {
      const last = this.known.get(id);
      if (last === undefined || ids.has(id)) continue;
      this.apply({ ...last, version: last.version + 1, state: { ...last.state, ringing: [] }, over: true });
    }
  }

  private forget(id: string): void {
    this.known.delete(id);
    this.over.add(id);
    for (const oldest of this.over) {
      if (this.over.size <= remembered) break;
      this.over.delete(oldest);
    }
  }

  private tell(id: string, before: CallState | undefined, now: CallState, over: boolean): void {
    const { mode } = now;
    const call = callOf(id, over ? { ...now, seats: [] } : now);
    // Ahead of the end that it may be: whoever calls knows why.
    for (const uid of added(now.declined, before?.declined)) {
      const frame = eventFrame(callDeclined, { callId: id, person: { uid } });
      this.send(this.seated(now), frame);
    }
    this.send(this.concerned(before, now), eventFrame(callChanged, { call }));
    const ringing = over ? [] : now.ringing;
    for (const uid of added(ringing, before?.ringing))
      this.send(this.audience.of(mode, uid), eventFrame(callRinging, { call, from: now.by }));
    for (const uid of added(before?.ringing, ringing)) {
      const why = whyQuiet(uid, now);
      this.send(this.audience.of(mode, uid), eventFrame(callQuiet, { callId: id, why }));
    }
  }

  /** The tabs here that are in the call. */
  private *seated({ mode, seats }: CallState): Iterable<Connection> {
    for (const seat of seats) {
      const tab = this.audience.tabOf(mode, seat);
      if (tab !== undefined) yield tab;
    }
  }

  /** The tabs here of those who may join, and those that are or were in it. */
  private concerned(...states: readonly (CallState | undefined)[]): Set<Connection> {
    const tabs = new Set<Connection>();
    for (const state of states) {
      if (state === undefined) continue;
      const uids = new Set([...state.people, ...state.seats.map(({ person }) => person.uid)]);
      for (const uid of uids) for (const tab of this.audience.of(state.mode, uid)) tabs.add(tab);
      for (const tab of this.seated(state)) tabs.add(tab);
    }
    return tabs;
  }

  private send(tabs: Iterable<Connection>, frame: Buffer): void {
    for (const tab of tabs) tab.send(frame);
  }
}
