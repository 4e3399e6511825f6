/** Shows a logged-in user the result of the link in an email. Without a login, the login page shows it. */
import { clearHandover, readHandover, type LoginHandover } from '../../features/login/loginHandover.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { createSnackbars } from '../../platform/snackbars.ts';
import { useUser } from '../../platform/state/user.ts';
import { currentVisit } from '../../platform/visit/currentVisit.ts';

/** Shows the result to the user who is logged in now: the link may have logged them in, which begins another visit. */
export function showLinkResult({ news, email }: LoginHandover): void {
  const t = translate('login');
  // The link may belong to another account than the one that is logged in.
  const isOwn = useUser.getState().user?.email === email;
  const text =
    news === 'emailChanged' && isOwn ? t('newEmailConfirmed', { email }) : t(`messages.${news}.title`);
  // A new email is needed at the next login, so its message stays until it is closed.
  const timeout = news === 'emailChanged' ? { timeout: 0 } : {};
  currentVisit()
    .get(createSnackbars)
    .show(text, { tone: 'success', ...timeout });
}

/** Shows the result that the page before has saved, once. */
export function showSavedResult(): void {
  const saved = readHandover();
  clearHandover();
  if (saved) showLinkResult(saved);
}
