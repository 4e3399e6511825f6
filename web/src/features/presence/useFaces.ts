/** Some of the attendees in the current area. They stay the same as long as they are in the area. */
import type { AttendeePresence } from '@foyer/contract';
import { useState } from 'react';
import { usePresence } from '../../platform/state/presence.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';

type People = ReadonlyMap<string, AttendeePresence>;

/** Fills free places with the attendees who arrived last. */
function chooseFaces(
  people: People,
  isCandidate: (person: AttendeePresence) => boolean,
  kept: readonly string[],
) {
  const stay = kept.filter((uid) => {
    const person = people.get(uid);
    return person !== undefined && isCandidate(person);
  });
  const free = maxFaces - stay.length;
  if (free <= 0) return stay;
  const arrivals = [...people.values()].filter((person) => isCandidate(person) && !stay.includes(person.uid));
  arrivals.sort((a, b) => (b.timestamp ?? 0) - (a.timestamp ?? 0));
  return [...stay, ...arrivals.slice(0, free).map(({ uid }) => uid)];
}

export const maxFaces = 5;

export function useFaces(): readonly AttendeePresence[] {
  const people = usePresence((state) => state.attendees);
  const hereId = useVenue((state) => state.currentAreaId);
  const ownId = useUser(({ user }) => user?.userId);
  const [uids, setUids] = useState<readonly string[]>([]);
  const isHere = ({ uid, areaId }: AttendeePresence) => hereId !== null && areaId === hereId && uid !== ownId;
  const next = chooseFaces(people, isHere, uids);
  if (next.length !== uids.length || next.some((uid, at) => uid !== uids[at])) setUids(next);
  return next.flatMap((uid) => people.get(uid) ?? []);
}
