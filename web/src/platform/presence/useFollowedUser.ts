/** The presence of a single user in whichever area, live while a component shows it (PRESENCE-05). */
import type { AttendeePresence, PresenceStatus } from '@foyer/contract';
import { maxFollowedUsers } from '@foyer/contract/limits';
import { useEffect } from 'react';
import { useConnection } from '../state/connection.ts';
import { usePresence } from '../state/presence.ts';
import { runAfter } from '../time/timers.ts';
import { followUsers } from './actions.ts';

/** Lists that scroll follow and unfollow many users at once. */
const collectMs = 100;

/** By user id: the number of mounted components that follow the user. */
const counts = new Map<string, number>();
let isSendScheduled = false;

function send(): void {
  isSendScheduled = false;
  // Fails without a session; then no presence is shown.
  followUsers([...counts.keys()].slice(0, maxFollowedUsers)).catch(() => undefined);
}

function add(userId: string, change: 1 | -1): void {
  const count = (counts.get(userId) ?? 0) + change;
  if (count > 0) counts.set(userId, count);
  else counts.delete(userId);
  if (isSendScheduled) return;
  isSendScheduled = true;
  runAfter(collectMs, send);
}

export interface FollowedUser {
  readonly status: PresenceStatus;
  /** Undefined if the user is offline. */
  readonly record: AttendeePresence | undefined;
}

/** Returns undefined without a user id and while unknown: without presence, a reply of the server or a connection. */
export function useFollowedUser(userId: string | undefined): FollowedUser | undefined {
  // Attendees of the same area are known at once: what is beside the status does not move when the reply arrives.
  const record = usePresence(({ followed, attendees }) => {
    const reported = followed.get(userId ?? '');
    return reported === undefined ? attendees.get(userId ?? '') : reported;
  });
  const isOnline = useConnection(({ status }) => status === 'online');
  useEffect(() => {
    if (userId === undefined) return undefined;
    add(userId, 1);
    return () => add(userId, -1);
  }, [userId]);
  if (!isOnline || record === undefined) return undefined;
  return { record: record ?? undefined, status: record ? (record.status ?? 'Available') : 'Offline' };
}
