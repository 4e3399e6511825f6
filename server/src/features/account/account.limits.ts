/** How many mails, and how many guesses at one's own password: per account and per network, on this node. */
import { lockoutFailures, lockoutMs } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { networkOf } from '#platform/http/network';
import { Refusal } from '#platform/refusal';

const hourMs = 3_600_000;
const mailsPerAddress = 3;
const networkWindowMs = 120_000;
const mailsPerNetwork = 60;
/** A network that asks for more has its mails later, not never: others are behind the same address. */
const delayMax = 15 * 60_000;
const keysKept = 20_000;

/** Counts within windows; forgets the key whose window began first when there are too many. */
class Windows {
  readonly #clock: Clock;
  readonly #lengthMs: number;
  readonly #counts = new Map<string, { count: number; until: number }>();

  constructor(clock: Clock, lengthMs: number) {
    this.#clock = clock;
    this.#lengthMs = lengthMs;
  }

  /** The window of a key, as it stands. */
  of(key: string): { count: number; until: number } {
    const now = this.#clock();
    const found = this.#counts.get(key);
    if (found !== undefined && found.until > now) return found;
    this.#counts.delete(key);
    const [oldest] = this.#counts.keys();
    if (oldest !== undefined && this.#counts.size >= keysKept) this.#counts.delete(oldest);
    const fresh = { count: 0, until: now + this.#lengthMs };
    this.#counts.set(key, fresh);
    return fresh;
  }
}

/** Limits mails that strangers ask for: resets and registrations. */
export class MailLimits {
  readonly #addresses: Windows;
  readonly #networks: Windows;

  constructor(clock: Clock) {
    this.#addresses = new Windows(clock, hourMs);
    this.#networks = new Windows(clock, networkWindowMs);
  }

  /** Milliseconds that a mail to this address waits; undefined where it is not sent at all. */
  take(emailKey: string, address: string): number | undefined {
    const mails = this.#addresses.of(emailKey);
    const network = this.#networks.of(networkOf(address));
    const delay = Math.floor(network.count / mailsPerNetwork) * networkWindowMs;
    if (mails.count >= mailsPerAddress || delay > delayMax) return undefined;
    mails.count += 1;
    network.count += 1;
    return delay;
  }
}

/** Limits guesses of the current password by whoever has an open session of the account. */
export class PasswordGuesses {
  readonly #accounts: Windows;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#accounts = new Windows(clock, lockoutMs);
  }

  /** Counts first and asks then: guesses at the same moment are counted as well. Throws `tooManyAttempts`. */
  async check(accountId: string, isRight: () => Promise<boolean>): Promise<boolean> {
    const window = this.#accounts.of(accountId);
    if (window.count >= lockoutFailures)
      throw new Refusal('tooManyAttempts', 'Too many wrong passwords; wait a little.', {
        retryAfter: Math.ceil((window.until - this.#clock()) / 1000),
      });
    window.count += 1;
    const right = await isRight();
    if (right) window.count -= 1;
    return right;
  }
}
