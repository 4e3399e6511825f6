/** How many mails, and how many guesses at one's own password: per account and per network, counted for all nodes. */
import { lockoutFailures, type AccountLinkKind, type ErrorCode } from '@foyer/contract';
import { networkOf } from '#platform/http/network';
import { LimitReached, type AttemptCounter } from '#platform/identity';
import { Refusal } from '#platform/refusal';

const hourMs = 3_600_000;
const mailsPerAddress = 3;
const networkWindowMs = 120_000;
const mailsPerNetwork = 60;
/** A network that asks for more has its mails later, not never: others are behind the same address. */
const delayMax = 15 * 60_000;
/** One a second: each costs a hash of a password before anybody has proved anything. */
const registrationsPerNetwork = 120;
const noLimit = Number.MAX_SAFE_INTEGER;

const refusing =
  (code: ErrorCode, message: string) =>
  (fault: unknown): never => {
    if (!(fault instanceof LimitReached)) throw fault;
    throw new Refusal(code, message, { retryAfter: fault.retryAfter });
  };

/** Limits mails that strangers ask for: resets and registrations. */
export class MailLimits {
  readonly #attempts: AttemptCounter;

  constructor(attempts: AttemptCounter) {
    this.#attempts = attempts;
  }

  /**
   * Milliseconds that a mail to this address waits; undefined where it is not sent at all. Each kind is counted by
   * itself: registrations with somebody's address do not use up the resets of whoever it belongs to.
   */
  async take(kind: AccountLinkKind, emailKey: string, address: string): Promise<number | undefined> {
    const mail = await this.#attempts
      .begin([
        { key: `mails-to:${kind}:${emailKey}`, limit: mailsPerAddress, fromLast: false, windowMs: hourMs },
        { key: `mails-of-network:${networkOf(address)}`, limit: noLimit, fromLast: false },
      ])
      .catch((fault: unknown) => {
        if (fault instanceof LimitReached) return undefined;
        throw fault;
      });
    const [, ofNetwork = 1] = mail?.counts ?? [];
    const delay = Math.floor((ofNetwork - 1) / mailsPerNetwork) * networkWindowMs;
    if (delay <= delayMax) return mail && delay;
    await mail?.takeBack();
    return undefined;
  }
}

/** Limits the passwords of strangers that are hashed, by network. */
export class Registrations {
  readonly #attempts: AttemptCounter;

  constructor(attempts: AttemptCounter) {
    this.#attempts = attempts;
  }

  /** Throws `tooManyRequests`. */
  async count(address: string): Promise<void> {
    const key = `registrations-of-network:${networkOf(address)}`;
    await this.#attempts
      .begin([{ key, limit: registrationsPerNetwork, fromLast: false }])
      .catch(refusing('tooManyRequests', 'Many people register from this network: wait a little.'));
  }
}

/** Limits guesses of the current password by whoever has an open session of the account. */
export class PasswordGuesses {
  readonly #attempts: AttemptCounter;

  constructor(attempts: AttemptCounter) {
    this.#attempts = attempts;
  }

  /** Throws `tooManyAttempts`. */
  async check(accountId: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const key = `own-password:${accountId}`;
    const guess = await this.#attempts
      .begin([{ key, limit: lockoutFailures, fromLast: true }])
      .catch(refusing('tooManyAttempts', 'Too many wrong passwords; wait a little.'));
    let isFailure = false;
    try {
      isFailure = !(await isRight());
      return !isFailure;
    } finally {
      // Neither a right one nor one that could not be compared is a guess.
      if (!isFailure) await guess.takeBack();
    }
  }
}
