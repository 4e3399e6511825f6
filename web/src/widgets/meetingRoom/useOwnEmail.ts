import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { hasAgreed } from './ownName.ts';

/**
 * The user's email, if the provider of a meeting may have it; undefined without consent, and for guests.
 * @param cookieProviders those of the meeting
 */
export function useOwnEmail(cookieProviders: readonly string[]): string | undefined {
  const email = useUser((state) => state.user?.email);
  const architecture = useVenue((state) => state.architecture);
  const isAllowed = useIsProviderAllowed();
  const isAgreed = architecture !== null && hasAgreed(cookieProviders, architecture, isAllowed);
  return isAgreed && email !== '' ? email : undefined;
}
