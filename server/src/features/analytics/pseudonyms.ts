/** Pseudonyms of people in analytics: keyed hashes, which only this server can compute. */
import { createHmac } from 'node:crypto';
import { once } from '#platform/concurrency/once';
import type { Caller } from '#platform/http/route';
import type { Secrets } from '#platform/secrets';
import type { LocalDays } from './localDays.ts';

export interface PseudonymDeps {
  readonly secrets: Secrets;
  readonly days: LocalDays;
}

export class Pseudonyms {
  private readonly days: LocalDays;
  private readonly key: () => Promise<Buffer>;

  constructor({ secrets, days }: PseudonymDeps) {
    this.days = days;
    this.key = once(() => secrets.key('analytics'));
  }

  /**
   * Different on each day, so that people are counted and not followed. Users and guests are known by their session;
   * others by the id that their browser sends.
   */
  async visitor(caller: Caller, browserId: string, at: number): Promise<string> {
    return this.visitorOfDay(personIdOf(caller) ?? browserId, this.days.dayOf(at).start);
  }

  /** The pseudonyms of an account on all days between two times. */
  async visitorsOfAccount(accountId: string, from: number, to: number): Promise<string[]> {
    const visitors: string[] = [];
    for (let { start, end } = this.days.dayOf(from); start <= to; { start, end } = this.days.dayOf(end))
      visitors.push(await this.visitorOfDay(accountId, start));
    return visitors;
  }

  /** The same on all days. Stored only with consent to personalized tracking. */
  async userKey(accountId: string): Promise<string> {
    return (await this.hash(`user:${accountId}`)).slice(0, 32);
  }

  private async visitorOfDay(id: string, dayStart: number): Promise<string> {
    return (await this.hash(`${dayStart}:${id}`)).slice(0, 16);
  }

  private async hash(text: string): Promise<string> {
    return createHmac('sha256', await this.key())
      .update(text)
      .digest('hex');
  }
}

/** The account or guest of a session; undefined without one. */
export function personIdOf(caller: Caller): string | undefined {
  if (caller.kind === 'account') return caller.accountId;
  return caller.kind === 'guest' ? caller.guestId : undefined;
}
