/**
 * The presence of a visit: the list of attendees, the user's own record and status, and whose records are received, if the
 * venue has presence (PRESENCE-01).
 */
import type { ChosenPresence } from '@foyer/contract';
import { maxFollowedUsers } from '@foyer/contract/limits';
import type { StoreApi } from 'zustand';
import { ApiError } from '../../../platform/api/apiError.ts';
import type { ConnectedExtension } from '../../../extensions/connection.ts';
import type { AttendeeDetails, AttendeeService } from '../../../platform/backend/backend.ts';
import { maxReconnectDelayMs } from '../../../platform/realtime/backoff.ts';
import { createConnectionState } from '../../../platform/state/connection.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { useUser } from '../../../platform/state/user.ts';
import { venueOf, type VenueState } from '../../../platform/state/venue.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { untilAborted } from '../../../platform/untilAborted.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { watchIdle } from './idle.ts';
import { createPresenceState, initialPresence, type PresenceState } from './presenceState.ts';
import { applyEvent, initialRoster, missedChanges, type RosterEvent } from './roster.ts';

/**
 * Attendees who are missing after a reconnect are kept this long. After a restart of the server all clients reconnect, the
 * last one after the maximum reconnect delay.
 */
const settlingMs = maxReconnectDelayMs + 1_000;
/** After a reconnect to a node that kept running, only clients that lost their connection at the same moment are missing. */
const settlingAgainMs = 3_000;
/** Lists that scroll follow and unfollow many users at once. */
const collectMs = 100;

export interface Presence {
  readonly store: StoreApi<PresenceState>;
  /**
   * Receives the attendees while the venue has presence and the user is logged in.
   * @param signal aborted when the user is disconnected
   * @returns writes the user's own record
   */
  readonly connect: (service: AttendeeService, signal: AbortSignal) => ConnectedExtension;
  /**
   * Sets the user's status on all devices.
   * @throws ApiError if the server rejects it or does not reply
   */
  readonly setStatus: (choice: ChosenPresence) => Promise<void>;
  /**
   * Receives everyone's records, not only those of the current area.
   * @returns ends it
   */
  readonly followEveryone: () => () => void;
  /**
   * Receives a user's records in whichever area.
   * @returns ends it
   */
  readonly followUser: (userId: string) => () => void;
}

function isActive(): boolean {
  const { uiConfig, loginEnabled } = useUi.getState();
  return (uiConfig?.features.userPresence ?? false) && loginEnabled && useUser.getState().isLoggedIn;
}

/** The user's own record; empty fields are omitted (PRESENCE-02). */
function ownDetails({ currentAreaId }: VenueState): AttendeeDetails {
  const { user } = useUser.getState();
  const { name, company, title } = user?.attributes ?? {};
  return {
    uid: user?.userId ?? '',
    ...(currentAreaId && { areaId: currentAreaId }),
    ...(name && { name }),
    ...(company && { company }),
    ...(title && { title }),
  };
}

export function createPresence(visit: Visit): Presence {
  const store = visit.get(createPresenceState);
  const connection = visit.get(createConnectionState);
  let service: AttendeeService | undefined;
  /** Number of lists that need everyone's records. */
  let lists = 0;
  /** By user id: the number of components that follow the user. */
  const followers = new Map<string, number>();
  let cancelSending: (() => void) | undefined;

  const sendScope = (): void => service?.setScope(lists > 0 ? 'everyone' : 'area');

  function sendFollowed(): void {
    cancelSending?.();
    cancelSending = undefined;
    service?.follow([...followers.keys()].slice(0, maxFollowedUsers));
  }

  function addFollower(userId: string, change: 1 | -1): void {
    const count = (followers.get(userId) ?? 0) + change;
    if (count > 0) followers.set(userId, count);
    else followers.delete(userId);
    cancelSending ??= runAfter(collectMs, sendFollowed, visit.signal);
  }

  function addLists(change: 1 | -1): void {
    lists += change;
    sendScope();
  }

  function receive(from: AttendeeService, signal: AbortSignal): void {
    let roster = initialRoster;
    let cancelSettling: (() => void) | undefined;
    const update = (event: RosterEvent): void => {
      roster = applyEvent(roster, event);
      const { ready, scope, attendees, followed, counts, own } = roster;
      store.setState({ ready, scope, attendees, followed, counts, own });
    };
    const settle = (): void => {
      if (roster.previous) connection.setState({ missed: missedChanges(roster) });
      update({ type: 'settled' });
    };
    from.connect((event) => {
      update(event);
      if (event.type !== 'connected') return;
      cancelSettling?.();
      if (roster.previous) connection.setState({ missed: undefined });
      cancelSettling = runAfter(event.again ? settlingAgainMs : settlingMs, settle, signal);
    }, signal);
    watchIdle((idle) => from.setIdle(idle), signal);
    untilAborted(signal, () => {
      from.setIdle(false);
      store.setState(initialPresence);
    });
  }

  return {
    store,
    connect(next, signal) {
      service = next;
      untilAborted(signal, () => (service = undefined));
      sendScope();
      sendFollowed();
      let receiving: AbortController | undefined;
      const check = (): void => {
        if (isActive() === (receiving !== undefined)) return;
        receiving?.abort();
        receiving = receiving ? undefined : new AbortController();
        if (receiving) receive(next, AbortSignal.any([signal, receiving.signal]));
      };
      check();
      for (const state of [useUi, useUser]) untilAborted(signal, state.subscribe(check));
      return {
        updateRecord: async () => {
          // After the end, the details are those of the next user.
          if (receiving && !signal.aborted) await next.update(ownDetails(venueOf(visit)));
        },
      };
    },
    async setStatus(choice) {
      if (!service) throw new ApiError('NOT_REACHABLE', 'presence: not connected');
      await service.setStatus(choice);
    },
    followEveryone() {
      addLists(1);
      return () => addLists(-1);
    },
    followUser(userId) {
      addFollower(userId, 1);
      return () => addFollower(userId, -1);
    },
  };
}
