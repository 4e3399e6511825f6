import { create } from 'zustand';
import { useVenue } from '../state/venue.ts';

const none = { providers: [] };

/** The providers that the user has allowed until leaving the area (CONSENT-15). */
export const useAllowedOnce = create<{ readonly providers: readonly string[] }>(() => none);

export const clearAllowedOnce = (): void => useAllowedOnce.setState(none);

useVenue.subscribe(({ currentAreaId }, before) => {
  if (currentAreaId !== before.currentAreaId) clearAllowedOnce();
});
