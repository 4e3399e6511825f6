/** Rate limits of mails, registrations and password checks: per address, network or account, counted over all nodes. */
import { lockoutFailures, type AccountLinkKind, type ErrorCode } from '@foyer/contract';
import { networkOf } from '#platform/http/network';
import { LimitReached, type AttemptCounter } from '#platform/identity';
import { ApiError } from '#platform/apiError';

const hourMs = 3_600_000;
const mailsPerAddress = 3;
const networkWindowMs = 120_000;
const mailsPerNetwork = 60;
/** Mails of a network that requests more are delayed up to this long, not dropped: a network has many users. */
const maxDelayMs = 15 * 60_000;
/** In two minutes, so one per second: each costs a password hash for an unauthenticated client. */
const registrationsPerNetwork = 120;
const noLimit = Number.MAX_SAFE_INTEGER;

const rejectWith =
  (code: ErrorCode, message: string) =>
  (error: unknown): never => {
    if (!(error instanceof LimitReached)) throw error;
    throw new ApiError(code, message, { retryAfter: error.retryAfter });
  };

/** Limits mails that unauthenticated clients can request: password resets, registrations, changes of email. */
export class MailRateLimits {
  private readonly attempts: AttemptCounter;

  constructor(attempts: AttemptCounter) {
    this.attempts = attempts;
  }

  /**
   * Counts a mail to this address and returns its delay in milliseconds; undefined if it must not be sent. Kinds are
   * counted separately: registrations with a user's address do not use up that user's password resets.
   */
  async reserve(kind: AccountLinkKind, emailKey: string, address: string): Promise<number | undefined> {
    const mail = await this.attempts
      .begin([
        { key: `mails-to:${kind}:${emailKey}`, limit: mailsPerAddress, fromLast: false, windowMs: hourMs },
        { key: `mails-of-network:${networkOf(address)}`, limit: noLimit, fromLast: false },
      ])
      .catch((error: unknown) => {
        if (error instanceof LimitReached) return undefined;
        throw error;
      });
    const [, networkCount = 1] = mail?.counts ?? [];
    const delay = Math.floor((networkCount - 1) / mailsPerNetwork) * networkWindowMs;
    if (delay <= maxDelayMs) return mail && delay;
    await mail?.cancel();
    return undefined;
  }
}

/** Limits registrations by network, because each costs a password hash. */
export class RegistrationLimit {
  private readonly attempts: AttemptCounter;

  constructor(attempts: AttemptCounter) {
    this.attempts = attempts;
  }

  /** Throws `tooManyRequests`. */
  async count(address: string): Promise<void> {
    const key = `registrations-of-network:${networkOf(address)}`;
    await this.attempts
      .begin([{ key, limit: registrationsPerNetwork, fromLast: false }])
      .catch(
        rejectWith(
          'tooManyRequests',
          `Rate limit exceeded: at most ${registrationsPerNetwork} registrations in two minutes per network.`,
        ),
      );
  }
}

/** Limits guesses of the current password within an open session of the account. */
export class PasswordGuessLimit {
  private readonly attempts: AttemptCounter;

  constructor(attempts: AttemptCounter) {
    this.attempts = attempts;
  }

  /** Throws `tooManyAttempts`. */
  async check(accountId: string, isCorrect: () => Promise<boolean>): Promise<boolean> {
    const key = `own-password:${accountId}`;
    const guess = await this.attempts
      .begin([{ key, limit: lockoutFailures, fromLast: true }])
      .catch(rejectWith('tooManyAttempts', 'Too many wrong passwords. Try again later.'));
    let isFailure = false;
    try {
      isFailure = !(await isCorrect());
      return !isFailure;
    } finally {
      // A correct password, or one that could not be compared, does not count as a guess.
      if (!isFailure) await guess.cancel();
    }
  }
}
