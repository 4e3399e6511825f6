import { type Architecture, type Area, type Asset, type Venue, type VenueVersion } from '@foyer/contract';
import { create } from 'zustand';
import { clearCookieBanner } from './cookieBanner.ts';

export interface VenueState {
  readonly venue: Venue | null;
  readonly architecture: Architecture | null;
  readonly assets: ReadonlyMap<string, Asset>;
  /** The version that was current when `venue` was loaded. */
  readonly venueVersion: VenueVersion | null;
  readonly currentAreaId: string | null;
}

export const initialVenue: VenueState = {
  venue: null,
  architecture: null,
  assets: new Map(),
  venueVersion: null,
  currentAreaId: null,
};

export const useVenue = create<VenueState>(() => initialVenue);

/**
 * Stores a venue as the open one. The current area stays if the venue still has it.
 * @throws RangeError if the venue does not have exactly one architecture
 */
export function setVenue(venue: Venue, venueVersion: VenueVersion): void {
  const [architecture, ...others] = venue.architectures;
  if (!architecture || others.length > 0) {
    throw new RangeError(
      `A venue must have exactly one architecture; this one has ${venue.architectures.length}.`,
    );
  }
  const { currentAreaId } = useVenue.getState();
  useVenue.setState({
    venue,
    architecture,
    assets: new Map(venue.assets.map((asset) => [asset.id, asset])),
    venueVersion,
    currentAreaId: architecture.areas.some(({ id }) => id === currentAreaId) ? currentAreaId : null,
  });
}

export const clearVenue = (): void => {
  useVenue.setState(initialVenue);
  clearCookieBanner();
};

export const areaOf = (state: VenueState, areaId: string | null | undefined): Area | undefined =>
  state.architecture?.areas.find(({ id }) => id === areaId);

/** The current area, undefined outside of all areas. */
export const useCurrentArea = (): Area | undefined => useVenue((state) => areaOf(state, state.currentAreaId));
