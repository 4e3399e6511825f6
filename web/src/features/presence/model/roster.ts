/**
 * The list of attendees, a reducer over presence events (PRESENCE-03). After a reconnect missing attendees are kept for a
 * while, because they reconnect one after another to a server that has just restarted. Pure; maps are copied once per event.
 */
import type { AttendeeEvent } from '../../../platform/backend/backend.ts';
import type { Missed } from '../../../platform/state/connection.ts';
import { initialPresence, type PresenceState } from './presenceState.ts';

type Counts = PresenceState['counts'];

export interface Roster extends PresenceState {
  /** The area that `attendees` belong to; undefined for everyone. */
  readonly areaId: string | undefined;
  /** The counts as last reported by the server. */
  readonly reported: Counts;
  /** The list before a reconnect; null once it has settled. */
  readonly previous: Pick<Roster, 'areaId' | 'attendees' | 'counts'> | null;
  /** Attendees of `previous` whom the server has not reported since the reconnect. */
  readonly missing: ReadonlySet<string>;
  /** Followed users who were online before the reconnect and whom the server has not reported since. */
  readonly missingFollowed: ReadonlySet<string>;
}

export const initialRoster: Roster = {
  ...initialPresence,
  areaId: undefined,
  reported: initialPresence.counts,
  previous: null,
  missing: new Set(),
  missingFollowed: new Set(),
};

/** `settled`: attendees who are still missing are removed. */
export type RosterEvent = AttendeeEvent | { readonly type: 'settled' };

export function applyEvent(roster: Roster, event: RosterEvent): Roster {
  switch (event.type) {
    case 'connected':
      return roster.ready ? { ...roster, previous: snapshot(roster) } : roster;
    case 'snapshot':
      return withSnapshot(roster, event.data);
    case 'changes':
      return event.data.areaId === roster.areaId ? withChanges(roster, event.data) : roster;
    case 'followed':
      return withFollowed(roster, event.data);
    case 'counts':
      return withCounts(roster, event.data);
    case 'own':
      return { ...roster, own: event.data };
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

/** How many joined and left while the connection was lost; zero if another list is shown than before. */
export function missedChanges({ previous, missing, areaId, attendees }: Roster): Missed {
  if (!previous || previous.areaId !== areaId) return { joined: 0, left: 0 };
  const present = [...attendees.keys()].filter((uid) => !missing.has(uid));
  const remained = present.filter((uid) => previous.attendees.has(uid)).length;
  return { joined: present.length - remained, left: previous.attendees.size - remained };
}

function withSnapshot(roster: Roster, { areaId, attendees: received }: DataFor<'snapshot'>): Roster {
  const kept = roster.previous?.areaId === areaId ? roster.previous : null;
  const missing = new Set(kept?.attendees.keys());
  const attendees = new Map(kept?.attendees);
  for (const attendee of received) {
    attendees.set(attendee.uid, attendee);
    missing.delete(attendee.uid);
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

function withChanges(roster: Roster, { updated, removed }: DataFor<'changes'>): Roster {
  const attendees = new Map(roster.attendees);
  const missing = new Set(roster.missing);
  for (const uid of removed) {
    attendees.delete(uid);
    missing.delete(uid);
  }
  for (const attendee of updated) {
    attendees.set(attendee.uid, attendee);
    missing.delete(attendee.uid);
  }
  return { ...roster, attendees, missing };
}

function withFollowed(roster: Roster, { updated, removed, complete }: DataFor<'followed'>): Roster {
  const followed = new Map(complete ? undefined : roster.followed);
  const missingFollowed = new Set(complete ? undefined : roster.missingFollowed);
  for (const uid of removed) {
    const kept = complete && roster.previous ? roster.followed.get(uid) : undefined;
    followed.set(uid, kept ?? null);
    if (kept) missingFollowed.add(uid);
    else missingFollowed.delete(uid);
  }
  for (const attendee of updated) {
    followed.set(attendee.uid, attendee);
    missingFollowed.delete(attendee.uid);
  }
  return { ...roster, followed, missingFollowed };
}

function withCounts(roster: Roster, { total, areas, complete }: DataFor<'counts'>): Roster {
  const areaCounts = new Map(complete ? undefined : roster.reported.areas);
  for (const [areaId, count] of Object.entries(areas)) {
    if (count === 0) areaCounts.delete(areaId);
    else areaCounts.set(areaId, count);
  }
  const reported: Counts = { total, areas: areaCounts };
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
  const followed = new Map(roster.followed);
  for (const uid of roster.missingFollowed) followed.set(uid, null);
  return {
    ...roster,
    attendees,
    followed,
    counts: roster.reported,
    previous: null,
    missing: new Set(),
    missingFollowed: new Set(),
  };
}
