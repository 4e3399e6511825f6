/** Creates backups while the server runs, and restores them; both engines share one archive format. */
import { ApiError } from '#platform/apiError';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Kysely, sql, type Transaction } from 'kysely';
import { ArchiveWriter, readArchive } from '#platform/storage/backup/archive';
import { exportTables } from '#platform/storage/backup/exportTables';
import {
  dropTables,
  findNonEmptyTable,
  importTable,
  suspendForeignKeys,
} from '#platform/storage/backup/importTables';
import { blobEntry, type Manifest, sealManifest, tableEntry } from '#platform/storage/backup/manifest';
import { ConstraintViolation, StatementError, StorageError } from '#platform/storage/errors';
import { applyMigrations, sortMigrations, lockSchema } from '#platform/storage/migrate';
import type { Migration } from '#platform/storage/migration';
import type { Storage } from '#platform/storage/storageTypes';

/** The part of the blob store that a backup needs. */
export interface BackupBlobs {
  put(key: string, body: Readable): Promise<unknown>;
  read(key: string): Promise<{ body: Readable; bytes: number } | undefined>;
  delete(key: string): Promise<void>;
  list(prefix: string): AsyncIterable<string>;
}
export interface BackupSource<DB> {
  readonly storage: Pick<Storage<DB>, 'engine' | 'snapshot'>;
  readonly blobs: BackupBlobs;
}
export interface RestoreTarget<DB> {
  readonly storage: Pick<Storage<DB>, 'engine' | 'read' | 'bulk'>;
  readonly blobs: BackupBlobs;
  readonly migrations: readonly Migration[];
}

/**
 * Writes a snapshot of all rows, and all blobs, into `file`, which appears complete and synced at the end or not at
 * all. Throws a `StorageError` of one line if `file` exists already or cannot be written.
 */
export const createBackup = async <DB>(
  file: string,
  { storage, blobs }: BackupSource<DB>,
): Promise<Manifest> => {
  const archive = await ArchiveWriter.create(file);
  const folder = await mkdtemp(`${file}.tables-`);
  try {
    const madeAt = new Date().toISOString();
    const { migrations, tables } = await exportTables(storage, folder);
    for (const table of tables) {
      const { size } = await stat(table.file);
      await archive.add(tableEntry(table.name), size, createReadStream(table.file));
    }
    // After the rows, because every blob is stored before the rows that name it.
    for await (const key of blobs.list('')) {
      const blob = await blobs.read(key);
      if (blob !== undefined) await archive.add(blobEntry(key), blob.bytes, blob.body);
    }
    const rows = tables.map((table) => ({ name: table.name, rows: table.rows }));
    const manifest = sealManifest({ madeAt, migrations, tables: rows, entries: archive.entries });
    await archive.finish(manifest);
    return manifest;
  } catch (error) {
    await archive.abort();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Restores a backup into a storage without rows and other blobs, and migrates it to `migrations`. Throws a
 * `StorageError` of one line, without changes, if the archive is damaged or newer, or the storage is not empty.
 */
export const restoreBackup = async <DB>(file: string, anyTarget: RestoreTarget<DB>): Promise<Manifest> => {
  // The tables are determined by the backup and the migrations, so they have no type.
  const target = anyTarget as unknown as RestoreTarget<unknown>;
  // The whole archive is verified before anything changes, and again while it is restored.
  const manifest = await readArchive(file, async () => {});
  const steps = sortMigrations(target.migrations);
  const newer = manifest.migrations.find((id) => !steps.some((step) => step.id === id));
  if (newer !== undefined)
    throw new StorageError(`The backup ${file} was made by a newer version of Foyer (${newer})`);
  const before = await assertEmpty(target, manifest);
  const put: string[] = [];
  try {
    await target.storage.bulk
      .transaction()
      .execute((transaction) => restoreContent({ file, manifest, steps, target, before, put }, transaction));
  } catch (error) {
    // It is unknown whether an unanswered commit took place: then the files stay, and a second attempt writes them
    // again.
    const isCommitUnknown = error instanceof ApiError && error.code === 'unavailable';
    if (!isCommitUnknown) for (const key of put) await target.blobs.delete(key);
    if (error instanceof ConstraintViolation || error instanceof StatementError)
      throw new StorageError(`The backup ${file} does not match its schema: ${error.message}`, {
        cause: error,
      });
    throw error;
  }
  return manifest;
};

interface RestoreContext {
  readonly file: string;
  readonly manifest: Manifest;
  readonly steps: readonly Migration[];
  readonly target: RestoreTarget<unknown>;
  /** Keys of this backup's blobs that already existed. They are never removed. */
  readonly before: ReadonlySet<string>;
  /** Keys of the blobs restored so far. */
  readonly put: string[];
}

const restoreContent = async (filling: RestoreContext, transaction: Transaction<unknown>): Promise<void> => {
  const { file, manifest, steps, target, before, put } = filling;
  const { engine } = target.storage;
  await lockSchema(transaction, engine);
  await assertTablesEmpty(transaction, target);
  await dropTables(transaction, engine);
  const backedUpSteps = steps.filter(({ id }) => manifest.migrations.includes(id));
  await applyMigrations(transaction, engine, backedUpSteps);
  // Rows that migrations insert are in the backup as well.
  for (const { name } of manifest.tables) await sql`delete from ${sql.table(name)}`.execute(transaction);
  const foreignKeys = await suspendForeignKeys(transaction, engine);
  const restored = await readArchive(file, async (name, _, body) => {
    const table = manifest.tables.find((candidate) => tableEntry(candidate.name) === name);
    if (table !== undefined) await importTable(transaction, table.name, body);
    else {
      const key = name.slice(blobEntry('').length);
      if (!before.has(key)) put.push(key);
      await target.blobs.put(key, body);
    }
  });
  if (restored.seal !== manifest.seal)
    throw new StorageError(`The backup ${file} was replaced while it was read`);
  await foreignKeys.restore();
  await applyMigrations(transaction, engine, steps);
};

/** Returns the keys of the backup's blobs that exist already. */
const assertEmpty = async (
  target: RestoreTarget<unknown>,
  manifest: Manifest,
): Promise<ReadonlySet<string>> => {
  await assertTablesEmpty(target.storage.read, target);
  // Blobs of an interrupted restore of this backup may stay: they are written again.
  const backupEntries = new Set(manifest.entries.map(({ name }) => name));
  const existing = new Set<string>();
  for await (const key of target.blobs.list('')) {
    if (!backupEntries.has(blobEntry(key))) throw notEmptyError(`the blob ${key}`);
    existing.add(key);
  }
  return existing;
};

const assertTablesEmpty = async (
  read: Kysely<unknown>,
  { storage }: RestoreTarget<unknown>,
): Promise<void> => {
  const table = await findNonEmptyTable(read, storage.engine);
  if (table !== undefined) throw notEmptyError(`rows in ${table}`);
};

const notEmptyError = (what: string): StorageError =>
  new StorageError(`A backup can only be restored into an empty storage, but this one contains ${what}`);
