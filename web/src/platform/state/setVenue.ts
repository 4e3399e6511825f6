import type { Venue, VenueVersion } from '@foyer/contract';
import type { Visit } from '../visit/visit.ts';
import { beginVenueSession, createVenueState } from './venue.ts';

/**
 * Stores a venue as the open one, or a new version of it. The current area stays if the venue still has it.
 * @throws RangeError if the venue does not have exactly one architecture
 */
export function setVenue(visit: Visit, venue: Venue, venueVersion: VenueVersion): void {
  const [architecture, ...others] = venue.architectures;
  if (!architecture || others.length > 0) {
    throw new RangeError(
      `A venue must have exactly one architecture; this one has ${venue.architectures.length}.`,
    );
  }
  const store = visit.get(createVenueState);
  const { currentAreaId, architecture: before } = store.getState();
  const state = {
    venue,
    architecture,
    assets: new Map(venue.assets.map((asset) => [asset.id, asset])),
    venueVersion,
    currentAreaId: architecture.areas.some(({ id }) => id === currentAreaId) ? currentAreaId : null,
  };
  if (architecture.id === before?.id) store.setState(state);
  else beginVenueSession(store, state);
}
