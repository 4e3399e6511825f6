import type { Readable } from 'node:stream';
import { type Kysely, sql, type Transaction } from 'kysely';
import { readLines, type Row, parseLine } from '#platform/storage/backup/rows';
import type { Engine } from '#platform/storage/engine';
import { ForeignKeyViolation } from '#platform/storage/errors';
import { MIGRATION_TABLE } from '#platform/storage/migrate';
import { tableNames } from '#platform/storage/tables';

const BATCH_BYTES = 4 * 1024 * 1024;
/** Far below the limits of both engines for one statement. */
const BATCH_PARAMETERS = 10_000;

/** The first table that is not empty, if any. */
export const findNonEmptyTable = async (
  read: Kysely<unknown>,
  engine: Engine,
): Promise<string | undefined> => {
  for (const name of await tableNames(read, engine)) {
    if (name === MIGRATION_TABLE) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(read);
    if (rows.length > 0) return name;
  }
  return undefined;
};

/** Drops all tables, so that the backup's schema can be created. All tables must be empty. */
export const dropTables = async (transaction: Transaction<unknown>, engine: Engine): Promise<void> => {
  if (engine === 'sqlite') await sql`pragma defer_foreign_keys = on`.execute(transaction);
  const virtual =
    engine === 'sqlite'
      ? await sql<{
          name: string;
        }>`select name from pragma_table_list where schema = 'main' and type = 'virtual'`.execute(transaction)
      : { rows: [] };
  for (const name of [...virtual.rows.map((table) => table.name), ...(await tableNames(transaction, engine))])
    await sql`drop table ${sql.table(name)} ${sql.raw(engine === 'postgres' ? 'cascade' : '')}`.execute(
      transaction,
    );
};

/**
 * Allows rows in any order: foreign keys are not checked until `restore` is called in the same transaction. `restore`
 * throws if a row references a missing one.
 */
export const suspendForeignKeys = async (
  transaction: Transaction<unknown>,
  engine: Engine,
): Promise<{ restore(): Promise<void> }> => {
  if (engine === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(transaction);
    return {
      restore: async () => {
        const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(transaction);
        if (rows[0] !== undefined)
          throw new ForeignKeyViolation(`a row of ${rows[0].table} references a missing row`, {});
      },
    };
  }
  const { rows: keys } = await sql<{ name: string; owner: string; rule: string }>`
    select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as rule
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(
    transaction,
  );
  for (const { name, owner } of keys)
    await sql`alter table ${sql.raw(owner)} drop constraint ${sql.ref(name)}`.execute(transaction);
  return {
    restore: async () => {
      for (const { name, owner, rule } of keys)
        await sql`alter table ${sql.raw(owner)} add constraint ${sql.ref(name)} ${sql.raw(rule)}`.execute(
          transaction,
        );
    },
  };
};

/** Inserts the rows of one table. Returns their number. */
export const importTable = async (
  transaction: Transaction<unknown>,
  table: string,
  lines: Readable,
): Promise<number> => {
  const open = transaction as Transaction<Record<string, Row>>;
  let batch: Row[] = [];
  let bytes = 0;
  let parameters = 0;
  let rows = 0;
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await open.insertInto(table).values(batch).execute();
    [batch, bytes, parameters] = [[], 0, 0];
  };
  for await (const line of readLines(lines)) {
    const row = parseLine(line);
    batch.push(row);
    rows++;
    bytes += line.length;
    parameters += Object.keys(row).length;
    if (bytes > BATCH_BYTES || parameters > BATCH_PARAMETERS) await flush();
  }
  await flush();
  return rows;
};
