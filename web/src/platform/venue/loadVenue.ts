/** Loads version and venue into the state. Concurrent callers share one request. */
import { getVenueVersion, id as idSchema, type VenueVersion } from '@foyer/contract';
import { ApiError, call } from '../api/client.ts';
import { operatingMode } from '../base.ts';
import { importWithRetry } from '../loading/importWithRetry.ts';
import { writeErrorToConsole } from '../log.ts';
import { useUi } from '../state/ui.ts';
import { useUser } from '../state/user.ts';
import { setVenue, useVenue } from '../state/venue.ts';
import { effectiveVersion } from './versionChange.ts';
import { PageError } from './pageError.ts';

/** Runs one call at a time per key; callers during that time get the same result. */
function singleFlight<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, run) => {
    const pending = running.get(key);
    if (pending) return pending;
    const promise = run().finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  };
}

const sharedVersion = singleFlight<VenueVersion>();
const sharedVenue = singleFlight<void>();
/** The architecture that was requested last. */
let requestedId: string | undefined;
/** Changes with the user and with their roles, on which the content of a venue depends. */
let audience = 0;

/** Discards the responses of pending requests, because they are for another user or for other roles. */
export const discardPendingVenues = (): void => {
  audience += 1;
};

/** The page error for a failed call without which the page cannot be shown. */
export const toPageError = (error: unknown): PageError => {
  if (error instanceof PageError) return error;
  if (error instanceof ApiError && error.status === 404)
    return new PageError('unknownVenue', error.message, error.requestId, error);
  if (error instanceof ApiError) {
    const kind = error.code === 'NOT_REACHABLE' || error.status >= 500 ? 'notReachable' : 'failed';
    return new PageError(kind, error.message, error.requestId, error);
  }
  return new PageError('failed', String(error), undefined, error);
};

/** @throws ApiError */
export const fetchVersion = (): Promise<VenueVersion> =>
  sharedVersion('version', () =>
    // The version of the live venue is public, so the call needs no valid session.
    call(getVenueVersion, { report: 'console', waitPlace: 'page', withoutToken: operatingMode === 'LIVE' }),
  );

/**
 * The version, loaded on first use (GUARD-03).
 * @throws PageError
 */
export async function ensureVersion(): Promise<VenueVersion> {
  const current = useUi.getState().venueVersion;
  if (current) return current;
  try {
    const venueVersion = await fetchVersion();
    useUi.setState({ venueVersion });
    return venueVersion;
  } catch (error) {
    writeErrorToConsole('VERSION', 'version could not be loaded', error);
    throw toPageError(error);
  }
}

/** The venue that `/` leads to: the published one, or on the stage the one saved last. Null if there is none. */
export function defaultArchitectureId(): string | null {
  const { venueVersion, uiConfig } = useUi.getState();
  return venueVersion?.publishedArchitectureId ?? uiConfig?.venue?.architectureId ?? null;
}

const importReader = () => import('./readVenue.ts');

/** Starts to download the code that reads venues. */
export const preloadVenueReader = (): void => void importReader().catch(() => undefined);

/** Downloads the code that reads venues. A failure counts as an unreachable server. */
async function loadReader() {
  try {
    return await importWithRetry(importReader);
  } catch (error) {
    throw new ApiError('NOT_REACHABLE', String(error));
  }
}

/**
 * Loads a venue and stores it as the open one.
 * @throws ApiError, RangeError (VERSION-06)
 */
export const fetchVenue = (architectureId: string, version: VenueVersion): Promise<void> =>
  sharedVenue(`${architectureId} ${effectiveVersion(version)} ${audience}`, async () => {
    const audienceBefore = audience;
    requestedId = architectureId;
    const { readVenue, openConsentsOf } = await loadReader();
    const venue = await readVenue(architectureId);
    // Another venue has been requested meanwhile, or it is for someone else.
    if (requestedId !== architectureId || audience !== audienceBefore) return;
    // The loaded version counts: a node may still respond with the version before the announced one.
    const { publishedVersion } = venue.publishInfo;
    openConsentsOf(venue);
    setVenue(venue, version.mode === 'LIVE' ? { ...version, publishedVersion } : version);
  });

/**
 * Opens the venue of a URL, loading it unless it is open already.
 * @throws PageError
 */
export async function ensureVenue(architectureId: string): Promise<void> {
  if (useVenue.getState().architecture?.id === architectureId) return;
  // An invalid id is not requested.
  if (!idSchema.safeParse(architectureId).success)
    throw new PageError('unknownVenue', architectureId.slice(0, 80));
  const version = await ensureVersion();
  try {
    for (let audienceBefore = -1; audienceBefore !== audience;) {
      audienceBefore = audience;
      await fetchVenue(architectureId, version);
      // A venue with a login is not loaded again if the user has left.
      const mayLoad = !useUi.getState().loginEnabled || useUser.getState().isLoggedIn;
      if (requestedId !== architectureId || !mayLoad) return;
    }
  } catch (error) {
    writeErrorToConsole('VENUE', `venue ${architectureId} could not be loaded`, error);
    throw toPageError(error);
  }
}
