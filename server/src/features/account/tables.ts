/** What is kept of accounts. No secret stands here as it is: passwords and the tokens of links are hashes. */
import { sql } from 'kysely';
import { jsonColumn } from '#platform/storage/columns';
import type { Migration } from '#platform/storage/migration';

export interface AccountRow {
  id: string;
  /** The address in its one form, or beside it where nobody vouches for it; see `emailAddress.ts`. */
  emailKey: string;
  /** As it was given, after NFKC. */
  email: string;
  name: string;
  company: string;
  title: string;
  /** Separated by spaces, ROLE_ATTENDEE always among them. */
  roles: string;
  locale: string | null;
  blocked: number;
  /** Null for an account that was invited and has not been taken up. */
  confirmedAt: number | null;
  /** As argon2 writes it, with its parameters. */
  passwordHash: string | null;
  createdAt: number;
  lastLoginAt: number | null;
  /** Email and names in lower case, for the administrator's search. */
  searchText: string;
}

/** Whom a provider outside knows an account as. */
export interface AccountIdentityRow {
  provider: string;
  subject: string;
  accountId: string;
  email: string;
  emailVerified: number;
  createdAt: number;
}

export interface AccountLinkRow {
  tokenHash: string;
  kind: string;
  /** Null where the account is yet to be made: a registration, the first administrator. */
  accountId: string | null;
  /** Where the mail went; '' for the first administrator. */
  email: string;
  /** The one form of `email`. */
  emailKey: string;
  returnTo: string | null;
  /** A registration as it was asked for: name, language, hash of the password, hash of its browser's cookie. */
  registration: string | null;
  createdAt: number;
  expiresAt: number;
}

/** Mails that are still to go to people who were invited: it outlives a restart. */
export interface AccountInvitationRow {
  accountId: string;
  requestedAt: number;
  /** Whoever sends it has it until then. */
  takenUntil: number;
}

export interface AccountAuditRow {
  id: string;
  at: number;
  /** An account's id, 'admin-key', or what the person was known by: 'link', 'provider'. */
  actor: string;
  accountId: string;
  what: string;
  /** JSON, without secrets. */
  details: string;
}

/** An account that is gone and may have left something with other features. */
export interface AccountDeletionRow {
  accountId: string;
  deletedAt: number;
}

export interface AccountTables {
  account: AccountRow;
  accountIdentity: AccountIdentityRow;
  accountLink: AccountLinkRow;
  accountInvitation: AccountInvitationRow;
  accountAudit: AccountAuditRow;
  accountDeletion: AccountDeletionRow;
}

export const accountMigrations: readonly Migration[] = [
  {
    id: '0030-account',
    up: async (db, engine) => {
      await db.schema
        .createTable('account')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('emailKey', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('company', 'text', (column) => column.notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('roles', 'text', (column) => column.notNull())
        .addColumn('locale', 'text')
        .addColumn('blocked', 'smallint', (column) => column.notNull())
        .addColumn('confirmedAt', 'bigint')
        .addColumn('passwordHash', 'text')
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('lastLoginAt', 'bigint')
        .addColumn('searchText', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('accountEmail').on('account').columns(['emailKey']).unique().execute();
      const ofAccount = 'account.id';
      await db.schema
        .createTable('accountIdentity')
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('accountId', 'text', (column) =>
          column.notNull().references(ofAccount).onDelete('cascade'),
        )
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('emailVerified', 'smallint', (column) => column.notNull())
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('accountIdentityKey', ['provider', 'subject'])
        .execute();
      await db.schema
        .createIndex('accountIdentityOfAccount')
        .on('accountIdentity')
        .columns(['accountId'])
        .execute();
      await db.schema
        .createTable('accountLink')
        .addColumn('tokenHash', 'text', (column) => column.primaryKey().notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('accountId', 'text', (column) => column.references(ofAccount).onDelete('cascade'))
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('emailKey', 'text', (column) => column.notNull())
        .addColumn('returnTo', 'text')
        .addColumn(...jsonColumn('registration', engine))
        .addColumn('createdAt', 'bigint', (column) => column.notNull())
        .addColumn('expiresAt', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createIndex('accountLinkOfAccount')
        .on('accountLink')
        .columns(['accountId', 'kind'])
        .execute();
      await db.schema
        .createIndex('accountLinkEmail')
        .on('accountLink')
        .columns(['emailKey', 'kind'])
        .execute();
      await db.schema
        .createTable('accountInvitation')
        .addColumn('accountId', 'text', (column) =>
          column.primaryKey().notNull().references(ofAccount).onDelete('cascade'),
        )
        .addColumn('requestedAt', 'bigint', (column) => column.notNull())
        .addColumn('takenUntil', 'bigint', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('accountAudit')
        .addColumn('id', 'text', (column) => column.primaryKey().notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('accountId', 'text', (column) => column.notNull())
        .addColumn('what', 'text', (column) => column.notNull())
        .addColumn(...jsonColumn('details', engine, (column) => column.notNull()))
        .execute();
      await db.schema
        .createIndex('accountAuditOfAccount')
        .on('accountAudit')
        .columns(['accountId', 'at'])
        .execute();
    },
  },
  {
    id: '0031-account-deletion',
    up: async (db) => {
      await db.schema
        .createTable('accountDeletion')
        .addColumn('accountId', 'text', (column) => column.primaryKey().notNull())
        .addColumn('deletedAt', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    // Accounts that a provider began without vouching for their addresses hold them no more.
    id: '0032-account-unverified',
    up: async (db) => {
      await sql`
        update "account" set "emailKey" = "emailKey" || ' ' || "id"
        where "passwordHash" is null
          and exists (select 1 from "accountIdentity" where "accountId" = "account"."id")
          and not exists (
            select 1 from "accountIdentity" where "accountId" = "account"."id" and "emailVerified" = 1
          )`.execute(db);
    },
  },
];
