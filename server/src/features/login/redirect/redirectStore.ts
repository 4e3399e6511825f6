/** Stores used one-time values, and the authenticated person of a SAML login until the browser fetches the session. */
import { hashSecret } from '#platform/secret';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';
import { SingleUseRegistry, type SingleUseTables } from '#platform/singleUseRegistry';

export interface RedirectTables extends SingleUseTables {
  /** The person whom a SAML provider has authenticated (`said`, as JSON), by the hash of the browser's one-time code. */
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
  readonly used: SingleUseRegistry;
  private readonly storage: Storage<RedirectTables>;

  constructor(storage: Storage<RedirectTables>) {
    this.storage = storage;
    this.used = new SingleUseRegistry(storage);
  }

  /** Stores a person under a one-time code, and deletes expired rows. */
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
        .values({ ...row, codeHash: hashSecret(code) })
        .compile(),
    ]);
  }

  /** Returns and deletes the row of a code; undefined if the code is unknown or has expired. */
  async consumePerson(
    code: string,
    provider: string,
    now: number,
  ): Promise<{ tripId: string; said: string } | undefined> {
    return this.storage.db
      .deleteFrom('loginSaid')
      .where('codeHash', '=', hashSecret(code))
      .where('provider', '=', provider)
      .where('expiresAt', '>', now)
      .returning(['tripId', 'said'])
      .executeTakeFirst();
  }
}
