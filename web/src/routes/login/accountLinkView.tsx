/**
 * The page behind a link in an email. A new password and a confirmed registration log in and lead to the venue; otherwise
 * the login page follows with the email filled in. The result is shown there.
 */
import type { IssuedIdToken } from '@foyer/contract';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountLinkScreen } from '../../features/login/accountLink/AccountLinkScreen.tsx';
import type { LinkResult } from '../../features/login/accountLink/linkFormProps.ts';
import { saveHandover } from '../../features/login/loginHandover.ts';
import { parseToken } from '../../platform/backend/idToken.ts';
import { base } from '../../platform/base.ts';
import { logError } from '../../platform/log.ts';
import { loginRequested, routeNames } from '../../platform/navigation/routeNames.ts';
import { publicationOf } from '../../platform/navigation/publication.ts';
import { safeRedirect } from '../../platform/navigation/safeRedirect.ts';
import { loadSession } from '../../features/session/index.ts';
import { designerRoleOf } from '../../platform/state/useDesignerRole.ts';
import { useUser } from '../../platform/state/user.ts';
import { ensureVersion, defaultArchitectureId } from '../../platform/venue/loadVenue.ts';
import { showLinkResult } from './linkResult.ts';
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

/** The query of the login page: it leads on to the page from which the email was requested. */
function loginSearch(returnTo: string | undefined): { redirect?: string; asked?: string } {
  const redirect = redirectAfter(returnTo);
  return redirect === undefined ? {} : { redirect, ...loginRequested };
}

const maySeeStage = (session: IssuedIdToken): boolean =>
  designerRoleOf(parseToken(session).user.authorities) !== undefined;

export default function AccountLinkView() {
  const navigate = useNavigate();
  const { hash } = useLocation();
  const token = new URLSearchParams(hash).get('token') ?? '';
  /** Whether this page has restored a session. The link may end it, or belong to another account. */
  const [hadSession] = useState(() => useUser.getState().isLoggedIn);
  const toLogin = async (returnTo?: string) => {
    if (await continuesOnStage(returnTo)) location.assign(stageLogin);
    else await navigate({ to: routeNames.login, search: loginSearch(returnTo), replace: true });
  };
  /** Logs in with the session that the link has opened in this browser. */
  const enter = async (result: LinkResult, session: IssuedIdToken, returnTo: string | undefined) => {
    const onStage = maySeeStage(session) && (await continuesOnStage(returnTo));
    if (onStage || hadSession) {
      // A new page restores the session by its cookie, and shows the result.
      saveHandover(result);
      location.assign(
        onStage ? stageLogin : `${base}${routeNames.login}?${new URLSearchParams(loginSearch(returnTo))}`,
      );
    } else {
      await (await loadSession()).open(session);
      if (useUser.getState().isLoggedIn) showLinkResult(result);
      await navigate({ to: routeNames.login, search: loginSearch(returnTo), replace: true });
    }
  };
  const reportResult = async (result: LinkResult) => {
    // A new password has ended every session of the account, this browser's too.
    if (result.news === 'passwordSet' && useUser.getState().isLoggedIn) await (await loadSession()).logout();
    if (result.news === 'emailChanged' && useUser.getState().isLoggedIn) await renewSession();
    if (useUser.getState().isLoggedIn) showLinkResult(result);
    else saveHandover(result);
  };
  return (
    <AccountLinkScreen
      key={token}
      token={token}
      actions={loginActions}
      onDone={async (result, { returnTo }) => {
        if (result.session !== undefined) {
          await enter(result, result.session, returnTo);
          return;
        }
        await reportResult(result);
        await toLogin(returnTo);
      }}
      onLogin={toLogin}
    />
  );
}
