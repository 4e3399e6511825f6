/**
 * Behind the link of a mail; afterwards one is at the login, with one's email filled in, or, logged in already, in the
 * venue. What has become of it is told there.
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
import { hideSnackbar, showSnackbar } from '../../platform/snackbars.ts';
import { useUser } from '../../platform/state/user.ts';
import { ensureVersion, defaultArchitectureId } from '../../platform/venue/loadVenue.ts';
import { signInWays } from './signInWays.ts';

const stageLogin = '/stage/login';

/** Where the login of this page leads to afterwards: what the page that asked for the mail wanted to see. */
function redirectAfter(returnTo: string | undefined): string | undefined {
  if (returnTo === undefined) return undefined;
  const { pathname, search } = new URL(returnTo, location.origin);
  const asked = pathname === routeNames.login ? new URLSearchParams(search).get('redirect') : returnTo;
  const redirect = safeRedirect(asked, defaultArchitectureId());
  return redirect === '/' ? undefined : redirect;
}

/** Whoever came from the stage goes back there; so does whoever finds no venue published to log in to. */
async function belongsOnStage(returnTo: string | undefined): Promise<boolean> {
  if (returnTo?.startsWith('/stage/')) return true;
  return publicationOf(await ensureVersion().catch(() => null)) === 'UNPUBLISHED';
}

/** Whoever has a new email is called by it from now on, in every tab. */
async function renewSession(): Promise<void> {
  try {
    await (await loadSession()).refreshUser();
  } catch (error) {
    logError('SESSION', 'the session does not know of the new email yet', error);
  }
}

/** To whoever stays logged in and never comes to the login; nobody who comes after them sees it. */
function tellInVenue({ news, email }: LoginHandover): void {
  const t = translate('login');
  // The link may be of another account than the one that is logged in here.
  const isOwn = useUser.getState().user?.email === email;
  const text =
    news === 'emailChanged' && isOwn
      ? t('link.emailChange.done', { email: `\u2068${email}\u2069` })
      : t(`messages.${news}.title`);
  const id = showSnackbar(text, { tone: 'success', timeout: 0 });
  const end = useUser.subscribe(({ isLoggedIn }) => {
    if (isLoggedIn) return;
    end();
    hideSnackbar(id);
  });
}

export default function AccountLinkView() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = new URLSearchParams(hash).get('token') ?? '';
  const toLogin = async (returnTo?: string) => {
    if (await belongsOnStage(returnTo)) {
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
  const tell = async (done: LoginHandover) => {
    // A new password has ended every session of the account, this browser's too.
    if (done.news === 'passwordSet' && useUser.getState().isLoggedIn) await (await loadSession()).logout();
    if (done.news === 'emailChanged' && useUser.getState().isLoggedIn) await renewSession();
    if (useUser.getState().isLoggedIn) tellInVenue(done);
    else saveHandover(done);
  };
  return (
    <AccountLinkScreen
      key={token}
      token={token}
      actions={signInWays}
      onDone={async (done, { returnTo }) => {
        await tell(done);
        await toLogin(returnTo);
      }}
      onLogin={toLogin}
    />
  );
}
