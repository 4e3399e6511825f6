/**
 * The page behind a link in an email. It then leads to the login page with the email filled in, or to the venue if the
 * user is logged in already. The result is shown there.
 */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { AccountLinkScreen } from '../../features/login/accountLink/AccountLinkScreen.tsx';
import { saveHandover, type LoginHandover } from '../../features/login/loginHandover.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { logError } from '../../platform/log.ts';
import { loginRequested, routeNames } from '../../platform/navigation/routeNames.ts';
import { publicationOf } from '../../platform/navigation/publication.ts';
import { safeRedirect } from '../../platform/navigation/safeRedirect.ts';
import { loadSession } from '../../platform/session/sessionLoader.ts';
import { hideSnackbar, showSnackbar } from '../../platform/showSnackbar.ts';
import { useUser } from '../../platform/state/user.ts';
import { ensureVersion, defaultArchitectureId } from '../../platform/venue/loadVenue.ts';
import { loginActions } from './loginActions.ts';

const stageLogin = '/stage/login';

/** The `redirect` of the login page: the page from which the email was requested. */
function redirectAfter(returnTo: string | undefined): string | undefined {
  if (returnTo === undefined) return undefined;
  const { pathname, search } = new URL(returnTo, location.origin);
  const requested = pathname === routeNames.login ? new URLSearchParams(search).get('redirect') : returnTo;
  const redirect = safeRedirect(requested, defaultArchitectureId());
  return redirect === '/' ? undefined : redirect;
}

/** Whether the login is on the stage: the email was requested there, or no venue is published. */
async function continuesOnStage(returnTo: string | undefined): Promise<boolean> {
  if (returnTo?.startsWith('/stage/')) return true;
  return publicationOf(await ensureVersion().catch(() => null)) === 'UNPUBLISHED';
}

/** Renews the session, so that every tab shows the new email. */
async function renewSession(): Promise<void> {
  try {
    await (await loadSession()).refreshUser();
  } catch (error) {
    logError('SESSION', 'session could not be renewed after the change of the email', error);
  }
}

/** Shows the result to a user who stays logged in, and hides it at the logout, so that the next user does not see it. */
function showInVenue({ news, email }: LoginHandover): void {
  const t = translate('login');
  // The link may belong to another account than the one that is logged in.
  const isOwn = useUser.getState().user?.email === email;
  const text =
    news === 'emailChanged' && isOwn
      ? t('link.emailChange.done', { email: `\u2068${email}\u2069` })
      : t(`messages.${news}.title`);
  const id = showSnackbar(text, { tone: 'success', timeout: 0 });
  const unsubscribe = useUser.subscribe(({ isLoggedIn }) => {
    if (isLoggedIn) return;
    unsubscribe();
    hideSnackbar(id);
  });
}

export default function AccountLinkView() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = new URLSearchParams(hash).get('token') ?? '';
  const toLogin = async (returnTo?: string) => {
    if (await continuesOnStage(returnTo)) {
      location.assign(stageLogin);
      return;
    }
    const redirect = redirectAfter(returnTo);
    await navigate({
      to: routeNames.login,
      search: redirect === undefined ? {} : { redirect, ...loginRequested },
      replace: true,
    });
  };
  const reportResult = async (result: LoginHandover) => {
    // A new password has ended every session of the account, this browser's too.
    if (result.news === 'passwordSet' && useUser.getState().isLoggedIn) await (await loadSession()).logout();
    if (result.news === 'emailChanged' && useUser.getState().isLoggedIn) await renewSession();
    if (useUser.getState().isLoggedIn) showInVenue(result);
    else saveHandover(result);
  };
  return (
    <AccountLinkScreen
      key={token}
      token={token}
      actions={loginActions}
      onDone={async (result, { returnTo }) => {
        await reportResult(result);
        await toLogin(returnTo);
      }}
      onLogin={toLogin}
    />
  );
}
