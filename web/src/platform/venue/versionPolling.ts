/**
 * Polls for new versions (VERSION-02 to VERSION-07): every 120 s, and at once when the tab is shown or the network is back.
 * One poll at a time; a failure does not open the error dialog. A part of the visit, because it replaces the open venue.
 */
import { noPublishedVersion, versionPollMs } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';
import { isAbort } from '../api/abort.ts';
import { ApiError } from '../api/apiError.ts';
import { retryAllNow } from '../api/retry.ts';
import { operatingMode } from '../base.ts';
import { writeErrorToConsole } from '../log.ts';
import { clearGlobalError, suppressDefaultErrorDialog } from '../state/errors.ts';
import { useUi } from '../state/ui.ts';
import { useUser } from '../state/user.ts';
import { clearVenue, venueOf } from '../state/venue.ts';
import { onVisible, runEvery } from '../time/timers.ts';
import type { Visit } from '../visit/visit.ts';
import { createVenueLoader } from './loadVenue.ts';
import { effectiveVersion, reactionTo } from './versionChange.ts';

/** The page as the polling needs it; implemented with the router. */
export interface PollingNavigator {
  /** Navigates to the root path. */
  leave(): Promise<void>;
  /** Runs the guards of the page again: the venue may be published now, or the current area removed. */
  rerunGuards(): Promise<void>;
}

/** Requests the version, with one retry. Errors are not shown. Undefined if both requests fail. */
export async function fetchWithRetry(
  fetchVersion: () => Promise<VenueVersion>,
): Promise<VenueVersion | undefined> {
  suppressDefaultErrorDialog(true);
  try {
    return await fetchVersion();
  } catch (error) {
    // The visit or the session has ended, which is reported elsewhere; a retry would be for the next user, or fail too.
    if (isAbort(error)) return undefined;
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined;
    clearGlobalError();
    try {
      return await fetchVersion();
    } catch (retryError) {
      writeErrorToConsole('VERSION', 'version poll failed', retryError);
      return undefined;
    }
  } finally {
    suppressDefaultErrorDialog(false);
  }
}

/** Goes to the root path and closes the venue, unless it has opened the one that is live now. */
async function leave(visit: Visit, navigator: PollingNavigator): Promise<void> {
  // The page is left before the venue is closed, because its components need the venue.
  await navigator.leave();
  if (visit.signal.aborted) return;
  const { venueVersion } = useUi.getState();
  const { architecture } = venueOf(visit);
  const isLive = effectiveVersion(venueVersion) !== noPublishedVersion;
  if (!isLive || architecture?.id !== venueVersion?.publishedArchitectureId) clearVenue(visit);
}

/**
 * One poll: compares the received version with the current one and reacts, unless the visit has ended.
 * @param received requested if undefined
 * @throws ApiError, RangeError if the venue cannot be loaded
 */
export async function pollOnce(
  visit: Visit,
  navigator: PollingNavigator,
  received?: VenueVersion,
): Promise<void> {
  // The version of the stage requires a login.
  if (operatingMode === 'STAGE' && !useUser.getState().isLoggedIn) return;
  const loader = visit.get(createVenueLoader);
  const venueVersion = received ?? (await fetchWithRetry(loader.fetchVersion));
  if (!venueVersion || visit.signal.aborted) return;
  const { architecture, venueVersion: opened } = venueOf(visit);
  const { loginEnabled, venueVersion: latest } = useUi.getState();
  const { isLoggedIn } = useUser.getState();
  // The version of the open venue comes first, so that a venue that was loaded one version late is updated.
  const current = opened ?? latest;
  const reaction = reactionTo({ current, received: venueVersion, loginEnabled, isLoggedIn });
  // The stage shows which version is live, although its own version has not changed.
  if (reaction === 'nothing' && operatingMode === 'LIVE') return;
  const mustReload = reaction === 'reloadVenue';
  if (mustReload && architecture) await loader.fetchVenue(architecture.id, venueVersion);
  if (visit.signal.aborted) return;
  // Stored only now, so that the next poll retries a venue that failed to load.
  useUi.setState({ venueVersion });
  if (mustReload) await navigator.rerunGuards();
  if (reaction === 'leave') await leave(visit, navigator);
}

export interface Polling {
  /** Begins to poll; before, versions are ignored. */
  readonly start: (navigator: PollingNavigator) => void;
  /** Polls now, or joins a poll that is running. */
  readonly pollNow: () => Promise<void>;
  /** Reacts to a version from the realtime connection as to a polled one. */
  readonly receive: (version: VenueVersion) => Promise<void>;
  /** @param ms milliseconds from one poll to the next */
  readonly setPollInterval: (ms: number) => void;
}

export function createPolling(visit: Visit): Polling {
  const { signal } = visit;
  let navigator: PollingNavigator | undefined;
  let running: Promise<void> | undefined;
  let stop: (() => void) | undefined;

  /** Polls run one after another, so that a version received during a poll is not lost. */
  const poll = (received?: VenueVersion): Promise<void> => {
    const current = Promise.resolve(running)
      .then(() => navigator && pollOnce(visit, navigator, received))
      .catch((error: unknown) => writeErrorToConsole('VENUE', 'new version could not be loaded', error))
      .finally(() => {
        if (running === current) running = undefined;
      });
    running = current;
    return current;
  };
  const pollNow = () => running ?? poll();
  const setPollInterval = (ms: number) => {
    stop?.();
    stop = runEvery(ms, () => void pollNow(), signal);
  };
  const onReturn = () => {
    retryAllNow();
    void pollNow();
  };

  return {
    start(given) {
      navigator = given;
      setPollInterval(versionPollMs);
      window.addEventListener('online', onReturn, { signal });
      onVisible(onReturn, signal);
    },
    pollNow,
    receive: poll,
    setPollInterval,
  };
}
