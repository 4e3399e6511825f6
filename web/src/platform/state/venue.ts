import { type Architecture, type Area, type Asset, type Venue, type VenueVersion } from '@foyer/contract';
import { create } from 'zustand';
import { createScope, type Scope } from '../scope.ts';
import { clearCookieBanner } from './cookieBanner.ts';

/** The time for which a venue is open in this page, or for which none is. */
export type VenueSession = Scope;

export interface VenueState {
  readonly session: VenueSession;
  readonly venue: Venue | null;
  readonly architecture: Architecture | null;
  readonly assets: ReadonlyMap<string, Asset>;
  /** The version that was current when `venue` was loaded. */
  readonly venueVersion: VenueVersion | null;
  readonly currentAreaId: string | null;
}

export const initialVenue: Omit<VenueState, 'session'> = {
  venue: null,
  architecture: null,
  assets: new Map(),
  venueVersion: null,
  currentAreaId: null,
};

export const useVenue = create<VenueState>(() => ({ ...initialVenue, session: createScope() }));

/** The current session, for what belongs to the open venue, such as its signed URLs. */
export const venueSession = (): VenueSession => useVenue.getState().session;

export const useVenueSession = (): VenueSession => useVenue(({ session }) => session);

/** Replaces the state of the venue and its session, which ends. */
function beginVenueSession(state: Omit<VenueState, 'session'>): void {
  const { session } = useVenue.getState();
  useVenue.setState({ ...state, session: createScope() });
  session.end();
}

/**
 * Stores a venue as the open one, or a new version of it. The current area stays if the venue still has it.
 * @throws RangeError if the venue does not have exactly one architecture
 */
export function setVenue(venue: Venue, venueVersion: VenueVersion): void {
  const [architecture, ...others] = venue.architectures;
  if (!architecture || others.length > 0) {
    throw new RangeError(
      `A venue must have exactly one architecture; this one has ${venue.architectures.length}.`,
    );
  }
  const { currentAreaId, architecture: before } = useVenue.getState();
  const state = {
    venue,
    architecture,
    assets: new Map(venue.assets.map((asset) => [asset.id, asset])),
    venueVersion,
    currentAreaId: architecture.areas.some(({ id }) => id === currentAreaId) ? currentAreaId : null,
  };
  if (architecture.id === before?.id) useVenue.setState(state);
  else beginVenueSession(state);
}

export const clearVenue = (): void => {
  beginVenueSession(initialVenue);
  clearCookieBanner();
};

export const areaOf = (state: VenueState, areaId: string | null | undefined): Area | undefined =>
  state.architecture?.areas.find(({ id }) => id === areaId);

/** The current area, undefined outside of all areas. */
export const useCurrentArea = (): Area | undefined => useVenue((state) => areaOf(state, state.currentAreaId));
