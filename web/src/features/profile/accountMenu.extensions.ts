import userIcon from '@phosphor-icons/core/regular/user-circle.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { openOwnProfile } from '../../platform/profile/profilePanel.ts';
import { useLoggedInUser } from '../../platform/session/useLoggedInUser.ts';
import { useVenue } from '../../platform/state/venue.ts';
import type { AccountEntry, AccountMenuExtensions } from '../../extensions/accountMenu.ts';

function useProfileEntry(): AccountEntry | undefined {
  const { t } = useTranslation();
  const person = useLoggedInUser();
  const isInVenue = useVenue(({ architecture }) => architecture !== null);
  if (!person || !isInVenue) return undefined;
  return { key: 'profile', icon: userIcon, label: t('account.myProfile'), run: openOwnProfile };
}

export const extensions: AccountMenuExtensions = { entries: [{ order: 10, useEntry: useProfileEntry }] };
