import { createStore, useStore, type StoreApi } from 'zustand';
import { createVenueState, currentVenue, useVenueSession, type VenueSession } from '../state/venue.ts';
import { untilAborted } from '../untilAborted.ts';
import { currentVisit } from '../visit/currentVisit.ts';

type AllowedOnce = readonly string[];
const none: AllowedOnce = [];

/** The providers that the user has allowed until leaving the area (CONSENT-15). */
function createAllowedOnce({ signal }: VenueSession): StoreApi<AllowedOnce> {
  const store = createStore<AllowedOnce>(() => none);
  const end = currentVisit()
    .get(createVenueState)
    .subscribe(({ currentAreaId }, before) => {
      if (currentAreaId !== before.currentAreaId) store.setState(none, true);
    });
  untilAborted(signal, end);
  return store;
}

const current = (): StoreApi<AllowedOnce> => currentVenue().session.get(createAllowedOnce);

export const useAllowedOnce = (): AllowedOnce => useStore(useVenueSession().get(createAllowedOnce));

export const allowedOnce = (): AllowedOnce => current().getState();

export const allowOnce = (providers: readonly string[]): void =>
  current().setState((before) => [...before, ...providers], true);

export const clearAllowedOnce = (): void => current().setState(none, true);
