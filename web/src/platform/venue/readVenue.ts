/** Requests and opens the venue. In a module of its own because its large schema is downloaded with the first area. */
import { getVenue, type Venue, type VenueVersion } from '@foyer/contract';
import { call } from '../api/client.ts';
import { openConsents } from '../consent/openConsents.ts';
import { setVenue } from '../state/setVenue.ts';
import type { Visit } from '../visit/visit.ts';

/** @throws ApiError */
export const readVenue = (architectureId: string, signal: AbortSignal): Promise<Venue> =>
  call(getVenue, { query: { architectureId }, report: 'console', waitPlace: 'page', signal });

/**
 * Stores a venue as the open one, with the stored consents, which apply before it is shown.
 * @throws RangeError if the venue does not have exactly one architecture
 */
export function openVenue(visit: Visit, venue: Venue, version: VenueVersion): void {
  const [architecture] = venue.architectures;
  if (architecture) {
    const { id, cookieBannerConfig, cookieProviders, personalizedTrackingEnabled } = architecture;
    openConsents({ architectureId: id, cookieBannerConfig, cookieProviders, personalizedTrackingEnabled });
  }
  // The loaded version counts: a node may still respond with the version before the announced one.
  const { publishedVersion } = venue.publishInfo;
  setVenue(visit, venue, version.mode === 'LIVE' ? { ...version, publishedVersion } : version);
}
