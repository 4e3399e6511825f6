/** The steps that OIDC and SAML logins share: start, finish, or return to the login page with an error code. */
import type { IncomingHttpHeaders } from 'node:http';
import { providerRoundTripMs, type ErrorCode, type LoginError } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { RawResponse } from '#platform/http/route';
import type { Accounts, ExternalUser, Sessions } from '#platform/identity';
import type { Log } from '#platform/log/log';
import { ApiError } from '#platform/apiError';
import { createSecret } from '#platform/secret';
import { RedirectLoginError } from './redirectLoginError.ts';
import { isStagePath } from './redirectPath.ts';
import type { RedirectStore } from './redirectStore.ts';
import type { PendingLogin, PendingLoginCookies } from './pendingLogin.ts';

export interface RedirectFlowDeps {
  readonly store: RedirectStore;
  readonly pendingLogins: PendingLoginCookies;
  readonly accounts: Pick<Accounts, 'findOrCreate' | 'recordLogin'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Returns the provider's URL and the values to keep in the cookie. */
type StartAtProvider = (
  loginId: string,
) => Promise<{ url: string; secrets: Pick<PendingLogin, 'nonce' | 'verifier'> }>;

export class RedirectFlow {
  private readonly deps: RedirectFlowDeps;

  constructor(deps: RedirectFlowDeps) {
    this.deps = deps;
  }

  /** Redirects the browser to the provider and sets the cookie of the pending login. */
  async start(
    provider: string,
    redirect: string,
    headers: IncomingHttpHeaders,
    startAtProvider: StartAtProvider,
  ): Promise<RawResponse> {
    const { pendingLogins, clock } = this.deps;
    const id = createSecret();
    return this.withErrorRedirect(
      provider,
      () => redirect,
      async () => {
        const { url, secrets } = await startAtProvider(id);
        const login = { id, provider, redirect, expiresAt: clock() + providerRoundTripMs, ...secrets };
        return seeOther(url, await pendingLogins.create(login, headers));
      },
    );
  }

  /** The login that this browser has started. Throws a `RedirectLoginError` if there is none. */
  async findPendingLogin(id: string, provider: string, headers: IncomingHttpHeaders): Promise<PendingLogin> {
    const { pendingLogins, clock } = this.deps;
    const login = await pendingLogins.find(id, provider, headers, clock());
    if (login === undefined)
      throw new RedirectLoginError(
        'loginError',
        'this browser has not started a login at this provider, or it has expired',
      );
    return login;
  }

  /** Throws a `RedirectLoginError` if the login has been used before. */
  async markUsed(id: string, provider: string): Promise<void> {
    const { store, clock } = this.deps;
    const now = clock();
    if (!(await store.used.claim('redirect', [provider, id], now + 2 * providerRoundTripMs)))
      throw new RedirectLoginError('loginError', 'this login was used before');
  }

  /** Opens a session for the user whom the provider has authenticated, and redirects to the requested page. */
  async finish(user: ExternalUser, login: PendingLogin, headers: IncomingHttpHeaders): Promise<RawResponse> {
    const { accounts, sessions, pendingLogins, log } = this.deps;
    const { account } = await accounts.findOrCreate(user);
    const { cookies } = await sessions.open(account, { provider: user.provider, headers });
    await accounts.recordLogin(account.id);
    log.info({ provider: user.provider, accountId: account.id }, 'provider login succeeded');
    return seeOther(login.redirect, [...cookies, pendingLogins.clear(login.id)]);
  }

  /** Returns the response of `work`. If it throws, logs the error and redirects to the login page. */
  async withErrorRedirect(
    provider: string,
    redirect: () => string,
    work: () => Promise<RawResponse>,
    loginId?: string,
  ): Promise<RawResponse> {
    try {
      return await work();
    } catch (error) {
      return this.redirectToLoginPage(this.logFailure(provider, error), redirect(), loginId);
    }
  }

  /** Logs why a login failed. Returns the code for the login page. */
  logFailure(provider: string, error: unknown): LoginError {
    const { code, reason, unexpected } = classifyError(error);
    const fields = { provider, loginError: code, reason };
    if (unexpected) this.deps.log.error({ ...fields, err: error }, 'provider login failed');
    else this.deps.log.warn(fields, 'provider login rejected');
    return code;
  }

  /** Redirects to the login page of the venue or of the stage. */
  redirectToLoginPage(code: LoginError, redirect: string, loginId?: string): RawResponse {
    const query = new URLSearchParams({ loginError: code });
    const base = isStagePath(redirect) ? '/stage' : '';
    // Paths of the stage's web app are relative to /stage.
    const path = redirect.slice(base.length);
    if (path !== '' && path !== '/') query.set('redirect', path);
    const page = `${base}/login`;
    return seeOther(
      `${page}?${query.toString()}`,
      loginId === undefined ? [] : [this.deps.pendingLogins.clear(loginId)],
    );
  }
}

export const seeOther = (location: string, cookies: readonly string[] = []): RawResponse => ({
  status: 303,
  headers: {
    location,
    'cache-control': 'no-store',
    // The URL of this page may contain an authorization code.
    'referrer-policy': 'no-referrer',
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  },
});

/** `unexpected`: an error of this server, not of the user, the provider or an overload. */
function classifyError(error: unknown): { code: LoginError; reason: string; unexpected: boolean } {
  if (error instanceof RedirectLoginError)
    return { code: error.code, reason: error.message, unexpected: false };
  if (!(error instanceof ApiError))
    return { code: 'unknownError', reason: 'internal server error', unexpected: true };
  return { code: loginErrorFor(error.code), reason: error.message, unexpected: false };
}

function loginErrorFor(code: ErrorCode): LoginError {
  if (code === 'duplicateAccount') return 'duplicateAccount';
  if (code === 'invalidCredentials') return 'loginError';
  if (code === 'accountBlocked' || code === 'forbidden') return 'unauthorized';
  return 'unknownError';
}
