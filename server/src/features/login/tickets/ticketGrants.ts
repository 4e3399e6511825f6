/** Grants of ticket logins: each allows one sign-in in the same browser, with the same email and number, for two minutes (LOGIN-13). */
import { hash } from 'node:crypto';
import { ticketGrantMs } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { hashSecret, createSecret, secretPattern } from '#platform/secret';
import type { Storage } from '#platform/storage/storage';
import type { LoginTables } from '../tables.ts';

export interface TicketGrant {
  readonly provider: string;
  readonly accountId: string;
}

/** Converts a ticket number to upper case, without zeros at the beginning of a number. */
export function normalizeTicketNumber(number: string): string {
  const plain = number.trim().toUpperCase();
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain;
}
const hashCredentials = (emailKey: string, number: string): string =>
  hash('sha256', `${emailKey}\n${normalizeTicketNumber(number)}`, 'base64url');

export class TicketGrants {
  private readonly storage: Storage<LoginTables>;
  private readonly clock: Clock;

  constructor(storage: Storage<LoginTables>, clock: Clock) {
    this.storage = storage;
    this.clock = clock;
  }

  /** Creates a grant. Returns the secret for the browser's cookie. */
  async create(grant: TicketGrant, emailKey: string, number: string): Promise<string> {
    const token = createSecret();
    await this.storage.db
      .insertInto('ticketGrant')
      .values({
        ...grant,
        tokenHash: hashSecret(token),
        credentials: hashCredentials(emailKey, number),
        expiresAt: this.clock() + ticketGrantMs,
      })
      .execute();
    return token;
  }

  async deleteExpired(): Promise<void> {
    await this.storage.db.deleteFrom('ticketGrant').where('expiresAt', '<=', this.clock()).execute();
  }

  /** The grants of an account, without their secrets. */
  listByAccount(accountId: string): Promise<{ provider: string; expiresAt: number }[]> {
    return this.storage.read
      .selectFrom('ticketGrant')
      .select(['provider', 'expiresAt'])
      .where('accountId', '=', accountId)
      .orderBy('expiresAt')
      .execute();
  }

  async deleteByAccount(accountId: string): Promise<void> {
    await this.storage.db.deleteFrom('ticketGrant').where('accountId', '=', accountId).execute();
  }

  /** Deletes and returns the grant if it is valid for this email and number. Only one of concurrent callers gets it. */
  async redeem(token: string, emailKey: string, number: string): Promise<TicketGrant | undefined> {
    if (!secretPattern.test(token)) return undefined;
    return this.storage.db
      .deleteFrom('ticketGrant')
      .where('tokenHash', '=', hashSecret(token))
      .where('credentials', '=', hashCredentials(emailKey, number))
      .where('expiresAt', '>', this.clock())
      .returning(['provider', 'accountId'])
      .executeTakeFirst();
  }
}
