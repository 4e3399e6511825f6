/** What a ticket platform allows: one sign-in, soon, in the same browser, with the same email and number (LOGIN-13). */
import { hash } from 'node:crypto';
import { ticketGrantMs } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { hashOfSecret, newSecret, secretPattern } from '#platform/secret';
import type { Storage } from '#platform/storage/storage';
import type { LoginTables } from '../tables.ts';

export interface TicketGrant {
  readonly provider: string;
  readonly accountId: string;
}

/** Platforms write numbers in capitals, people do not; a number begins with no zero. */
export const normalizeTicketNumber = (number: string): string =>
  number
    .trim()
    .toUpperCase()
    .replace(/^0+(?=\d+$)/, '');
const hashCredentials = (emailKey: string, number: string): string =>
  hash('sha256', `${emailKey}\n${normalizeTicketNumber(number)}`, 'base64url');

export class TicketGrants {
  private readonly storage: Storage<LoginTables>;
  private readonly clock: Clock;

  constructor(storage: Storage<LoginTables>, clock: Clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /** Returns the secret for the browser. What has expired is swept out. */
  async create(to: TicketGrant, emailKey: string, number: string): Promise<string> {
    const token = newSecret();
    const now = this.clock();
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('ticketGrant').where('expiresAt', '<=', now).compile(),
      db
        .insertInto('ticketGrant')
        .values({
          ...to,
          tokenHash: hashOfSecret(token),
          credentials: hashCredentials(emailKey, number),
          expiresAt: now + ticketGrantMs,
        })
        .compile(),
    ]);
    return token;
  }

  /** Burns the grant if it holds for this email and number; of many callers one gets it. */
  async redeem(token: string, emailKey: string, number: string): Promise<TicketGrant | undefined> {
    if (!secretPattern.test(token)) return undefined;
    return this.storage.db
      .deleteFrom('ticketGrant')
      .where('tokenHash', '=', hashOfSecret(token))
      .where('credentials', '=', hashCredentials(emailKey, number))
      .where('expiresAt', '>', this.clock())
      .returning(['provider', 'accountId'])
      .executeTakeFirst();
  }
}
