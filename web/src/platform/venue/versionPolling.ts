/**
 * Polls for new versions (VERSION-02 to VERSION-07): every 120 s, and at once when the tab is shown or the network is back.
 * One poll at a time; a failure does not open the error dialog. A part of the visit, because it replaces the open venue.
 */
import { versionPollMs } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { retryAllNow } from '../api/retry.ts';
import { operatingMode } from '../base.ts';
import { writeErrorToConsole } from '../log.ts';
import { clearGlobalError, suppressDefaultErrorDialog } from '../state/errors.ts';
import { useUi } from '../state/ui.ts';
import { useUser } from '../state/user.ts';
import { createVenueState } from '../state/venue.ts';
import { onVisible, runEvery } from '../time/timers.ts';
import type { Visit } from '../visit/visit.ts';
import { reactionTo } from './versionChange.ts';

export interface PollingDeps {
  fetchVersion(): Promise<VenueVersion>;
  /** Clears the venue and goes to the root path. */
  leave(): Promise<void>;
  reloadVenue(version: VenueVersion): Promise<void>;
}

/** Requests the version, with one retry. Errors are not shown. Undefined if both requests fail. */
export async function fetchWithRetry(
  fetchVersion: () => Promise<VenueVersion>,
): Promise<VenueVersion | undefined> {
  suppressDefaultErrorDialog(true);
  try {
    return await fetchVersion();
  } catch (error) {
    // The session has ended, which is reported elsewhere; a retry would fail too.
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

/** One poll: compares the received version with the current one and reacts, unless the visit has ended. */
export async function pollOnce(visit: Visit, deps: PollingDeps): Promise<void> {
  // The version of the stage requires a login.
  if (operatingMode === 'STAGE' && !useUser.getState().isLoggedIn) return;
  const venueVersion = await fetchWithRetry(() => deps.fetchVersion());
  if (!venueVersion || visit.signal.aborted) return;
  // The version of the open venue comes first, so that a venue that was loaded one version late is updated.
  const current = visit.get(createVenueState).getState().venueVersion ?? useUi.getState().venueVersion;
  const { loginEnabled } = useUi.getState();
  const { isLoggedIn } = useUser.getState();
  const reaction = reactionTo({ current, received: venueVersion, loginEnabled, isLoggedIn });
  if (reaction === 'nothing') {
    // The stage shows which version is live, although its own version has not changed.
    if (operatingMode === 'STAGE') useUi.setState({ venueVersion });
    return;
  }
  if (reaction === 'reloadVenue') await deps.reloadVenue(venueVersion);
  // Stored only now, so that the next poll retries a venue that failed to load.
  useUi.setState({ venueVersion });
  if (reaction === 'leave') await deps.leave();
}

export interface Polling {
  /** Begins to poll; before, versions are ignored. */
  readonly start: (deps: PollingDeps) => void;
  /** Polls now, or joins a poll that is running. */
  readonly pollNow: () => Promise<void>;
  /** Reacts to a version from the realtime connection as to a polled one. */
  readonly receive: (version: VenueVersion) => Promise<void>;
  /** @param ms milliseconds from one poll to the next */
  readonly setPollInterval: (ms: number) => void;
}

export function createPolling(visit: Visit): Polling {
  const { signal } = visit;
  let deps: PollingDeps | undefined;
  let running: Promise<void> | undefined;
  let stop: (() => void) | undefined;

  /** Polls run one after another, so that a version received during a poll is not lost. */
  const poll = (received?: VenueVersion): Promise<void> => {
    if (!deps || signal.aborted) return Promise.resolve();
    const all = received ? { ...deps, fetchVersion: async () => received } : deps;
    const current = Promise.resolve(running)
      .then(() => pollOnce(visit, all))
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
      deps = given;
      setPollInterval(versionPollMs);
      window.addEventListener('online', onReturn, { signal });
      onVisible(onReturn, signal);
    },
    pollNow,
    receive: poll,
    setPollInterval,
  };
}
