/** Signing in with email and password, or with the grant of a ticket platform (LOGIN-13, LOGIN-16). */
import { availableParallelism } from 'node:os';
import { lockoutFailures, type signIn } from '@foyer/contract';
import { hasStageRole } from '#platform/http/access';
import { readCookie, withCookies, writeCookie } from '#platform/http/cookies';
import { networkOf } from '#platform/http/network';
import type { Call, Raw } from '#platform/http/route';
import { LimitReached, type Account, type Attempt } from '#platform/identity';
import { Refusal } from '#platform/refusal';
import type { Attempts } from '../attempts.ts';
import type { TicketGrants } from '../tickets/ticketGrants.ts';
import type { LoginOptions } from '../options.ts';
import type { LoginDeps } from '../ports.ts';
import { settingsOf, type LoginSettings } from '../settings/loginSettings.ts';
import { isPlainAttendee } from '#platform/tickets';
import { KeyedMutex, KeyedSemaphore, QueueFull } from '#platform/semaphore';
import { Batcher } from './batcher.ts';

export const grantCookie = 'foyer_grant';
export const grantPath = '/api/session/sign-in';

/** A network that has failed this often waits with each further attempt, a little longer every time. */
const patientFailures = 60;
const delayStepMs = 500;
const delayMostMs = 10_000;
/**
 * So many of a network are compared at a time, which is enough to keep every core at work: guesses that come at one moment
 * cannot outrun the count, nor fill the line of hashes for everybody else.
 */
const permitsPerNetwork = 64;
/** Some ten seconds of work wait for each core. */
const maxQueuedPerNetwork = 400 * availableParallelism();

/** So many keep every core at work while the others wait for each other. */
const enoughAtWork = 2 * availableParallelism();
const crowd = 2 * enoughAtWork;
/** Written and answered at one go: some milliseconds of the event loop. */
const batchSize = 16;
const batchWaitMs = 100;

type SignInCall = Call<typeof signIn>;

export interface SignInParts extends LoginDeps {
  readonly settings: LoginSettings;
  readonly options: LoginOptions;
  readonly attempts: Attempts;
  readonly grants: TicketGrants;
}

export class SignIn {
  private readonly parts: SignInParts;
  private readonly networkSemaphore = new KeyedSemaphore({
    permits: permitsPerNetwork,
    maxQueued: maxQueuedPerNetwork,
  });
  private readonly accountMutex = new KeyedMutex();
  private readonly batcher = new Batcher(batchWaitMs);

  constructor(parts: SignInParts) {
    this.parts = parts;
  }

  async signIn(call: SignInCall): Promise<Raw> {
    const granted = await this.byGrant(call);
    if (granted !== undefined) return this.open(call, granted.account, granted.provider);
    this.mustTakePasswords(call);
    return this.byPassword(call);
  }

  private async byGrant(call: SignInCall): Promise<{ account: Account; provider: string } | undefined> {
    const token = readCookie(call.headers, grantCookie);
    if (token === undefined || call.mode === 'STAGE') return undefined;
    const emailKey = this.parts.emailKey(call.body.email);
    if (emailKey === undefined) return undefined;
    const granted = await this.parts.grants.burn(token, emailKey, call.body.password);
    if (granted === undefined) return undefined;
    const account = await this.parts.accounts.find(granted.accountId);
    if (account === undefined) return undefined;
    if (account.blocked) throw new Refusal('accountBlocked', 'This account is blocked.');
    // A password, or more than an attendee's rights, may have come since the number was looked up.
    if (account.passwordMark !== '' || !isPlainAttendee(account.roles)) return undefined;
    return { account, provider: granted.provider };
  }

  /** A way in that is switched off is not there; ticket numbers without a grant are wrong. */
  private mustTakePasswords({ mode }: SignInCall): void {
    const { options, settings } = this.parts;
    if (options.hasPassword(mode)) return;
    const takesTickets =
      settingsOf(settings, 'cvent') !== undefined || settingsOf(settings, 'bizzabo') !== undefined;
    if (takesTickets) throw wrong();
    throw new Refusal('notFound', 'This venue has no login with email and password.');
  }

