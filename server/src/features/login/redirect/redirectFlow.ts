/** What every redirect login does, whoever the provider is: set out, come in, or go back to the login page with a reason. */
import type { IncomingHttpHeaders } from 'node:http';
import { providerRoundTripMs, type LoginError } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { RawAnswer } from '#platform/http/route';
import type { Accounts, ExternalPerson, Sessions } from '#platform/identity';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal';
import { newSecret } from '#platform/secret';
import { LoginFailure } from './loginFailure.ts';
import { isStagePath } from './redirectPath.ts';
import type { RedirectStore } from './redirectStore.ts';
import type { Trip, TripCookies } from './pendingLogin.ts';

export interface RedirectFlowParts {
  readonly store: RedirectStore;
  readonly trips: TripCookies;
  readonly accounts: Pick<Accounts, 'admit' | 'noteLogin'>;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly clock: Clock;
  readonly log: Log;
}

type Begin = (tripId: string) => Promise<{ url: string; remember: Pick<Trip, 'nonce' | 'verifier'> }>;

export class RedirectFlow {
  readonly #parts: RedirectFlowParts;

  constructor(parts: RedirectFlowParts) {
    this.#parts = parts;
  }

  /** Sends the browser to the provider, with a cookie that remembers the trip. */
  async setOut(
    provider: string,
    redirect: string,
    headers: IncomingHttpHeaders,
    begin: Begin,
  ): Promise<RawAnswer> {
    const { trips, clock } = this.#parts;
    const id = newSecret();
    return this.orBack(
      provider,
      () => redirect,
      async () => {
        const { url, remember } = await begin(id);
        const trip = { id, provider, redirect, expiresAt: clock() + providerRoundTripMs, ...remember };
        return seeOther(url, await trips.begin(trip, headers));
      },
    );
  }

  /** The trip that this browser set out on; throws a `LoginFailure` where it did not. */
  async tripOf(id: string, provider: string, headers: IncomingHttpHeaders): Promise<Trip> {
    const { trips, clock } = this.#parts;
    const trip = await trips.find(id, provider, headers, clock());
    if (trip === undefined)
      throw new LoginFailure('loginError', 'this browser has not set out to this provider, or too long ago');
    return trip;
  }

  /** Throws a `LoginFailure` for a trip that has ended before. */
  async endTrip(id: string, provider: string): Promise<void> {
    const { store, clock } = this.#parts;
    const now = clock();
    if (!(await store.used.use('trip', [provider, id], now, now + 2 * providerRoundTripMs)))
      throw new LoginFailure('loginError', 'this login has ended before');
  }

  /** Opens a session for a person whom the provider vouches for, and goes where they wanted to be. */
  async comeIn(person: ExternalPerson, trip: Trip, headers: IncomingHttpHeaders): Promise<RawAnswer> {
    const { accounts, sessions, trips, log } = this.#parts;
    const { account } = await accounts.admit(person);
    const { cookies } = await sessions.open(account, { provider: person.provider, headers });
    await accounts.noteLogin(account.id);
    log.info({ provider: person.provider, accountId: account.id }, 'logged in over a provider');
    return seeOther(trip.redirect, [...cookies, trips.end(trip.id)]);
  }

  /** What `work` answers; where it fails, the way back to the login page, and a line in the log that says why. */
  async orBack(
    provider: string,
    redirect: () => string,
    work: () => Promise<RawAnswer>,
    tripId?: string,
  ): Promise<RawAnswer> {
    try {
      return await work();
    } catch (fault) {
      return this.back(this.report(provider, fault), redirect(), tripId);
    }
  }

  /** Logs why a login came to nothing. Returns what the person is told. */
  report(provider: string, fault: unknown): LoginError {
    const { told, reason, ours } = failureOf(fault);
    const line = { provider, told, reason };
    if (ours) this.#parts.log.error({ ...line, err: fault }, 'login over a provider failed');
    else this.#parts.log.warn(line, 'login over a provider refused');
    return told;
  }

  /** To the login page of the venue, or of the stage. */
  back(told: LoginError, redirect: string, tripId?: string): RawAnswer {
    const query = new URLSearchParams({ loginError: told });
    const base = isStagePath(redirect) ? '/stage' : '';
    // The web app of the stage knows its paths without what stands before them.
    const path = redirect.slice(base.length);
    if (path !== '' && path !== '/') query.set('redirect', path);
    const page = `${base}/login`;
    return seeOther(
      `${page}?${query.toString()}`,
      tripId === undefined ? [] : [this.#parts.trips.end(tripId)],
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
function failureOf(fault: unknown): { told: LoginError; reason: string; ours: boolean } {
  if (fault instanceof LoginFailure) return { told: fault.told, reason: fault.message, ours: false };
  if (!(fault instanceof Refusal))
    return { told: 'unknownError', reason: 'a fault of the server', ours: true };
  const { code, message } = fault;
  if (code === 'duplicateAccount') return { told: 'duplicateAccount', reason: message, ours: false };
  if (code === 'invalidCredentials') return { told: 'loginError', reason: message, ours: false };
  if (code === 'accountBlocked' || code === 'forbidden')
    return { told: 'unauthorized', reason: message, ours: false };
  return { told: 'unknownError', reason: message, ours: false };
}
