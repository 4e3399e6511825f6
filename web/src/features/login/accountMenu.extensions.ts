import signOutIcon from '@phosphor-icons/core/regular/sign-out.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { logOut } from '../session/index.ts';
import { countUnsentMessages } from '../../platform/storage/chatStorage.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createLogOutQuestion } from './logOutQuestion.ts';
import { useLoggedInUser } from '../../platform/state/useLoggedInUser.ts';
import type { AccountEntry, AccountMenuExtensions } from '../../extensions/accountMenu.ts';

function useLogOutEntry(): AccountEntry | undefined {
  const { t } = useTranslation();
  const person = useLoggedInUser();
  const question = useVisit().get(createLogOutQuestion);
  if (!person) return undefined;
  return {
    key: 'logout',
    icon: signOutIcon,
    isMirrored: true,
    label: t('account.logout'),
    run: () => {
      const unsent = countUnsentMessages(person.userId);
      if (unsent > 0) question.setState({ isOpen: true, unsent });
      else void logOut();
    },
  };
}

export const extensions: AccountMenuExtensions = { entries: [{ order: 90, useEntry: useLogOutEntry }] };
