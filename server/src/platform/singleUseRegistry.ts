/**
 * Ensures that single-use values are used at most once on all nodes: login redirects, SAML assertions, realtime
 * tickets.
 */
import { hash } from 'node:crypto';
import { maxClockDifferenceMs } from '#platform/clock';
import { UniqueViolation } from '#platform/storage/errors';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

export interface SingleUseTables {
  usedToken: { key: string; expiresAt: number };
}

export const singleUseMigrations: readonly Migration[] = [
  {
    // Also creates the login feature's table of SAML logins: existing databases have applied both as one step.
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
      for (const table of ['loginUsed', 'loginSaid'])
        await db.schema.createIndex(`${table}ExpiresAt`).on(table).column('expiresAt').execute();
    },
  },
  {
    id: '0041-single-use-names',
    up: (db) => db.schema.alterTable('loginUsed').renameTo('usedToken').execute(),
  },
];

export class SingleUseRegistry {
  private readonly storage: Storage<SingleUseTables>;

  constructor(storage: Storage<SingleUseTables>) {
    this.storage = storage;
  }

  /** Returns false if the value was used before. `expiresAt` is when this node stops to accept the value (ms since 1970). */
  async claim(
    kind: 'redirect' | 'assertion' | 'ticket',
    id: readonly string[],
    expiresAt: number,
  ): Promise<boolean> {
    const key = `${kind}:${hash('sha256', JSON.stringify(id), 'base64url')}`;
    try {
      await this.storage.atomic([
        this.storage.db.insertInto('usedToken').values({ key, expiresAt }).compile(),
      ]);
      return true;
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      throw error;
    }
  }

  /** Records are kept for longer than their values are valid, because the clock of this node may be ahead. */
  async deleteExpired(now: number): Promise<void> {
    await this.storage.db
      .deleteFrom('usedToken')
      .where('expiresAt', '<=', now - maxClockDifferenceMs)
      .execute();
  }
}
