/** What the sessions keep: who is signed in where, and the keys that ID tokens are signed with. */
import type { Migration } from '#platform/storage/migration';

/** One device of an account. Its refresh token has two halves: one for good, one that each refresh replaces. */
export interface SessionRow {
  id: string;
  accountId: string;
  /** How one got in: 'password', 'cvent', 'bizzabo', or the id of an OIDC or SAML provider. */
  provider: string;
  /** Hash of the half that stays: whoever knows it has had the cookie at some time. */
  familyHash: string;
  /** Hash of the half that is good now. */
  currentHash: string;
  /** Hash of the half before it, which still gives the same successor; null once that is known to have arrived. */
  previousHash: string | null;
  createdAt: number;
  /** When the current half was made: the last refresh. */
  rotatedAt: number;
  browser: string;
  os: string;
}

/** One key for each period, so that nodes that start together have one and the same. */
export interface SigningKeyRow {
  period: number;
  kid: string;
  /** JWK, as JSON text. */
  privateKey: string;
  publicKey: string;
}

export interface SessionTables {
  session: SessionRow;
  signingKey: SigningKeyRow;
}

export const sessionMigration: Migration = {
  id: '0040-session',
  up: async (db) => {
    await db.schema
      .createTable('session')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('accountId', 'text', (column) => column.notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('familyHash', 'text', (column) => column.notNull().unique())
      .addColumn('currentHash', 'text', (column) => column.notNull())
      .addColumn('previousHash', 'text')
      .addColumn('createdAt', 'bigint', (column) => column.notNull())
      .addColumn('rotatedAt', 'bigint', (column) => column.notNull())
      .addColumn('browser', 'text', (column) => column.notNull())
      .addColumn('os', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('session_account').on('session').column('accountId').execute();
    await db.schema.createIndex('session_rotated').on('session').column('rotatedAt').execute();
    await db.schema
      .createTable('signingKey')
      .addColumn('period', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('kid', 'text', (column) => column.notNull().unique())
      .addColumn('privateKey', 'text', (column) => column.notNull())
      .addColumn('publicKey', 'text', (column) => column.notNull())
      .execute();
  },
};
