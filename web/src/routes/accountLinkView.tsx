/** Behind the link of a mail; afterwards one is at the login, with one's email filled in. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { AccountLinkScreen } from '../features/login/accountLink/AccountLinkScreen.tsx';
import { routeNames } from '../platform/navigation/routeNames.ts';
import { publicationOf } from '../platform/navigation/publication.ts';
import { safeRedirect } from '../platform/navigation/safeRedirect.ts';
import { openSession } from '../platform/session/entrance.ts';
import { useUser } from '../platform/state/user.ts';
import { ensureVersion, openArchitectureId } from '../platform/venue/loadVenue.ts';
import { signInWays } from './signInWays.ts';

const stageLogin = '/stage/login';

/** Where the login of this page leads to afterwards: what the page that asked for the mail wanted to see. */
function redirectAfter(returnTo: string | undefined): string | undefined {
  if (returnTo === undefined) return undefined;
  const { pathname, search } = new URL(returnTo, location.origin);
  const asked = pathname === routeNames.login ? new URLSearchParams(search).get('redirect') : returnTo;
  const redirect = safeRedirect(asked, openArchitectureId());
  return redirect === '/' ? undefined : redirect;
}

/** Whoever came from the stage goes back there; so does whoever finds no venue published to log in to. */
async function belongsOnStage(returnTo: string | undefined): Promise<boolean> {
  if (returnTo?.startsWith('/stage/')) return true;
  return publicationOf(await ensureVersion().catch(() => null)) === 'UNPUBLISHED';
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
      search: redirect === undefined ? {} : { redirect },
      replace: true,
    });
  };
  /** A new password has ended every session of the account, this browser's too. */
  const signOut = async () => {
    if (useUser.getState().isLoggedIn) await (await openSession()).logout();
  };
  return (
    <AccountLinkScreen
      key={token}
      token={token}
      ways={signInWays}
      onDone={async ({ news }, { returnTo }) => {
        if (news === 'passwordSet') await signOut();
        await toLogin(returnTo);
      }}
      onLogin={toLogin}
    />
  );
}
