/** Brings version and venue into the state, once however many ask at the same time. */
import { getVenueVersion, id as idSchema, type VenueVersion } from '@foyer/contract';
import { ApiError, call } from '../api/client.ts';
import { operatingMode } from '../base.ts';
import { logError } from '../log.ts';
import { useUi } from '../state/ui.ts';
import { setVenue, useVenue } from '../state/venue.ts';
import { effectiveVersion } from './versionChange.ts';
import { PageError } from './pageError.ts';

/** Runs one at a time per key; who comes while it runs gets the same answer. */
function singleFlight<T>(): (key: string, run: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return (key, run) => {
    const known = running.get(key);
    if (known) return known;
    const promise = run().finally(() => running.delete(key));
    running.set(key, promise);
    return promise;
  };
}

const sharedVersion = singleFlight<VenueVersion>();
const sharedVenue = singleFlight<void>();
/** The architecture asked for last. */
let requestedId: string | undefined;
/** Counts the people to whom this page has shown venues, each as their roles let them see it. */
let visitorCount = 0;

/** Nothing that is asked for already is shown any more, to nobody who comes later either. */
export const discardPendingVenues = (): void => {
  visitorCount += 1;
};

/** What a failed call means to a page that cannot show without it. */
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
    // Of the live venue everybody may know it: no session has to be good for that.
    call(getVenueVersion, { report: 'console', waitPlace: 'page', withoutToken: operatingMode === 'LIVE' }),
  );

/**
 * The version, loaded if it is not known yet (GUARD-03).
 * @throws PageError
 */
export async function ensureVersion(): Promise<VenueVersion> {
  const known = useUi.getState().venueVersion;
  if (known) return known;
  try {
    const venueVersion = await fetchVersion();
    useUi.setState({ venueVersion });
    return venueVersion;
  } catch (error) {
    logError('VERSION', 'the version could not be loaded', error);
    throw toPageError(error);
  }
}

/** The venue that `/` leads to: the published one, on the stage the one saved last. Null where there is none. */
export function defaultArchitectureId(): string | null {
  const { venueVersion, uiConfig } = useUi.getState();
  return venueVersion?.publishedArchitectureId ?? uiConfig?.venue?.architectureId ?? null;
}

const importReader = () => import('./readVenue.ts');

/** Begins to fetch what reads venues, before there is one to read. */
export const preloadVenueReader = (): void => void importReader().catch(() => undefined);

/** Fetches what reads venues; where that does not come, neither would the venue. */
async function loadReader() {
  try {
    return await importReader();
  } catch (error) {
    throw new ApiError('NOT_REACHABLE', String(error));
  }
}

/**
 * Loads a venue anew and takes it over.
 * @throws ApiError, RangeError (VERSION-06)
 */
export const fetchVenue = (architectureId: string, version: VenueVersion): Promise<void> =>
  sharedVenue(`${architectureId} ${effectiveVersion(version)} ${visitorCount}`, async () => {
    const thisVisit = visitorCount;
    requestedId = architectureId;
    const { readVenue } = await loadReader();
    const venue = await readVenue(architectureId);
    // Somebody has walked on to another venue meanwhile, or has left.
    if (requestedId !== architectureId || visitorCount !== thisVisit) return;
    // What was really loaded counts: a node may answer with the version before the one that was heard of.
    const { publishedVersion } = venue.publishInfo;
    setVenue(venue, version.mode === 'LIVE' ? { ...version, publishedVersion } : version);
  });

/**
 * The venue of an address, loaded if it is not the one that is open.
 * @throws PageError
 */
export async function ensureVenue(architectureId: string): Promise<void> {
  if (useVenue.getState().architecture?.id === architectureId) return;
  // What cannot be an id is asked of nobody.
  if (!idSchema.safeParse(architectureId).success)
    throw new PageError('unknownVenue', architectureId.slice(0, 80));
  const version = await ensureVersion();
  try {
    for (let asked = -1; asked !== visitorCount;) {
      asked = visitorCount;
      await fetchVenue(architectureId, version);
      // Whoever it was asked for may have left meanwhile: a venue without a login opens to whoever is here now.
      if (requestedId !== architectureId || useUi.getState().loginEnabled) return;
    }
  } catch (error) {
    logError('VENUE', `the venue ${architectureId} could not be loaded`, error);
    throw toPageError(error);
  }
}
