import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Kysely, sql } from 'kysely';
import { toLine, type Row } from '#platform/storage/backup/rows';
import type { Engine } from '#platform/storage/engine';
import { appliedMigrations, MIGRATION_TABLE } from '#platform/storage/migrate';
import type { Storage } from '#platform/storage/storageTypes';
import { type TableShape, tableShapes } from '#platform/storage/tables';

export interface ExportedTable {
  readonly name: string;
  readonly rows: number;
  /** The file with its lines. */
  readonly file: string;
}
export interface ExportedTables {
  readonly migrations: string[];
  readonly tables: readonly ExportedTable[];
}

/** Writes a snapshot of all rows into files of `folder`, without blocking writes. */
export const exportTables = <DB>(
  storage: Pick<Storage<DB>, 'engine' | 'snapshot'>,
  folder: string,
): Promise<ExportedTables> =>
  storage.snapshot(async (read) => {
    const tables: ExportedTable[] = [];
    for (const shape of await exportedShapes(read, storage.engine))
      tables.push(await exportTable(read, shape, folder));
    return { migrations: await appliedMigrations(read, storage.engine), tables };
  });

const exportedShapes = async <DB>(read: Kysely<DB>, engine: Engine): Promise<TableShape[]> =>
  (await tableShapes(read, engine)).filter(({ name }) => name !== MIGRATION_TABLE);

const exportTable = async <DB>(
  read: Kysely<DB>,
  shape: TableShape,
  folder: string,
): Promise<ExportedTable> => {
  const { name, columns, primaryKey } = shape;
  const file = join(folder, `${name}.ndjson`);
  const out = createWriteStream(file, { mode: 0o600 });
  // A full disk fails the pending write or `end`.
  const closed = finished(out);
  closed.catch(() => undefined);
  const all = (read as unknown as Kysely<Record<string, Row>>)
    .selectFrom(name)
    .select([...columns])
    .orderBy(sql.join(primaryKey.map((column) => sql.ref(column))));
  let rows = 0;
  try {
    for await (const row of all.stream(200)) {
      rows++;
      if (!out.write(toLine(row, columns))) await Promise.race([once(out, 'drain'), closed]);
    }
  } finally {
    out.end();
    await closed;
  }
  return { name, rows, file };
};
