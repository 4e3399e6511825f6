/** Database tables of accounts. Passwords and link tokens are stored as hashes only. */
import { sql } from 'kysely';
import { jsonColumn } from '#platform/storage/columns';
import type { Migration } from '#platform/storage/migration';

export interface AccountRow {
  id: string;
  /** The normalized address; for an unverified address followed by the account's id. See `emailAddress.ts`. */
  emailKey: string;
  /** As the user entered it, after NFKC normalization. */
  email: string;
  name: string;
  company: string;
  title: string;
  /** Separated by spaces; always includes ROLE_ATTENDEE. */
  roles: string;
  locale: string | null;
  blocked: number;
  /** Null while the user has not accepted the invitation. */
  confirmedAt: number | null;
  /** In argon2's format, including its parameters. */
  passwordHash: string | null;
  createdAt: number;
  lastLoginAt: number | null;
  /** Email and names in lower case, for the administrator's search. */
  searchText: string;
}

/** An account's identity at an identity provider or event platform. */
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
  /** Null if the account does not exist yet: a registration, the first administrator. */
  accountId: string | null;
  /** The recipient of the mail; '' for the first administrator. */
  email: string;
  /** `email`, normalized. */
  emailKey: string;
  returnTo: string | null;
  /** A requested registration: name, language, hash of the password, hash of the browser's cookie. */
  registration: string | null;
  createdAt: number;
  expiresAt: number;
}

/** Queue of invitations to send; survives a restart. */
export interface AccountInvitationRow {
  accountId: string;
  requestedAt: number;
  /** Until then, only the node that claimed the invitation sends it. */
  leaseUntil: number;
}

export interface AccountAuditRow {
  id: string;
  at: number;
  /** An account's id, 'admin-key', or what identified the user: 'link', 'anyone', the id of a provider. */
  actor: string;
  accountId: string;
  what: string;
  /** JSON, without secrets. */
  details: string;
}

/** A deleted account whose data in other features may not be erased yet. */
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
    // Accounts that a provider created with an unverified address no longer reserve that address.
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
  {
    id: '0033-account-names',
    up: async (db) => {
      await db.schema.alterTable('accountInvitation').renameColumn('takenUntil', 'leaseUntil').execute();
      for (const [before, after] of [
        ['emailChangeAsked', 'emailChangeRequested'],
        ['resetAsked', 'resetRequested'],
      ])
        await sql`update "accountAudit" set "what" = ${after} where "what" = ${before}`.execute(db);
    },
  },
];
