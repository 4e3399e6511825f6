/**
 * Hears of publications (VERSION-02 to VERSION-07): every 120 s, and at once when a tab is looked at again or the
 * network is back. One poll at a time; a failure never opens a dialog for what nobody asked for.
 */
import { versionPollMs } from '@foyer/contract/limits';
import type { VenueVersion } from '@foyer/contract';
import { ApiError } from '../api/apiError.ts';
import { retryAllNow } from '../api/retry.ts';
import { operatingMode } from '../base.ts';
import { logError } from '../log.ts';
import { clearGlobalError, suppressDefaultErrorDialog } from '../state/errors.ts';
import { useUi } from '../state/ui.ts';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { onVisible, runEvery } from '../time/timers.ts';
import { reactionTo } from './versionChange.ts';

export interface PollingDeps {
  fetchVersion(): Promise<VenueVersion>;
  /** Clears the venue and goes to the root path. */
  leave(): Promise<void>;
  reloadVenue(version: VenueVersion): Promise<void>;
}

/** Asks, and once more after a first failure, whose error nobody is to see. Undefined when both failed. */
export async function fetchWithRetry(
  fetchVersion: () => Promise<VenueVersion>,
): Promise<VenueVersion | undefined> {
  suppressDefaultErrorDialog(true);
  try {
    return await fetchVersion();
  } catch (error) {
    // A session that has ended is told by whoever ended it, and another try brings none.
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return undefined;
    clearGlobalError();
    try {
      return await fetchVersion();
    } catch (again) {
      logError('VERSION', 'the version poll failed', again);
      return undefined;
    }
  } finally {
    suppressDefaultErrorDialog(false);
  }
}

/** One poll: what was heard is compared with what is known, and acted on. */
export async function pollOnce(ports: PollingDeps): Promise<void> {
  // Of the stage nobody hears anything before they are let in.
  if (operatingMode === 'STAGE' && !useUser.getState().isLoggedIn) return;
  const venueVersion = await fetchWithRetry(() => ports.fetchVersion());
  if (!venueVersion) return;
  // What is open counts before what was heard of: a venue loaded one version late is caught up with.
  const current = useVenue.getState().venueVersion ?? useUi.getState().venueVersion;
  const { loginEnabled } = useUi.getState();
  const { isLoggedIn } = useUser.getState();
  const reaction = reactionTo({ current, received: venueVersion, loginEnabled, isLoggedIn });
  if (reaction === 'nothing') return;
  if (reaction === 'reloadVenue') await ports.reloadVenue(venueVersion);
  // Only now is it known: a venue that did not load is tried again by the next poll.
  useUi.setState({ venueVersion });
  if (reaction === 'leave') await ports.leave();
}

export interface Polling {
  /** Asks now, unless it is just asking. */
  pollNow(): Promise<void>;
  /** Acts on a version that somebody was told, as on one that was asked for. */
  receive(version: VenueVersion): Promise<void>;
  /** Milliseconds from one poll to the next. */
  setPollInterval(ms: number): void;
}

let active: Polling | undefined;

/** The poll of this page, once it runs. */
export const activePolling = (): Polling | undefined => active;

export function startPolling(ports: PollingDeps): void {
  let running: Promise<void> | undefined;
  let stop: (() => void) | undefined;
  /** One after the other: what was heard of meanwhile is not lost in what was just asked for. */
  const act = (fetchVersion: PollingDeps['fetchVersion']) => {
    const turn = Promise.resolve(running)
      .then(() => pollOnce({ ...ports, fetchVersion }))
      .catch((error: unknown) => logError('VENUE', 'the new version could not be taken over', error))
      .finally(() => {
        if (running === turn) running = undefined;
      });
    running = turn;
    return turn;
  };
  const pollNow = () => running ?? act(() => ports.fetchVersion());
  const setPollInterval = (ms: number) => {
    stop?.();
    stop = runEvery(ms, () => void pollNow());
  };
  const back = () => {
    retryAllNow();
    void pollNow();
  };
  setPollInterval(versionPollMs);
  window.addEventListener('online', back);
  onVisible(back);
  active = {
    pollNow,
    receive: (version) => act(async () => version),
    setPollInterval,
  };
}
