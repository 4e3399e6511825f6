import { createVenueState } from '../state/venue.ts';
import type { Visit } from '../visit/visit.ts';
import { createVenueLoader } from './loadVenue.ts';

/**
 * Loads the open venue again for the current roles of the user, because hosts receive more of it than others (MEET-06).
 * @throws ApiError
 */
export async function reloadVenue(visit: Visit): Promise<void> {
  const loader = visit.get(createVenueLoader);
  loader.discard();
  const { architecture, venueVersion } = visit.get(createVenueState).getState();
  if (architecture && venueVersion) await loader.fetchVenue(architecture.id, venueVersion);
}
