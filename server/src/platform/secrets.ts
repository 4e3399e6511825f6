/** Random signature keys that are created once, stored, and shared by all nodes. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock';
import { bytesType } from '#platform/storage/columns';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storage';

export interface SecretTables {
  secret: { name: string; value: Uint8Array; createdAt: number };
}

export const secretMigrations: readonly Migration[] = [
  {
    id: '0001-secret',
    up: async (db, engine) => {
      await db.schema
        .createTable('secret')
        .addColumn('name', 'text', (column) => column.primaryKey().notNull())
        .addColumn('value', bytesType(engine), (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  {
    id: '0006-secret-names',
    up: (db) => db.schema.alterTable('secret').renameColumn('made_at', 'createdAt').execute(),
  },
];

const keyBytes = 32;

export interface Secrets {
  /** 32 random bytes, the same for a name on every node and after every start. */
  key(name: string): Promise<Buffer>;
}

export function createSecrets(storage: Storage<SecretTables>, clock: Clock): Secrets {
  return {
    key: async (name) => {
      // Two nodes that start together both insert; both then read the row that won.
      await storage.db
        .insertInto('secret')
        .values({ name, value: randomBytes(keyBytes), createdAt: clock() })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { value } = await storage.db
        .selectFrom('secret')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return Buffer.from(value);
    },
  };
}
