/** What redirect logins keep: what was used once and must not be again, and SAML logins between their two steps. */
import { hashOfSecret } from '#platform/secret';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';
import { UsedOnce, type UsedOnceTables } from '#platform/usedOnce';

export interface RedirectTables extends UsedOnceTables {
  /** What a SAML provider has said, under the hash of the one-time code that the browser was given for it. */
  loginSaid: { codeHash: string; provider: string; tripId: string; said: string; expiresAt: number };
}

export const redirectMigration: Migration = {
  id: '0040-login-redirect',
  up: async (db) => {
    await db.schema
      .createTable('loginUsed')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('loginSaid')
      .addColumn('codeHash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('tripId', 'text', (column) => column.notNull())
      .addColumn('said', 'text', (column) => column.notNull())
      .addColumn('expiresAt', 'bigint', (column) => column.notNull())
      .execute();
    for (const table of ['loginUsed', 'loginSaid']) {
      await db.schema.createIndex(`${table}ExpiresAt`).on(table).column('expiresAt').execute();
    }
  },
};

export class RedirectStore {
  readonly used: UsedOnce;
  private readonly storage: Storage<RedirectTables>;

  constructor(storage: Storage<RedirectTables>) {
    this.storage = storage;
    this.used = new UsedOnce(storage);
  }

  async savePerson(
    code: string,
    row: Omit<RedirectTables['loginSaid'], 'codeHash'>,
    now: number,
  ): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('loginSaid').where('expiresAt', '<=', now).compile(),
      db
        .insertInto('loginSaid')
        .values({ ...row, codeHash: hashOfSecret(code) })
        .compile(),
    ]);
  }

  /** What was kept for this code, which is burned. */
  async consumePerson(
    code: string,
    provider: string,
    now: number,
  ): Promise<{ tripId: string; said: string } | undefined> {
    return this.storage.db
      .deleteFrom('loginSaid')
      .where('codeHash', '=', hashOfSecret(code))
      .where('provider', '=', provider)
      .where('expiresAt', '>', now)
      .returning(['tripId', 'said'])
      .executeTakeFirst();
  }
}
