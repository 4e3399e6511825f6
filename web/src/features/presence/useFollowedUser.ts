/** The presence of a single user in whichever area, live while a component shows it (PRESENCE-05). */
import type { AttendeePresence, PresenceStatus } from '@foyer/contract';
import { useEffect } from 'react';
import { useConnection } from '../../platform/state/connection.ts';
import { usePresence } from './usePresence.ts';
import { usePresenceModel } from './usePresenceModel.ts';

export interface FollowedUser {
  readonly status: PresenceStatus;
  /** Undefined if the user is offline. */
  readonly record: AttendeePresence | undefined;
}

/** Returns undefined without a user id and while unknown: without presence, a reply of the server or a connection. */
export function useFollowedUser(userId: string | undefined): FollowedUser | undefined {
  const presence = usePresenceModel();
  // Attendees of the same area are known at once: what is beside the status does not move when the reply arrives.
  const record = usePresence(({ followed, attendees }) => {
    const reported = followed.get(userId ?? '');
    return reported === undefined ? attendees.get(userId ?? '') : reported;
  });
  const isOnline = useConnection(({ status }) => status === 'online');
  useEffect(() => (userId === undefined ? undefined : presence.followUser(userId)), [presence, userId]);
  if (!isOnline || record === undefined) return undefined;
  return { record: record ?? undefined, status: record ? (record.status ?? 'Available') : 'Offline' };
}
