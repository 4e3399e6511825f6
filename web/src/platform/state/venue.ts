import type { Architecture, Area, Asset, Venue, VenueVersion } from '@foyer/contract';
import { createStore, useStore, type StoreApi } from 'zustand';
import { createScope, type Scope } from '../scope.ts';
import { untilAborted } from '../untilAborted.ts';
import { currentVisit, eachVisit } from '../visit/currentVisit.ts';
import type { Visit } from '../visit/visit.ts';
import { useVisit } from '../visit/VisitProvider.tsx';
import { clearCookieBanner } from './cookieBanner.ts';

/** The time for which a venue is open in a visit, or for which none is. */
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

/** The open venue of a visit: hosts receive more of it than others. */
export function createVenueState({ signal }: Visit): StoreApi<VenueState> {
  const store = createStore<VenueState>(() => ({ ...initialVenue, session: createScope() }));
  untilAborted(signal, () => {
    store.getState().session.end();
    clearCookieBanner();
  });
  return store;
}

export const useVenue = <T>(selector: (state: VenueState) => T): T =>
  useStore(useVisit().get(createVenueState), selector);

/** For what belongs to the open venue, such as its decoded pictures. */
export const useVenueSession = (): VenueSession => useVenue(({ session }) => session);

export const venueOf = (visit: Visit): VenueState => visit.get(createVenueState).getState();

/** The open venue at the time of the call, for code that has no visit. */
export const currentVenue = (): VenueState => venueOf(currentVisit());

/** Follows the open venue from visit to visit, for what outlives them. */
export function followVenue(listener: (state: VenueState, before: VenueState) => void): void {
  eachVisit((visit, before) => {
    if (before) listener(venueOf(visit), venueOf(before));
    untilAborted(visit.signal, visit.get(createVenueState).subscribe(listener));
  });
}

/** Replaces the state of the venue and its session, which ends. */
export function beginVenueSession(store: StoreApi<VenueState>, state: Omit<VenueState, 'session'>): void {
  const { session } = store.getState();
  store.setState({ ...state, session: createScope() });
  session.end();
}

export const clearVenue = (visit: Visit): void => {
  beginVenueSession(visit.get(createVenueState), initialVenue);
  clearCookieBanner();
};

export const areaOf = (state: VenueState, areaId: string | null | undefined): Area | undefined =>
  state.architecture?.areas.find(({ id }) => id === areaId);

/** The current area, undefined outside of all areas. */
export const useCurrentArea = (): Area | undefined => useVenue((state) => areaOf(state, state.currentAreaId));
