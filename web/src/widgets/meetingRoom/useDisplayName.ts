import { guestNumber, useGuestId } from '../../features/chat/index.ts';
import { useUser } from '../../platform/state/user.ts';
import { firstDisplayName } from './ownName.ts';
import { useOwnEmail } from './useOwnEmail.ts';
import { useTexts } from './useTexts.ts';

/**
 * The user's name, else with consent the email, else what chat calls a guest.
 * @param cookieProviders those of the meeting
 */
export function useDisplayName(cookieProviders: readonly string[]): string {
  const { t } = useTexts();
  const name = useUser((state) => state.user?.attributes.name);
  const guestId = useGuestId();
  const email = useOwnEmail(cookieProviders);
  return firstDisplayName([
    name,
    email,
    guestId === undefined ? t('nameless') : t('guest', { number: guestNumber(guestId) }),
  ]);
}
