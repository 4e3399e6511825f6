/** Stage links and stage sessions, under the hash of their secret: whoever reads the table cannot use it. */
import { hashOfSecret } from '#platform/secret';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

export interface AccessTables {
  stage_link: { code_hash: string; expires_at: number };
  stage_session: { token_hash: string; expires_at: number };
}

export const accessMigration: Migration = {
  id: '0003-stage-access',
  up: async (db) => {
    for (const [table, key] of [
      ['stage_link', 'code_hash'],
      ['stage_session', 'token_hash'],
    ] as const) {
      await db.schema
        .createTable(table)
        .addColumn(key, 'text', (column) => column.primaryKey().notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    }
  },
};

export class AccessStore {
  private readonly storage: Storage<AccessTables>;

  constructor(storage: Storage<AccessTables>) {
    this.storage = storage;
  }

  /** Adds a link, and sweeps out what has expired. */
  async addLink(code: string, expiresAt: number, now: number): Promise<void> {
    const { db } = this.storage;
    await this.storage.atomic([
      db.deleteFrom('stage_link').where('expires_at', '<=', now).compile(),
      db.deleteFrom('stage_session').where('expires_at', '<=', now).compile(),
      db
        .insertInto('stage_link')
        .values({ code_hash: hashOfSecret(code), expires_at: expiresAt })
        .compile(),
    ]);
  }

  /** Takes a link away and puts a session in its place; false where there was no such link. One of many callers wins. */
  async burnLink(code: string, now: number, session: { token: string; expiresAt: number }): Promise<boolean> {
    // A guess costs a look and does not queue with what is written.
    if (!(await this.hasLink(code))) return false;
    return this.storage.db.transaction().execute(async (transaction) => {
      const burned = await transaction
        .deleteFrom('stage_link')
        .where('code_hash', '=', hashOfSecret(code))
        .where('expires_at', '>', now)
        .returning('code_hash')
        .executeTakeFirst();
      if (burned === undefined) return false;
      await transaction
        .insertInto('stage_session')
        .values({ token_hash: hashOfSecret(session.token), expires_at: session.expiresAt })
        .execute();
      return true;
    });
  }

  private async hasLink(code: string): Promise<boolean> {
    const row = await this.storage.read
      .selectFrom('stage_link')
      .select('expires_at')
      .where('code_hash', '=', hashOfSecret(code))
      .executeTakeFirst();
    return row !== undefined;
  }

  async endSession(token: string): Promise<void> {
    await this.storage.db.deleteFrom('stage_session').where('token_hash', '=', hashOfSecret(token)).execute();
  }

  /** When a session ends; undefined for a token nobody was given. */
  async sessionEnd(token: string): Promise<number | undefined> {
    const row = await this.storage.read
      .selectFrom('stage_session')
      .select('expires_at')
      .where('token_hash', '=', hashOfSecret(token))
      .executeTakeFirst();
    return row?.expires_at;
  }
}
