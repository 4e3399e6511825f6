import { useVenue } from '../state/venue.ts';
import { discardPendingVenues, fetchVenue } from './loadVenue.ts';

/**
 * Loads the open venue again for the current user, because hosts receive more of it than others (MEET-06).
 * @throws ApiError
 */
export async function reloadVenue(): Promise<void> {
  discardPendingVenues();
  const { architecture, venueVersion } = useVenue.getState();
  if (architecture && venueVersion) await fetchVenue(architecture.id, venueVersion);
}
