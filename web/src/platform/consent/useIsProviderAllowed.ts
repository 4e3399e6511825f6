import { useCallback } from 'react';
import { useUser } from '../state/user.ts';
import { useVenue } from '../state/venue.ts';
import { useAllowedOnce } from './allowedOnce.ts';
import { isAccepted } from './decisions.ts';

/**
 * Returns a function: whether a provider may load its content now (CONSENT-10), because the user has accepted it, or has
 * allowed it until leaving the area. A provider that the venue does not have may not.
 */
export function useIsProviderAllowed(): (provider: string) => boolean {
  const consents = useUser((state) => state.localStorageCookieProviders);
  const currentAreaId = useVenue((state) => state.currentAreaId);
  const once = useAllowedOnce();
  return useCallback(
    (provider) =>
      isAccepted(consents, provider) || (once.areaId === currentAreaId && once.providers.includes(provider)),
    [consents, once, currentAreaId],
  );
}
