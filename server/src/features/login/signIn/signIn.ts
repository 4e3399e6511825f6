/** Signs in with email and password, or with the grant of a ticket login (LOGIN-13, LOGIN-16). */
import { availableParallelism } from 'node:os';
import { lockoutFailures, type OperatingMode, type signIn } from '@foyer/contract';
import { hasStageRole } from '#platform/http/access';
import { readCookie, withCookies, writeCookie } from '#platform/http/cookies';
import { networkOf } from '#platform/http/network';
import type { Call, Raw } from '#platform/http/route';
import {
  LimitReached,
  type Account,
  type Attempt,
  type NewSession,
  type SignInRequest,
} from '#platform/identity';
import { ApiError } from '#platform/apiError';
import type { LoginAttempts } from '../attempts.ts';
import type { TicketGrants } from '../tickets/ticketGrants.ts';
import type { LoginOptions } from '../options.ts';
import type { LoginDeps } from '../ports.ts';
import { findSettings, type LoginSettings } from '../settings/loginSettings.ts';
import { isPlainAttendee } from '#platform/tickets';
import { KeyedMutex, KeyedSemaphore, QueueFull } from '#platform/concurrency/semaphore';
import { Batcher } from './batcher.ts';

export const grantCookie = 'foyer_grant';
export const grantPath = '/api/session/sign-in';

/**
 * After `failures` of a network in two minutes, each further attempt is delayed by one more step: the attempts at one
 * account soon, so that a guesser does not delay others of the same network; all attempts of the network much later,
 * because guesses at many accounts are few at each of them.
 */
const slowDowns = {
  account: { failures: 3, stepMs: 500 },
  network: { failures: 300, stepMs: 50 },
} as const;
const maxDelayMs = 10_000;
/**
 * Concurrent password checks per network. Enough to keep every core busy; low enough that concurrent guesses of one
 * network neither exceed the failure limit nor fill the hash queue for other networks.
 */
const permitsPerNetwork = 64;
/** About ten seconds of work per core. */
const maxQueuedPerNetwork = 400 * availableParallelism();

/** This many sign-ins keep every core busy while the others wait for a batch. */
const busyThreshold = 2 * availableParallelism();
/** Sign-ins are batched if more than this many are in progress. */
const crowdThreshold = 2 * busyThreshold;
/** Sign-ins that are written and answered together; they block the event loop for some milliseconds. */
const batchSize = 16;
const batchWaitMs = 100;

type SignInCall = Call<typeof signIn>;

export interface SignInDeps extends LoginDeps {
  readonly settings: LoginSettings;
  readonly options: LoginOptions;
  readonly attempts: LoginAttempts;
  readonly grants: TicketGrants;
}

export class SignIn {
  private readonly deps: SignInDeps;
  private readonly semaphore = new KeyedSemaphore({
    permits: permitsPerNetwork,
    maxQueued: maxQueuedPerNetwork,
  });
  private readonly accountMutex = new KeyedMutex();
  private readonly batcher = new Batcher(batchWaitMs);

  constructor(deps: SignInDeps) {
    this.deps = deps;
  }

  async signIn(call: SignInCall): Promise<Raw> {
    const granted = await this.redeemGrant(call);
    if (granted !== undefined) return this.openSession(call, granted.account, granted.provider);
    this.assertPasswordsAccepted(call);
    return this.signInWithPassword(call);
  }

  /** Not counted as an attempt: the link proves that the user owns the account, also while it is locked (LOGIN-20). */
  async signInByLink(accountId: string, request: SignInRequest): Promise<NewSession | undefined> {
    try {
      const account = await this.deps.accounts.find(accountId);
      const isAllowed = account !== undefined && this.mayUsePassword(account, request.mode);
      return isAllowed ? await this.open(request, account, 'password') : undefined;
    } catch (error) {
      // The link is used up: the user logs in with the password instead.
      const { requestId } = request;
      this.deps.log.warn({ err: error, requestId, accountId }, 'sign-in after a link failed');
      return undefined;
    }
  }

