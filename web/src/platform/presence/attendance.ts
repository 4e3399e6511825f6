/** The user's own attendance record and the list of attendees, if the venue has presence (PRESENCE-01). */
import type { AttendeeDetails, AttendeeService } from '../backend/backend.ts';
import { maxReconnectDelayMs } from '../realtime/backoff.ts';
import { createConnectionState } from '../state/connection.ts';
import { initialPresence, usePresence } from '../state/presence.ts';
import { useUi } from '../state/ui.ts';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { runAfter } from '../time/timers.ts';
import { untilAborted } from '../untilAborted.ts';
import type { Visit } from '../visit/visit.ts';
import { watchIdle } from './idle.ts';
import { applyEvent, initialRoster, missedChanges, type RosterEvent } from './roster.ts';

/**
 * Attendees who are missing after a reconnect are kept this long. After a restart of the server all clients reconnect, the
 * last one after the maximum reconnect delay.
 */
const settlingMs = maxReconnectDelayMs + 1_000;
/** After a reconnect to a node that kept running, only clients that lost their connection at the same moment are missing. */
const settlingAgainMs = 3_000;

export interface Attendance {
  updateRecord(): Promise<void>;
}

function isActive(): boolean {
  const { uiConfig, loginEnabled } = useUi.getState();
  return (uiConfig?.features.userPresence ?? false) && loginEnabled && useUser.getState().isLoggedIn;
}

/** The user's own record; empty fields are omitted (PRESENCE-02). */
function ownDetails(): AttendeeDetails {
  const { user } = useUser.getState();
  const { name, company, title } = user?.attributes ?? {};
  const { currentAreaId } = useVenue.getState();
  return {
    uid: user?.userId ?? '',
    ...(currentAreaId && { areaId: currentAreaId }),
    ...(name && { name }),
    ...(company && { company }),
    ...(title && { title }),
  };
}

function followAttendees(visit: Visit, service: AttendeeService, signal: AbortSignal): void {
  const connection = visit.get(createConnectionState);
  let roster = initialRoster;
  let cancelSettling: (() => void) | undefined;
  const update = (event: RosterEvent): void => {
    roster = applyEvent(roster, event);
    const { ready, scope, attendees, followed, counts, own } = roster;
    usePresence.setState({ ready, scope, attendees, followed, counts, own });
  };
  const settle = (): void => {
    if (roster.previous) connection.setState({ missed: missedChanges(roster) });
    update({ type: 'settled' });
  };
  service.connect((event) => {
    update(event);
    if (event.type !== 'connected') return;
    cancelSettling?.();
    if (roster.previous) connection.setState({ missed: undefined });
    cancelSettling = runAfter(event.again ? settlingAgainMs : settlingMs, settle, signal);
  }, signal);
  watchIdle((idle) => service.setIdle(idle), signal);
  untilAborted(signal, () => {
    service.setIdle(false);
    usePresence.setState(initialPresence);
  });
}

export function startAttendance(visit: Visit, service: AttendeeService, signal: AbortSignal): Attendance {
  let running: AbortController | undefined;
  const check = (): void => {
    if (isActive() === (running !== undefined)) return;
    running?.abort();
    running = running ? undefined : new AbortController();
    if (running) followAttendees(visit, service, AbortSignal.any([signal, running.signal]));
  };
  check();
  for (const store of [useUi, useUser]) untilAborted(signal, store.subscribe(check));
  return {
    updateRecord: async () => {
      if (running) await service.update(ownDetails());
    },
  };
}
