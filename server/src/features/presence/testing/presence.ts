/** Test helpers of presence: a tab's view of the other attendees, built from the events it has received. */
import { inflateRawSync } from 'node:zlib';
import {
  enterArea,
  leaveArea,
  ownPresenceStatus,
  presenceChanges,
  presenceCounts,
  fromColumns,
  presenceSnapshot,
  type AttendeePresence,
  type DataOf,
  type EventMessage,
} from '@foyer/contract';
import { expect } from 'vitest';
import type { Foyer } from '#testing/foyer';
import { connectTab, type Tab, type TabOptions } from '#testing/tab';

/** Opens a tab and enters an area. */
export async function attend(foyer: Foyer, areaId: string, options: TabOptions = {}): Promise<Tab> {
  const tab = await connectTab(foyer, options);
  await tab.must(enterArea, { areaId });
  return tab;
}

export interface View {
  /** The area, or 'everyone'; undefined before the first snapshot. */
  readonly scope: string | undefined;
  readonly attendees: ReadonlyMap<string, AttendeePresence>;
  readonly counts: DataOf<typeof presenceCounts> | undefined;
  readonly own: DataOf<typeof ownPresenceStatus> | undefined;
  /** The ids of all users whose removal was ever reported, in order. */
  readonly removed: readonly string[];
}

type MutableView = { -readonly [K in keyof View]: View[K] } & {
  attendees: Map<string, AttendeePresence>;
  removed: string[];
};

type EventHandler = (view: MutableView, data: never) => void;
const eventHandlers: Readonly<Record<string, EventHandler>> = {
  [presenceSnapshot.name]: (view, { areaId, attendees }: DataOf<typeof presenceSnapshot>) => {
    view.scope = areaId ?? 'everyone';
    view.attendees = new Map(fromColumns(attendees).map((user) => [user.uid, user]));
  },
  [presenceChanges.name]: (view, { areaId, updated, removed }: DataOf<typeof presenceChanges>) => {
    // A tab must not receive changes of its previous scope, nor changes before the snapshot.
    expect(areaId ?? 'everyone').toBe(view.scope);
    for (const user of updated) view.attendees.set(user.uid, user);
    for (const uid of removed) view.attendees.delete(uid);
    view.removed.push(...removed);
  },
  [presenceCounts.name]: (view, { total, areas, complete }: DataOf<typeof presenceCounts>) => {
    const all = complete === true ? areas : { ...view.counts?.areas, ...areas };
    view.counts = { total, areas: Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0)) };
  },
  [ownPresenceStatus.name]: (view, own: DataOf<typeof ownPresenceStatus>) => {
    view.own = own;
  },
};

/** The view after all events received so far. Events are validated against the contract. */
export const viewOf = (tab: Tab): View => applyEvents(tab.events);

export function applyEvents(messages: readonly EventMessage[]): View {
  const view: MutableView = {
    scope: undefined,
    attendees: new Map(),
    counts: undefined,
    own: undefined,
    removed: [],
  };
  const events = [presenceSnapshot, presenceChanges, presenceCounts, ownPresenceStatus];
  for (const { event, data } of messages) {
    const declared = events.find(({ name }) => name === event);
    if (declared) eventHandlers[event]?.(view, declared.data.parse(data) as never);
  }
  return view;
}

/** Decodes a server frame. */
export function messageIn(frame: Buffer): EventMessage {
  const length = frame.readUInt8(1);
  const payload = frame.subarray(length === 126 ? 4 : length === 127 ? 10 : 2);
  const isBinary = (frame.readUInt8(0) & 0x0f) === 2;
  return JSON.parse((isBinary ? inflateRawSync(payload) : payload).toString()) as EventMessage;
}

/** Polls a value selected from the tab's view until the assertion holds. */
export const pollView = <T>(tab: Tab, select: (view: View) => T) => expect.poll(() => select(viewOf(tab)));

export const uidsOf = ({ attendees }: View): string[] => [...attendees.keys()].toSorted();
export const namesOf = ({ attendees }: View): string[] =>
  [...attendees.values()].map(({ name = '' }) => name).toSorted();

/**
 * Resolves when every change made before this call has been delivered: `tab`, of a user that the test does not check,
 * changes its area, and `watcher`, which subscribes to everyone, has received that change.
 */
export async function changesDelivered(watcher: Tab, tab: Tab): Promise<void> {
  const before = watcher.events.length;
  await tab.must(leaveArea, {});
  await tab.must(enterArea, { areaId: 'lounge' });
  await expect
    .poll(
      () =>
        watcher.events
          .slice(before)
          .some(
            ({ event, data }) =>
              event === presenceChanges.name &&
              (data as DataOf<typeof presenceChanges>).updated.some((user) => user.areaId === 'lounge'),
          ),
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true);
}
