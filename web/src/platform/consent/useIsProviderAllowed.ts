import { useCallback } from 'react';
import { useUser } from '../state/user.ts';
import { useAllowedOnce } from './allowedOnce.ts';
import { isAccepted } from './decisions.ts';

/**
 * Returns a function: whether a provider may load its content now (CONSENT-10), because the user has accepted it, or has
 * allowed it until leaving the area.
 */
export function useIsProviderAllowed(): (provider: string) => boolean {
  const consents = useUser((state) => state.localStorageCookieProviders);
  const once = useAllowedOnce();
  return useCallback(
    (provider) => isAccepted(consents, provider) || once.includes(provider),
    [consents, once],
  );
}
