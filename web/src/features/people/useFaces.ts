/** Some of the attendees in the current area. They stay the same as long as they are in the area. */
import type { AttendeePresence } from '@foyer/contract';
import { useState } from 'react';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { usePresence } from '../presence/index.ts';

type Attendees = ReadonlyMap<string, AttendeePresence>;

/** Fills free places with the attendees who arrived last. */
function chooseFaces(
  attendees: Attendees,
  isCandidate: (attendee: AttendeePresence) => boolean,
  kept: readonly string[],
) {
  const remaining = kept.filter((uid) => {
    const attendee = attendees.get(uid);
    return attendee !== undefined && isCandidate(attendee);
  });
  const freeSlots = maxFaces - remaining.length;
  if (freeSlots <= 0) return remaining;
  const arrivals = [...attendees.values()].filter(
    (attendee) => isCandidate(attendee) && !remaining.includes(attendee.uid),
  );
  arrivals.sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
  return [...remaining, ...arrivals.slice(0, freeSlots).map(({ uid }) => uid)];
}

const maxFaces = 5;

export function useFaces(): readonly AttendeePresence[] {
  const attendees = usePresence((state) => state.attendees);
  const currentAreaId = useVenue((state) => state.currentAreaId);
  const ownId = useUser(({ user }) => user?.userId);
  const [uids, setUids] = useState<readonly string[]>([]);
  const isHere = ({ uid, areaId }: AttendeePresence) =>
    currentAreaId !== null && areaId === currentAreaId && uid !== ownId;
  const next = chooseFaces(attendees, isHere, uids);
  if (next.length !== uids.length || next.some((uid, at) => uid !== uids[at])) setUids(next);
  return next.flatMap((uid) => attendees.get(uid) ?? []);
}
