/** Loads version and venue into the state. Concurrent callers of a visit share one request. */
import { getVenueVersion, id as idSchema, type VenueVersion } from '@foyer/contract';
import { isAbort } from '../api/abort.ts';
import { ApiError, call } from '../api/client.ts';
import { operatingMode } from '../base.ts';
import { importWithRetry } from '../loading/importWithRetry.ts';
import { writeErrorToConsole } from '../log.ts';
import { useUi } from '../state/ui.ts';
import { useUser } from '../state/user.ts';
import { currentVenue, venueOf } from '../state/venue.ts';
import { untilAborted } from '../untilAborted.ts';
import { currentVisit } from '../visit/currentVisit.ts';
import type { Visit } from '../visit/visit.ts';
import { effectiveVersion } from './versionChange.ts';
import { PageError } from './pageError.ts';

/** `opened`: it is the open one. `replaced`: another venue or version was requested meanwhile. `discarded`: the visit has ended, or its roles have changed. */
type Outcome = 'opened' | 'replaced' | 'discarded';

/** A venue that is being loaded. */
interface Loading {
  /** Its id and version. */
  readonly key: string;
  readonly outcome: Promise<Outcome>;
  /** Aborted with the outcome if it will not be opened. */
  readonly ended: AbortController;
}

/** What a visit is loading. */
export interface VenueLoader {
  /** @throws ApiError */
  readonly fetchVersion: () => Promise<VenueVersion>;
  /**
   * Loads a venue and stores it as the open one, unless another one is requested meanwhile, or the visit ends.
   * @throws ApiError, RangeError (VERSION-06)
   */
  readonly fetchVenue: (architectureId: string, version: VenueVersion) => Promise<Outcome>;
  /**
   * Loads the open venue again for the current roles of the user, because hosts receive more of it than others (MEET-06).
   * @throws ApiError
   */
  readonly reloadVenue: () => Promise<void>;
}

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

/**
 * The version, loaded on first use (GUARD-03).
 * @throws PageError, or an abort error if the visit ends
 */
export async function ensureVersion(): Promise<VenueVersion> {
  const current = useUi.getState().venueVersion;
  if (current) return current;
  try {
    const venueVersion = await currentVisit().get(createVenueLoader).fetchVersion();
    useUi.setState({ venueVersion });
    return venueVersion;
  } catch (error) {
    // On the stage the request ends with the visit.
    if (isAbort(error)) throw error;
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

/** Starts to download the code that reads and opens venues. */
export const preloadVenueReader = (): void => void importWithRetry(importReader).catch(() => undefined);

/** Downloads the code that reads and opens venues. A failure counts as an unreachable server. */
async function loadReader() {
  try {
    return await importWithRetry(importReader);
  } catch (error) {
    throw new ApiError('NOT_REACHABLE', String(error));
  }
}

export function createVenueLoader(visit: Visit): VenueLoader {
  let loading: Loading | undefined;
  let loadingVersion: Promise<VenueVersion> | undefined;

  const discard = (): void => {
    loading?.ended.abort('discarded' satisfies Outcome);
    loading = undefined;
  };
  untilAborted(visit.signal, discard);

  async function readAndOpen(
    architectureId: string,
    version: VenueVersion,
    signal: AbortSignal,
  ): Promise<Outcome> {
    try {
      const { readVenue, openVenue } = await loadReader();
      signal.throwIfAborted();
      const venue = await readVenue(architectureId, signal);
      signal.throwIfAborted();
      openVenue(visit, venue, version);
      return 'opened';
    } catch (error) {
      if (signal.aborted) return signal.reason as Outcome;
      throw error;
    } finally {
      if (loading?.ended.signal === signal) loading = undefined;
    }
  }

  const fetchVenue: VenueLoader['fetchVenue'] = (architectureId, version) => {
    const key = `${architectureId} ${effectiveVersion(version)}`;
    if (loading?.key === key) return loading.outcome;
    loading?.ended.abort('replaced' satisfies Outcome);
    const ended = new AbortController();
    loading = { key, ended, outcome: readAndOpen(architectureId, version, ended.signal) };
    return loading.outcome;
  };

  return {
    fetchVersion() {
      loadingVersion ??= call(getVenueVersion, {
        report: 'console',
        waitPlace: 'page',
        // The version of the live venue is public, so the call needs no valid session.
        withoutToken: operatingMode === 'LIVE',
      }).finally(() => {
        loadingVersion = undefined;
      });
      return loadingVersion;
    },
    fetchVenue,
    async reloadVenue() {
      discard();
      const { architecture, venueVersion } = venueOf(visit);
      if (architecture && venueVersion) await fetchVenue(architecture.id, venueVersion);
    },
  };
}

/**
 * Opens the venue of a URL, loading it unless it is open already.
 * @throws PageError, or an abort error if the visit ends
 */
export async function ensureVenue(architectureId: string): Promise<void> {
  if (currentVenue().architecture?.id === architectureId) return;
  // An invalid id is not requested.
  if (!idSchema.safeParse(architectureId).success)
    throw new PageError('unknownVenue', architectureId.slice(0, 80));
  const version = await ensureVersion();
  try {
    // A venue with a login is not loaded again if the user has left.
    const mayLoad = () => !useUi.getState().loginEnabled || useUser.getState().isLoggedIn;
    let outcome: Outcome;
    do {
      // If the visit has ended, the next one opens it.
      outcome = await currentVisit().get(createVenueLoader).fetchVenue(architectureId, version);
    } while (outcome === 'discarded' && mayLoad());
  } catch (error) {
    // The visit has ended; the page of the next one opens the venue.
    if (isAbort(error)) throw error;
    writeErrorToConsole('VENUE', `venue ${architectureId} could not be loaded`, error);
    throw toPageError(error);
  }
}
