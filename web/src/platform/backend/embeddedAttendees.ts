/** Attendees as the server's own realtime connection tells of them: it makes the records, and knows who one is. */
import {
  choosePresence,
  ownPresence,
  presenceChanges,
  presenceCounts,
  peopleOf,
  presencePeople,
  setIdle,
  watchPresence,
} from '@foyer/contract';
import { reportArea } from '../realtime/areaReporter.ts';
import { realtime } from '../realtime/realtime.ts';
import type { AttendeeDetails, AttendeeEvent, AttendeeService } from './backend.ts';

/** Said on every connection anew: a new one knows nothing of it. */
let scope: 'area' | 'everyone' = 'area';
let idle = false;

/** Without a connection the next one is told. */
const ignoreFailure = (asking: Promise<unknown>): void => void asking.catch(() => undefined);
const sendScope = (): void => ignoreFailure(realtime.sendCommand(watchPresence, { scope }));
const sendIdle = (): void => ignoreFailure(realtime.sendCommand(setIdle, { idle }));

export const embeddedAttendees: AttendeeService = {
  connect(listener: (news: AttendeeEvent) => void) {
    let before: string | undefined;
    const ends = [
      realtime.onOpen(({ nodeId }) => {
        listener({ type: 'connected', again: nodeId === before });
        before = nodeId;
        if (scope !== 'area') sendScope();
        if (idle) sendIdle();
      }),
      realtime.on(presencePeople, (data) =>
        listener({ type: 'people', data: { ...data, people: peopleOf(data.people) } }),
      ),
      realtime.on(presenceChanges, (data) => listener({ type: 'changes', data })),
      realtime.on(presenceCounts, (data) => listener({ type: 'counts', data })),
      realtime.on(ownPresence, (data) => listener({ type: 'own', data })),
    ];
    return () => {
      for (const end of ends) end();
    };
  },

  async update({ uid, areaId }: AttendeeDetails) {
    if (!uid) throw new Error('missing user details');
    await reportArea(areaId ?? null);
  },

  async remove() {
    realtime.stop();
  },

  setScope(next) {
    if (scope === next) return;
    scope = next;
    sendScope();
  },

  async setStatus(choice) {
    await realtime.sendCommand(choosePresence, choice);
  },

  setIdle(next) {
    if (idle === next) return;
    idle = next;
    sendIdle();
  },
};
