/** Requests the venue. In a module of its own because its large schema is downloaded with the first area. */
import { getVenue, type Venue } from '@foyer/contract';
import { call } from '../api/client.ts';
import { openConsents } from '../consent/openConsents.ts';

/** @throws ApiError */
export const readVenue = (architectureId: string, signal: AbortSignal): Promise<Venue> =>
  call(getVenue, { query: { architectureId }, report: 'console', waitPlace: 'page', signal });

/** Applies the stored consents to a venue, before it is shown. */
export function openConsentsOf({ architectures: [architecture] }: Venue): void {
  if (!architecture) return;
  const { id, cookieBannerConfig, cookieProviders, personalizedTrackingEnabled } = architecture;
  openConsents({ architectureId: id, cookieBannerConfig, cookieProviders, personalizedTrackingEnabled });
}