  private async byPassword(call: SignInCall): Promise<Raw> {
    const key = this.parts.emailKey(call.body.email) ?? call.body.email.normalize('NFKC').toLowerCase();
    const limited = <T>(work: () => Promise<T>) =>
      this.networkSemaphore.run(networkKey(call.address), work, { signal: call.signal });
    // One after the other: none of many right sign-ins to an account that people share is taken for a guess.
    const compare = () => this.accountMutex.run(key, () => this.compare(call, key));
    try {
      const first = await limited(async () => {
        const delayMs = await this.delayOf(call);
        return delayMs === 0 ? compare() : { delayMs };
      });
      if (!('delayMs' in first)) return first;
      // The delay holds no permit: however many of a network guess, the others wait no longer.
      await this.parts.pause(first.delayMs, call.signal);
      return await limited(compare);
    } catch (fault) {
      if (fault instanceof QueueFull)
        throw new Refusal('unavailable', 'Too many people of this network sign in at this moment.', {
          retryAfter: 5,
        });
      if (fault instanceof Error && fault.name === 'AbortError')
        throw new Refusal('requestTimeout', 'The caller did not wait.', { cause: fault });
      throw fault;
    }
  }

  private async compare(call: SignInCall, key: string): Promise<Raw> {
    const { accounts, attempts } = this.parts;
    const { email, password } = call.body;
    call.signal.throwIfAborted();
    await this.joinBatch();
    const attempt = await this.begin(`account:${key}`, call);
    const { account, right } = await accounts
      .verifyPassword(email, password)
      .catch(async (fault: unknown) => {
        // Nothing was compared: too many wait at this moment, for one.
        await attempt.takeBack();
        throw fault;
      });
    if (account !== undefined && right) return this.enter(call, account, attempt);
    await attempts.addFailure(networkKey(call.address));
    this.note(call, 'sign-in failed', { accountId: account?.id });
    if (account === undefined && this.parts.settings.tellUnknownUsers)
      throw new Refusal('unknownUser', 'There is no account of this email.');
    throw wrong();
  }

  /** The attempt was no guess: that is written with the session, and before the next one of the account begins. */
  private async enter(call: SignInCall, account: Account, attempt: Attempt): Promise<Raw> {
    await this.joinBatch();
    const [takenBack, opened] = await Promise.allSettled([
      attempt.takeBack(),
      // Nobody is there to be given a session.
      call.signal.aborted ? Promise.reject(call.signal.reason as Error) : this.openIfWelcome(call, account),
    ]);
    if (takenBack.status === 'rejected') throw takenBack.reason;
    if (opened.status === 'rejected') throw opened.reason;
    return opened.value;
  }

  private async openIfWelcome(call: SignInCall, account: Account): Promise<Raw> {
    if (account.blocked) throw new Refusal('accountBlocked', 'This account is blocked.');
    if (account.pending)
      throw new Refusal(
        'invalidCredentials',
        'This account is not confirmed yet: follow the link in the mail.',
      );
    if (call.mode === 'STAGE' && !hasStageRole(account.roles))
      throw new Refusal('forbidden', 'The stage is for designers and administrators.');
    return this.open(call, account, 'password');
  }

  /** Waits for others in a crowd; returns at once without one. */
  private async joinBatch(): Promise<void> {
    const people = this.accountMutex.size;
    if (people > crowd) await this.batcher.join(Math.min(batchSize, people - enoughAtWork));
  }

  private async begin(key: string, call: SignInCall): Promise<Attempt> {
    try {
      return await this.parts.attempts.begin([{ key, limit: lockoutFailures, fromLast: true }]);
    } catch (fault) {
      if (!(fault instanceof LimitReached)) throw fault;
      this.note(call, 'sign-in locked', {});
      throw new Refusal('tooManyAttempts', 'Too many failed sign-ins: try again a little later.', {
        retryAfter: fault.retryAfter,
      });
    }
  }

  /** Whoever guesses is slowed down together with the network; nobody in it is turned away for that. */
  private async delayOf(call: SignInCall): Promise<number> {
    const failures = await this.parts.attempts.failures(networkKey(call.address));
    if (failures < patientFailures) return 0;
    const delayMs = Math.min(delayMostMs, (failures - patientFailures + 1) * delayStepMs);
    this.note(call, 'sign-in delayed', { delayMs });
    return delayMs;
  }

  private async open(call: SignInCall, account: Account, provider: string): Promise<Raw> {
    const { accounts, sessions, secureCookies } = this.parts;
    // At the same time, so that they share a commit.
    const [{ session, cookies }] = await Promise.all([
      sessions.open(account, { provider, headers: call.headers }),
      accounts.noteLogin(account.id),
    ]);
    this.note(call, 'signed in', { accountId: account.id, provider });
    const noGrant = writeCookie(grantCookie, '', { path: grantPath, maxAgeMs: 0, secure: secureCookies });
    return withCookies(provider === 'password' ? cookies : [...cookies, noGrant], session);
  }

  private note({ requestId, mode, address }: SignInCall, message: string, details: object): void {
    this.parts.log.info({ requestId, mode, address, ...details }, message);
  }
}

export const networkKey = (address: string): string => `network:${networkOf(address)}`;
const wrong = () => new Refusal('invalidCredentials', 'The email and the password do not fit.');
