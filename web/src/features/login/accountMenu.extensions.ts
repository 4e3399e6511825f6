import signOutIcon from '@phosphor-icons/core/regular/sign-out.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { logOut } from '../session/index.ts';
import { useLoggedInUser } from '../../platform/state/useLoggedInUser.ts';
import type { AccountEntry, AccountMenuExtensions } from '../../extensions/accountMenu.ts';

function useLogOutEntry(): AccountEntry | undefined {
  const { t } = useTranslation();
  const person = useLoggedInUser();
  if (!person) return undefined;
  return {
    key: 'logout',
    icon: signOutIcon,
    isMirrored: true,
    label: t('account.logout'),
    run: () => void logOut(),
  };
}

export const extensions: AccountMenuExtensions = { entries: [{ order: 90, useEntry: useLogOutEntry }] };
