/** Presence over the realtime connection. The server creates the records itself from the session. */
import {
  followedPresence,
  followUsers,
  setPresenceStatus,
  ownPresenceStatus,
  presenceChanges,
  presenceCounts,
  fromColumns,
  presenceSnapshot,
  setIdle,
  subscribeToPresence,
  type DataOf,
} from '@foyer/contract';
import { createAreaReporter } from '../realtime/areaReporter.ts';
import { createRealtime } from '../realtime/realtime.ts';
import type { Visit } from '../visit/visit.ts';
import type { AttendeeDetails, AttendeeEvent, AttendeeService } from './backend.ts';

export function createEmbeddedAttendees(visit: Visit): AttendeeService {
  const realtime = visit.get(createRealtime);
  /** Sent again on every new connection. */
  let scope: 'area' | 'everyone' = 'area';
  let followed: readonly string[] = [];
  let idle = false;

  /** Without a connection nothing is lost: the next one sends the current values. */
  const ignoreFailure = (sending: Promise<unknown>): void => void sending.catch(() => undefined);
  const sendScope = (): void => ignoreFailure(realtime.sendCommand(subscribeToPresence, { scope }));
  const sendFollowed = (): void =>
    ignoreFailure(realtime.sendCommand(followUsers, { userIds: [...followed] }));
  const sendIdle = (): void => ignoreFailure(realtime.sendCommand(setIdle, { idle }));

  return {
    connect(listener: (news: AttendeeEvent) => void, signal: AbortSignal) {
      let previousNodeId: string | undefined;
      realtime.onOpen(({ nodeId }) => {
        listener({ type: 'connected', again: nodeId === previousNodeId });
        previousNodeId = nodeId;
        if (scope !== 'area') sendScope();
        if (followed.length > 0) sendFollowed();
        if (idle) sendIdle();
      }, signal);
      const onSnapshot = (data: DataOf<typeof presenceSnapshot>): void =>
        listener({ type: 'snapshot', data: { ...data, attendees: fromColumns(data.attendees) } });
      realtime.on(presenceSnapshot, onSnapshot, signal);
      realtime.on(presenceChanges, (data) => listener({ type: 'changes', data }), signal);
      realtime.on(followedPresence, (data) => listener({ type: 'followed', data }), signal);
      realtime.on(presenceCounts, (data) => listener({ type: 'counts', data }), signal);
      realtime.on(ownPresenceStatus, (data) => listener({ type: 'own', data }), signal);
    },

    async update({ uid, areaId }: AttendeeDetails) {
      if (!uid) throw new Error('missing user details');
      await visit.get(createAreaReporter).report(areaId ?? null);
    },

    async remove() {
      realtime.stop();
    },

    setScope(next) {
      if (scope === next) return;
      scope = next;
      sendScope();
    },

    follow(userIds) {
      followed = userIds;
      sendFollowed();
    },

    async setStatus(choice) {
      await realtime.sendCommand(setPresenceStatus, choice);
    },

    setIdle(next) {
      if (idle === next) return;
      idle = next;
      sendIdle();
    },
  };
}
