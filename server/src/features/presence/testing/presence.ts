/** For tests of presence: what a tab knows of others, folded from what it was told. */
import { inflateRawSync } from 'node:zlib';
import {
  enterArea,
  leaveArea,
  ownPresence,
  presenceChanges,
  presenceCounts,
  peopleOf,
  presencePeople,
  type AttendeePresence,
  type DataOf,
  type EventMessage,
} from '@foyer/contract';
import { expect } from 'vitest';
import { startFoyer, type Foyer, type FoyerOptions } from '#testing/foyer';
import { openTab, type Tab, type TabOptions } from '#testing/tab';
import { publishExample, twoAreas } from '#testing/venues';

export const passwordLogin = { providers: [{ type: 'password' }] };

/** A venue of two areas, `lobby` and `lounge`, that asks for a login. */
export async function startPresence(options: FoyerOptions = {}): Promise<Foyer> {
  const foyer = await startFoyer({ login: passwordLogin, ...options });
  await publishExample(foyer, twoAreas());
  return foyer;
}

/** Opens a tab that is in an area. */
export async function attend(foyer: Foyer, areaId: string, options: TabOptions = {}): Promise<Tab> {
  const tab = await openTab(foyer, options);
  await tab.must(enterArea, { areaId });
  return tab;
}

export interface View {
  /** The area, or 'everyone'; undefined while nothing was told. */
  readonly scope: string | undefined;
  readonly people: ReadonlyMap<string, AttendeePresence>;
  readonly counts: DataOf<typeof presenceCounts> | undefined;
  readonly own: DataOf<typeof ownPresence> | undefined;
  /** Whoever was ever said to be gone. */
  readonly gone: readonly string[];
}

type Growing = { -readonly [K in keyof View]: View[K] } & {
  people: Map<string, AttendeePresence>;
  gone: string[];
};

type Fold = (view: Growing, data: never) => void;
const folds: Readonly<Record<string, Fold>> = {
  [presencePeople.name]: (view, { areaId, people }: DataOf<typeof presencePeople>) => {
    view.scope = areaId ?? 'everyone';
    view.people = new Map(peopleOf(people).map((person) => [person.uid, person]));
  },
  [presenceChanges.name]: (view, { areaId, put, gone }: DataOf<typeof presenceChanges>) => {
    // Changes of what was watched before are of no use any more, and there are none ahead of a snapshot.
    expect(areaId ?? 'everyone').toBe(view.scope);
    for (const person of put) view.people.set(person.uid, person);
    for (const uid of gone) view.people.delete(uid);
    view.gone.push(...gone);
  },
  [presenceCounts.name]: (view, { total, areas, whole }: DataOf<typeof presenceCounts>) => {
    const all = whole === true ? areas : { ...view.counts?.areas, ...areas };
    view.counts = { total, areas: Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0)) };
  },
  [ownPresence.name]: (view, own: DataOf<typeof ownPresence>) => {
    view.own = own;
  },
};

/** All that was told so far. Events are checked against the contract. */
export const viewOf = (tab: Tab): View => fold(tab.events);

export function fold(messages: readonly EventMessage[]): View {
  const view: Growing = { scope: undefined, people: new Map(), counts: undefined, own: undefined, gone: [] };
  const events = [presencePeople, presenceChanges, presenceCounts, ownPresence];
  for (const { event, data } of messages) {
    const declared = events.find(({ name }) => name === event);
    if (declared) folds[event]?.(view, declared.data.parse(data) as never);
  }
  return view;
}

/** The message in a frame as a server makes it. */
export function messageIn(frame: Buffer): EventMessage {
  const length = frame.readUInt8(1);
  const payload = frame.subarray(length === 126 ? 4 : length === 127 ? 10 : 2);
  const isBinary = (frame.readUInt8(0) & 0x0f) === 2;
  return JSON.parse((isBinary ? inflateRawSync(payload) : payload).toString()) as EventMessage;
}

/** Waits until a tab's view, looked at in some way, is as expected. */
export const seen = <T>(tab: Tab, look: (view: View) => T) => expect.poll(() => look(viewOf(tab)));

export const uidsOf = ({ people }: View): string[] => [...people.keys()].toSorted();
export const namesOf = ({ people }: View): string[] =>
  [...people.values()].map(({ name = '' }) => name).toSorted();

/**
 * Resolves when all that should have happened by now has: `tab`, of somebody else than is looked at, moves, and
 * `watcher`, who has the list of all open, has been told of it.
 */
export async function settled(watcher: Tab, tab: Tab): Promise<void> {
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
              (data as DataOf<typeof presenceChanges>).put.some((person) => person.areaId === 'lounge'),
          ),
      { timeout: 20_000, interval: 20 },
    )
    .toBe(true);
}
