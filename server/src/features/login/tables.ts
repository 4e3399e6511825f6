import type { Migration } from '#platform/storage/migration';

/** Failures of one account, ticket number, network or event, and mails of one address; see `Attempts`. */
export interface LoginAttemptRow {
  /** Hash of what is counted. */
  key: string;
  failures: number;
  /** Milliseconds since 1970; from then on the failures are forgotten. */
  until: number;
  /** `until` as it was before the last attempt, which may turn out to be none. */
  untilBefore: number;
}

/** One sign-in that a ticket platform has allowed. */
export interface TicketGrantRow {
  tokenHash: string;
  provider: string;
  accountId: string;
  /** Hash of the email and the number it holds for. */
  credentials: string;
  expiresAt: number;
}

/** Logins of one day, as the browsers report them. */
export interface LoginCountRow {
  /** As in 2026-11-20, in Greenwich. */
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
