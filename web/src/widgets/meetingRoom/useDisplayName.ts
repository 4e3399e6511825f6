import { guestNumber } from '../../platform/chat/guestNumber.ts';
import { useGuestId } from '../../platform/chat/useChatId.ts';
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
