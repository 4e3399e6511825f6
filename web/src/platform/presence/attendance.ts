/** One's own attendance and what is known of the others', where there is presence (PRESENCE-01). */
import type { AttendeeDetails, AttendeeService } from '../backend/backend.ts';
import { maxReconnectDelayMs } from '../realtime/backoff.ts';
import { useConnection } from '../state/connection.ts';
import { initialPresence, usePresence } from '../state/presence.ts';
import { useUi } from '../state/ui.ts';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { runAfter } from '../time/timers.ts';
import { watchIdle } from './idle.ts';
import { applyEvent, initialRoster, missedChanges, type RosterEvent } from './roster.ts';

/**
 * Who is missing after a reconnection has this long to come back: to a server that has just started all of them do, the
 * last one after the longest wait between two tries.
 */
const settlingMs = maxReconnectDelayMs + 1_000;
/** A server that has been there all the time knows everybody, but for those whose line was lost in the same moment. */
const settlingAgainMs = 3_000;

export interface Attendance {
  updateRecord(): Promise<void>;
  end(): void;
}

function isActive(): boolean {
  const { uiConfig, loginEnabled } = useUi.getState();
  return (uiConfig?.features.userPresence ?? false) && loginEnabled && useUser.getState().isLoggedIn;
}

/** Empty fields are dropped (PRESENCE-02). */
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

function follow(service: AttendeeService): () => void {
  let roster = initialRoster;
  let cancelSettling: (() => void) | undefined;
  const hear = (news: RosterEvent): void => {
    roster = applyEvent(roster, news);
    const { ready, scope, attendees, counts, own } = roster;
    usePresence.setState({ ready, scope, attendees, counts, own });
  };
  const settle = (): void => {
    if (roster.previous) useConnection.setState({ missed: missedChanges(roster) });
    hear({ type: 'settled' });
  };
  const ends = [
    service.connect((news) => {
      hear(news);
      if (news.type !== 'connected') return;
      cancelSettling?.();
      if (roster.previous) useConnection.setState({ missed: undefined });
      cancelSettling = runAfter(news.again ? settlingAgainMs : settlingMs, settle);
    }),
    watchIdle((idle) => service.setIdle(idle)),
  ];
  return () => {
    cancelSettling?.();
    for (const end of ends) end();
    service.setIdle(false);
    usePresence.setState(initialPresence);
  };
}

export function startAttendance(service: AttendeeService): Attendance {
  let unfollow: (() => void) | undefined;
  const look = (): void => {
    if (isActive() === (unfollow !== undefined)) return;
    unfollow?.();
    unfollow = unfollow ? undefined : follow(service);
  };
  look();
  const ends = [useUi.subscribe(look), useUser.subscribe(look)];
  return {
    updateRecord: async () => {
      if (unfollow) await service.update(ownDetails());
    },
    end() {
      for (const end of ends) end();
      unfollow?.();
    },
  };
}
