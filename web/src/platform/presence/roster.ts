/**
 * What is known of the attendees, folded from what the server tells (PRESENCE-03). After a reconnection people who are
 * missing are kept for a while: a server that has just restarted hears of them one after the other. Pure; maps are
 * copied once for all that comes together.
 */
import type { AttendeeEvent } from '../backend/backend.ts';
import type { Missed } from '../state/connection.ts';
import { initialPresence, type PresenceState } from '../state/presence.ts';

type Counts = PresenceState['counts'];

export interface Roster extends PresenceState {
  /** The area whose people `attendees` are; undefined: everybody. */
  readonly areaId: string | undefined;
  readonly reported: Counts;
  /** What was known before a reconnection, while it still counts. */
  readonly previous: Pick<Roster, 'areaId' | 'attendees' | 'counts'> | null;
  /** Who is there only because they are held. */
  readonly missing: ReadonlySet<string>;
}

export const initialRoster: Roster = {
  ...initialPresence,
  areaId: undefined,
  reported: initialPresence.counts,
  previous: null,
  missing: new Set(),
};

/** `settled`: who has not come back by now has gone. */
export type RosterEvent = AttendeeEvent | { readonly type: 'settled' };

export function applyEvent(roster: Roster, news: RosterEvent): Roster {
  switch (news.type) {
    case 'connected':
      return roster.ready ? { ...roster, previous: snapshot(roster) } : roster;
    case 'people':
      return withPeople(roster, news.data);
    case 'changes':
      return news.data.areaId === roster.areaId ? withChanges(roster, news.data) : roster;
    case 'counts':
      return withCounts(roster, news.data);
    case 'own':
      return { ...roster, own: news.data };
    default:
      return settle(roster);
  }
}

type DataFor<Type extends AttendeeEvent['type']> = Extract<
  AttendeeEvent,
  { type: Type; data: unknown }
>['data'];

const snapshot = ({ areaId, attendees, counts }: Roster): Roster['previous'] => ({
  areaId,
  attendees,
  counts,
});

/** Who came and who left while the line was lost; nobody where another list is shown than before. */
export function missedChanges({ previous, missing, areaId, attendees }: Roster): Missed {
  if (!previous || previous.areaId !== areaId) return { joined: 0, left: 0 };
  const here = [...attendees.keys()].filter((uid) => !missing.has(uid));
  const stayed = here.filter((uid) => previous.attendees.has(uid)).length;
  return { joined: here.length - stayed, left: previous.attendees.size - stayed };
}

function withPeople(roster: Roster, { areaId, people }: DataFor<'people'>): Roster {
  const held = roster.previous?.areaId === areaId ? roster.previous : null;
  const missing = new Set(held?.attendees.keys());
  const attendees = new Map(held?.attendees);
  for (const person of people) {
    attendees.set(person.uid, person);
    missing.delete(person.uid);
  }
  return {
    ...roster,
    ready: true,
    scope: areaId === undefined ? 'everyone' : 'area',
    areaId,
    attendees,
    missing,
  };
}

function withChanges(roster: Roster, { put, gone }: DataFor<'changes'>): Roster {
  const attendees = new Map(roster.attendees);
  const missing = new Set(roster.missing);
  for (const uid of gone) {
    attendees.delete(uid);
    missing.delete(uid);
  }
  for (const person of put) {
    attendees.set(person.uid, person);
    missing.delete(person.uid);
  }
  return { ...roster, attendees, missing };
}

function withCounts(roster: Roster, { total, areas, whole }: DataFor<'counts'>): Roster {
  const numbers = new Map(whole ? undefined : roster.reported.areas);
  for (const [areaId, count] of Object.entries(areas)) {
    if (count === 0) numbers.delete(areaId);
    else numbers.set(areaId, count);
  }
  const reported: Counts = { total, areas: numbers };
  return {
    ...roster,
    reported,
    counts: roster.previous ? atLeast(reported, roster.previous.counts) : reported,
  };
}

function atLeast(counts: Counts, before: Counts): Counts {
  const areas = new Map(counts.areas);
  for (const [areaId, count] of before.areas) areas.set(areaId, Math.max(count, areas.get(areaId) ?? 0));
  return { total: Math.max(counts.total, before.total), areas };
}

function settle(roster: Roster): Roster {
  const attendees = new Map(roster.attendees);
  for (const uid of roster.missing) attendees.delete(uid);
  return { ...roster, attendees, counts: roster.reported, previous: null, missing: new Set() };
}
