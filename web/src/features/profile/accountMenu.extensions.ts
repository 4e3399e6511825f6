import userIcon from '@phosphor-icons/core/regular/user-circle.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useLoggedInUser } from '../../platform/state/useLoggedInUser.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { useProfilesModel } from './useProfiles.ts';
import type { AccountEntry, AccountMenuExtensions } from '../../extensions/accountMenu.ts';

function useProfileEntry(): AccountEntry | undefined {
  const { t } = useTranslation();
  const { openOwn } = useProfilesModel();
  const person = useLoggedInUser();
  const isInVenue = useVenue(({ architecture }) => architecture !== null);
  if (!person || !isInVenue) return undefined;
  return { key: 'profile', icon: userIcon, label: t('account.myProfile'), run: openOwn };
}

export const extensions: AccountMenuExtensions = { entries: [{ order: 10, useEntry: useProfileEntry }] };