  private mayUsePassword(account: Account, mode: OperatingMode): boolean {
    if (account.blocked || account.pending || account.passwordFingerprint === '') return false;
    // Designers can log in with a password on the stage, and have the same session in the venue.
    return hasStageRole(account.roles) || (mode === 'LIVE' && this.deps.options.allowsPassword(mode));
  }

  private async redeemGrant(call: SignInCall): Promise<{ account: Account; provider: string } | undefined> {
    const token = readCookie(call.headers, grantCookie);
    if (token === undefined || call.mode === 'STAGE') return undefined;
    const emailKey = this.deps.emailKey(call.body.email);
    if (emailKey === undefined) return undefined;
    const granted = await this.deps.grants.redeem(token, emailKey, call.body.password);
    if (granted === undefined) return undefined;
    const account = await this.deps.accounts.find(granted.accountId);
    if (account === undefined) return undefined;
    if (account.blocked) throw new ApiError('accountBlocked', 'This account is blocked.');
    // The account may have got a password or more roles since the ticket was looked up.
    if (account.passwordFingerprint !== '' || !isPlainAttendee(account.roles)) return undefined;
    return { account, provider: granted.provider };
  }

  /** Throws `notFound` without a password login; `invalidCredentials` if the venue has ticket logins, as the grant is missing. */
  private assertPasswordsAccepted({ mode }: SignInCall): void {
    const { options, settings } = this.deps;
    if (options.allowsPassword(mode)) return;
    const hasTicketLogin =
      findSettings(settings, 'cvent') !== undefined || findSettings(settings, 'bizzabo') !== undefined;
    if (hasTicketLogin) throw invalidCredentials();
    throw new ApiError('notFound', 'This venue has no login with email and password.');
  }

  private async signInWithPassword(call: SignInCall): Promise<Raw> {
    const key = this.deps.emailKey(call.body.email) ?? call.body.email.normalize('NFKC').toLowerCase();
    // A device that has signed in to this account before neither queues behind its network's guesses nor is delayed.
    const isKnownDevice = await this.isKnownDevice(call, key);
    const queue = isKnownDevice ? `device:${key}` : networkKey(call);
    const limited = <T>(work: () => Promise<T>) => this.semaphore.run(queue, work, { signal: call.signal });
    // One at a time per account: concurrent correct sign-ins to a shared account must not count as failures.
    const verify = () => this.accountMutex.run(key, () => this.verifyPassword(call, key));
    try {
      const first = await limited(async () => {
        const delayMs = isKnownDevice ? 0 : await this.delayFor(call, key);
        return delayMs === 0 ? verify() : { delayMs };
      });
      if (!('delayMs' in first)) return first;
      // The permit is released during the delay, so that guesses do not block others of the same network.
      await this.deps.pause(first.delayMs, call.signal);
      return await limited(verify);
    } catch (error) {
      if (error instanceof QueueFull)
        throw new ApiError(
          'unavailable',
          'Too many concurrent sign-ins from this network: try again in 5 seconds.',
          {
            retryAfter: 5,
          },
        );
      if (error instanceof Error && error.name === 'AbortError')
        throw new ApiError('requestTimeout', 'The request was aborted by the client.', { cause: error });
      throw error;
    }
  }

  private async verifyPassword(call: SignInCall, key: string): Promise<Raw> {
    const { accounts, attempts } = this.deps;
    const { email, password } = call.body;
    call.signal.throwIfAborted();
    await this.joinBatch();
    const attempt = await this.countAttempt(`account:${key}`, call);
    const { account, isCorrect } = await accounts
      .verifyPassword(email, password)
      .catch(async (error: unknown) => {
        // The password was not verified, for example because the hash queue is full.
        await attempt.cancel();
        throw error;
      });
    if (account !== undefined && isCorrect) return this.completeSignIn(call, account, attempt);
    await Promise.all([
      attempts.addFailure(networkKey(call)),
      attempts.addFailure(accountOfNetworkKey(call, key)),
    ]);
    this.logSignIn(call, 'sign-in failed', { accountId: account?.id });
    if (account === undefined && this.deps.settings.tellUnknownUsers)
      throw new ApiError('unknownUser', 'There is no account with this email.');
    throw invalidCredentials();
  }

