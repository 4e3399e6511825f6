/** A few of those who are here with me: the same ones for as long as they stay, so that no face jumps. */
import type { AttendeePresence } from '@foyer/contract';
import { useState } from 'react';
import { usePresence } from '../../platform/state/presence.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';

type People = ReadonlyMap<string, AttendeePresence>;

/** Of those who fill a gap, who came last comes first. */
function chooseFaces(people: People, fits: (person: AttendeePresence) => boolean, kept: readonly string[]) {
  const stay = kept.filter((uid) => {
    const person = people.get(uid);
    return person !== undefined && fits(person);
  });
  const gaps = mostFaces - stay.length;
  if (gaps <= 0) return stay;
  const come = [...people.values()].filter((person) => fits(person) && !stay.includes(person.uid));
  come.sort((one, other) => (other.timestamp ?? 0) - (one.timestamp ?? 0));
  return [...stay, ...come.slice(0, gaps).map(({ uid }) => uid)];
}

export const mostFaces = 5;

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
