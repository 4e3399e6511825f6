import { type Kysely, sql, type Transaction } from 'kysely';
import type { Engine } from '#platform/storage/engine';
import { StorageError } from '#platform/storage/errors';
import type { Migration } from '#platform/storage/migration';
import { tableNames, tableShapes } from '#platform/storage/tables';

export const MIGRATION_TABLE = 'migration';
interface MigrationTables {
  migration: { id: string; applied_at: number };
}

/** The database was migrated by a newer version of Foyer. */
export class NewerDatabaseError extends StorageError {}

/** An arbitrary constant: the advisory lock that a migrating node holds on PostgreSQL. */
const ADVISORY_LOCK = 7_046_029_254;

/**
 * Migrates the schema: runs all missing steps in one transaction, in the order of their ids. Throws
 * `NewerDatabaseError` if the database has a step that is not in `migrations`.
 */
export const migrate = async (
  bulk: Kysely<unknown>,
  engine: Engine,
  migrations: readonly Migration[],
): Promise<void> => {
  const ordered = sortMigrations(migrations);
  await bulk.transaction().execute(async (transaction) => {
    await lockSchema(transaction, engine);
    await applyMigrations(transaction, engine, ordered);
  });
};

/** Prevents other nodes from changing the schema until the transaction ends. SQLite has only one node. */
export const lockSchema = async (transaction: Transaction<unknown>, engine: Engine): Promise<void> => {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(transaction);
};

/** Runs the missing steps inside the caller's transaction. */
export const applyMigrations = async (
  transaction: Transaction<unknown>,
  engine: Engine,
  ordered: readonly Migration[],
): Promise<void> => {
  await transaction.schema
    .createTable(MIGRATION_TABLE)
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const table = transaction as Transaction<MigrationTables>;
  const applied = new Set((await table.selectFrom('migration').select('id').execute()).map(({ id }) => id));
  rejectNewer([...applied], ordered);
  const missing = ordered.filter(({ id }) => !applied.has(id));
  if (missing.length === 0) return;
  for (const migration of missing) {
    await migration.up(transaction, engine);
    await table.insertInto('migration').values({ id: migration.id, applied_at: Date.now() }).execute();
  }
  await assertNoDeferredForeignKeys(transaction, engine);
  await assertPrimaryKeys(transaction, engine);
};

/** The ids of the applied steps, in order; empty if the database was never migrated. */
export const appliedMigrations = async <DB>(read: Kysely<DB>, engine: Engine): Promise<string[]> => {
  if (!(await tableNames(read, engine)).includes(MIGRATION_TABLE)) return [];
  const found = await sql<{ id: string }>`select id from ${sql.table(MIGRATION_TABLE)} order by id`.execute(
    read,
  );
  return found.rows.map(({ id }) => id);
};

export const sortMigrations = (migrations: readonly Migration[]): Migration[] => {
  const ordered = migrations.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const [index, { id }] of ordered.entries())
    if (ordered[index + 1]?.id === id) throw new Error(`Two migrations have the id ${id}`);
  return ordered;
};

const rejectNewer = (applied: readonly string[], supported: readonly Migration[]): void => {
  const ids = new Set(supported.map(({ id }) => id));
  const newer = applied.filter((id) => !ids.has(id)).toSorted();
  if (newer.length > 0)
    throw new NewerDatabaseError(
      `The database has been migrated by a newer version (${newer.at(-1)}): start that version, or restore a backup`,
    );
};

/** A deferred foreign key would fail at COMMIT, together with every unit of the group. */
const assertNoDeferredForeignKeys = async (
  transaction: Transaction<unknown>,
  engine: Engine,
): Promise<void> => {
  const found =
    engine === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_schema
          where lower(replace(sql, char(10), ' ')) like '%initially deferred%'`.execute(transaction)
      : await sql<{ name: string }>`select conname as name from pg_constraint
          where condeferred and connamespace = current_schema()::regnamespace`.execute(transaction);
  const [first] = found.rows;
  if (first !== undefined)
    throw new Error(
      `${first.name} has a deferred foreign key, which is not supported: its violation would fail a whole group commit`,
    );
};

/** Backups sort rows by primary key, the same on both engines. */
const assertPrimaryKeys = async (transaction: Transaction<unknown>, engine: Engine): Promise<void> => {
  const withoutPrimaryKey = (await tableShapes(transaction, engine)).find(
    ({ primaryKey }) => primaryKey.length === 0,
  );
  if (withoutPrimaryKey !== undefined)
    throw new Error(`The table ${withoutPrimaryKey.name} has no primary key`);
};
