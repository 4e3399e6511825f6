import type { Migration } from '#platform/storage/migration';

/** Failures per account, ticket number, network or event, and mails per address; see `LoginAttempts`. */
export interface LoginAttemptRow {
  /** Hash of the counted key. */
  key: string;
  failures: number;
  /** When the failures expire, in milliseconds since 1970. */
  until: number;
  /** `until` before the last attempt, restored if that attempt was not a failure. */
  untilBefore: number;
}

/** Allows one sign-in after a ticket was found. */
export interface TicketGrantRow {
  tokenHash: string;
  provider: string;
  accountId: string;
  /** Hash of the email and the ticket number that the grant is valid for. */
  credentials: string;
  expiresAt: number;
}

/** Logins of one day, as browsers report them. */
export interface LoginCountRow {
  /** A date in UTC, such as 2026-11-20. */
  day: string;
  /** 'account', 'guest', 'anonymous'. */
  kind: string;
  logins: number;
}

export interface LoginTables {
  loginCount: LoginCountRow;
  loginAttempt: LoginAttemptRow;
  ticketGrant: TicketGrantRow;
}

export const loginMigration: Migration = {
  id: '0050-login',
  up: async (db) => {
    await db.schema
      .createTable('loginAttempt')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('failures', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .addColumn('untilBefore', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('ticketGrant')
      .addColumn('tokenHash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('accountId', 'text', (column) => column.notNull())
      .addColumn('credentials', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('loginCount')
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('logins', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('loginCount_key', ['day', 'kind'])
      .execute();
  },
};
