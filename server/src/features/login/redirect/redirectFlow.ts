/** What every redirect login does, whoever the provider is: set out, come in, or go back to the login page with a reason. */
import type { IncomingHttpHeaders } from 'node:http';
import { providerRoundTripMs, type LoginError } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { RawAnswer } from '#platform/http/route';
import type { Accounts, ExternalPerson, Sessions } from '#platform/identity';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal';
import { newSecret } from '#platform/secret';
import { RedirectLoginError } from './loginFailure.ts';
import { isStagePath } from './redirectPath.ts';
import type { RedirectStore } from './redirectStore.ts';
import type { PendingLogin, PendingLoginCookies } from './pendingLogin.ts';

export interface RedirectFlowDeps {
  readonly store: RedirectStore;
  readonly cookies: PendingLoginCookies;
  readonly accounts: Pick<Accounts, 'findOrCreate' | 'recordLogin'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly clock: Clock;
  readonly log: Log;
}

type StartAtProvider = (
  tripId: string,
) => Promise<{ url: string; remember: Pick<PendingLogin, 'nonce' | 'verifier'> }>;

export class RedirectFlow {
  private readonly deps: RedirectFlowDeps;

  constructor(deps: RedirectFlowDeps) {
    this.deps = deps;
  }

  /** Sends the browser to the provider, with a cookie that remembers the trip. */
  async start(
    provider: string,
    redirect: string,
    headers: IncomingHttpHeaders,
    begin: StartAtProvider,
  ): Promise<RawAnswer> {
    const { cookies: trips, clock } = this.deps;
    const id = newSecret();
    return this.withErrorRedirect(
      provider,
      () => redirect,
      async () => {
        const { url, remember } = await begin(id);
        const trip = { id, provider, redirect, expiresAt: clock() + providerRoundTripMs, ...remember };
        return seeOther(url, await trips.create(trip, headers));
      },
    );
  }

  /** The trip that this browser set out on; throws a `RedirectLoginError` where it did not. */
  async findPendingLogin(id: string, provider: string, headers: IncomingHttpHeaders): Promise<PendingLogin> {
    const { cookies: trips, clock } = this.deps;
    const trip = await trips.find(id, provider, headers, clock());
    if (trip === undefined)
      throw new RedirectLoginError(
        'loginError',
        'this browser has not set out to this provider, or too long ago',
      );
    return trip;
  }

  /** Throws a `RedirectLoginError` for a trip that has ended before. */
  async markUsed(id: string, provider: string): Promise<void> {
    const { store, clock } = this.deps;
    const now = clock();
    if (!(await store.used.use('trip', [provider, id], now, now + 2 * providerRoundTripMs)))
      throw new RedirectLoginError('loginError', 'this login has ended before');
  }

  /** Opens a session for a person whom the provider vouches for, and goes where they wanted to be. */
  async finish(person: ExternalPerson, trip: PendingLogin, headers: IncomingHttpHeaders): Promise<RawAnswer> {
    const { accounts, sessions, cookies: trips, log } = this.deps;
    const { account } = await accounts.findOrCreate(person);
    const { cookies } = await sessions.open(account, { provider: person.provider, headers });
    await accounts.recordLogin(account.id);
    log.info({ provider: person.provider, accountId: account.id }, 'logged in over a provider');
    return seeOther(trip.redirect, [...cookies, trips.clear(trip.id)]);
  }

  /** What `work` answers; where it fails, the way back to the login page, and a line in the log that says why. */
  async withErrorRedirect(
    provider: string,
    redirect: () => string,
    work: () => Promise<RawAnswer>,
    tripId?: string,
  ): Promise<RawAnswer> {
    try {
      return await work();
    } catch (fault) {
      return this.redirectToLoginPage(this.logFailure(provider, fault), redirect(), tripId);
    }
  }

  /** Logs why a login came to nothing. Returns what the person is told. */
  logFailure(provider: string, fault: unknown): LoginError {
    const { told, reason, ours } = classifyError(fault);
    const line = { provider, told, reason };
    if (ours) this.deps.log.error({ ...line, err: fault }, 'login over a provider failed');
    else this.deps.log.warn(line, 'login over a provider refused');
    return told;
  }

  /** To the login page of the venue, or of the stage. */
  redirectToLoginPage(told: LoginError, redirect: string, tripId?: string): RawAnswer {
    const query = new URLSearchParams({ loginError: told });
    const base = isStagePath(redirect) ? '/stage' : '';
    // The web app of the stage knows its paths without what stands before them.
    const path = redirect.slice(base.length);
    if (path !== '' && path !== '/') query.set('redirect', path);
    const page = `${base}/login`;
    return seeOther(
      `${page}?${query.toString()}`,
      tripId === undefined ? [] : [this.deps.cookies.clear(tripId)],
    );
  }
}

export const seeOther = (location: string, cookies: readonly string[] = []): RawAnswer => ({
  status: 303,
  headers: {
    location,
    'cache-control': 'no-store',
    // The address that is left may hold a code.
    'referrer-policy': 'no-referrer',
    ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}),
  },
});

/** `ours`: nothing that a person, a provider or a busy database could have caused. */
function classifyError(fault: unknown): { told: LoginError; reason: string; ours: boolean } {
  if (fault instanceof RedirectLoginError) return { told: fault.code, reason: fault.message, ours: false };
  if (!(fault instanceof Refusal))
    return { told: 'unknownError', reason: 'a fault of the server', ours: true };
  const { code, message } = fault;
  if (code === 'duplicateAccount') return { told: 'duplicateAccount', reason: message, ours: false };
  if (code === 'invalidCredentials') return { told: 'loginError', reason: message, ours: false };
  if (code === 'accountBlocked' || code === 'forbidden')
    return { told: 'unauthorized', reason: message, ours: false };
  return { told: 'unknownError', reason: message, ours: false };
}
