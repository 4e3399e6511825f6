/** Tables of sessions and of the keys that sign ID tokens. */
import type { Migration } from '#platform/storage/migration';

/** A session, shown as a device. Its refresh token has a constant family and a secret that each refresh replaces. */
export interface SessionRow {
  id: string;
  accountId: string;
  /** The login option: 'password', 'cvent', 'bizzabo', or the id of an OIDC or SAML provider. */
  provider: string;
  /** Hash of the family. */
  familyHash: string;
  /** Hash of the current secret. */
  currentHash: string;
  /** Hash of the previous secret, which is valid until the current one was used; then null. */
  previousHash: string | null;
  createdAt: number;
  /** Time of the last refresh. */
  rotatedAt: number;
  browser: string;
  os: string;
}

/** One key per period, which all nodes share. */
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
