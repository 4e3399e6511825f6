import { guestNumber } from '../../platform/chat/guestNumber.ts';
import { useGuestId } from '../../platform/chat/useChatId.ts';
import { useIsProviderAllowed } from '../../platform/consent/useIsProviderAllowed.ts';
import { useUser } from '../../platform/state/user.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { firstDisplayName, hasAgreed } from './ownName.ts';
import { useTexts } from './useTexts.ts';

/**
 * The user's name, else with consent the email, else what chat calls a guest.
 * @param cookieProviders those of the meeting
 */
export function useDisplayName(cookieProviders: readonly string[]): string {
  const { t } = useTexts();
  const user = useUser((state) => state.user);
  const guestId = useGuestId();
  const architecture = useVenue((state) => state.architecture);
  const isAllowed = useIsProviderAllowed();
  const mayTellEmail = architecture !== null && hasAgreed(cookieProviders, architecture, isAllowed);
  return firstDisplayName([
    user?.attributes.name,
    mayTellEmail ? user?.email : undefined,
    guestId === undefined ? t('nameless') : t('guest', { number: guestNumber(guestId) }),
  ]);
}