  /** Subtracts the counted attempt and opens the session, both before the next attempt of this account begins. */
  private async completeSignIn(call: SignInCall, account: Account, attempt: Attempt): Promise<Raw> {
    await this.joinBatch();
    const [subtracted, opened] = await Promise.allSettled([
      attempt.cancel(),
      // A client that has disconnected gets no session.
      call.signal.aborted ? Promise.reject(call.signal.reason as Error) : this.openIfAllowed(call, account),
    ]);
    if (subtracted.status === 'rejected') throw subtracted.reason;
    if (opened.status === 'rejected') throw opened.reason;
    return opened.value;
  }

  private async openIfAllowed(call: SignInCall, account: Account): Promise<Raw> {
    if (account.blocked) throw new ApiError('accountBlocked', 'This account is blocked.');
    if (account.pending)
      throw new ApiError(
        'invalidCredentials',
        'This account is not confirmed yet: follow the link in the email.',
      );
    if (call.mode === 'STAGE' && !hasStageRole(account.roles))
      throw new ApiError('forbidden', 'The stage is for designers and administrators.');
    return this.openSession(call, account, 'password');
  }

  /** Waits for a batch if many sign-ins are in progress, otherwise returns immediately. */
  private async joinBatch(): Promise<void> {
    const inProgress = this.accountMutex.size;
    if (inProgress > crowdThreshold) await this.batcher.join(Math.min(batchSize, inProgress - busyThreshold));
  }

  private async countAttempt(key: string, call: SignInCall): Promise<Attempt> {
    try {
      return await this.deps.attempts.begin([{ key, limit: lockoutFailures, fromLast: true }]);
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      this.logSignIn(call, 'sign-in blocked after too many failures', {});
      throw new ApiError('tooManyAttempts', 'Too many failed sign-ins: try again later.', {
        retryAfter: error.retryAfter,
      });
    }
  }

  private async isKnownDevice({ headers }: SignInCall, key: string): Promise<boolean> {
    const accounts = await this.deps.sessions.knownAccounts(headers);
    return accounts.some(({ email }) => this.deps.emailKey(email) === key);
  }

  /** Delays, but never rejects, sign-ins after many failures of their network. */
  private async delayFor(call: SignInCall, key: string): Promise<number> {
    const { attempts } = this.deps;
    const [ofAccount, ofNetwork] = await Promise.all([
      attempts.failures(accountOfNetworkKey(call, key)),
      attempts.failures(networkKey(call)),
    ]);
    const delayMs = Math.min(
      maxDelayMs,
      Math.max(delayAfter(ofAccount, slowDowns.account), delayAfter(ofNetwork, slowDowns.network)),
    );
    if (delayMs > 0) this.logSignIn(call, 'sign-in delayed', { delayMs });
    return delayMs;
  }

  private async openSession(call: SignInCall, account: Account, provider: string): Promise<Raw> {
    const { session, cookies } = await this.open(call, account, provider);
    const { secureCookies } = this.deps;
    const clearGrant = writeCookie(grantCookie, '', { path: grantPath, maxAgeMs: 0, secure: secureCookies });
    return withCookies(provider === 'password' ? cookies : [...cookies, clearGrant], session);
  }

  private async open(request: SignInRequest, account: Account, provider: string): Promise<NewSession> {
    const { accounts, sessions } = this.deps;
    // Concurrent, so that both writes share a commit.
    const [opened] = await Promise.all([
      sessions.open(account, { provider, headers: request.headers }),
      accounts.recordLogin(account.id),
    ]);
    this.logSignIn(request, 'signed in', { accountId: account.id, provider });
    return opened;
  }

  private logSignIn({ requestId, mode, address }: SignInRequest, message: string, details: object): void {
    this.deps.log.info({ requestId, mode, address, ...details }, message);
  }
}

const networkKey = ({ address }: SignInCall): string => `network:${networkOf(address)}`;
const accountOfNetworkKey = ({ address }: SignInCall, key: string): string =>
  `account-of-network:${networkOf(address)}:${key}`;

const delayAfter = (count: number, after: { readonly failures: number; readonly stepMs: number }): number =>
  Math.max(0, count - after.failures + 1) * after.stepMs;

const invalidCredentials = () => new ApiError('invalidCredentials', 'The email or the password is wrong.');
