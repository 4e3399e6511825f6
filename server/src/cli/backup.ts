/** `npm run foyer -- backup FILE` and `restore FILE`. They access the storage directly, not over HTTP. */
import { appMigrations } from '../app.ts';
import { withFileErrors, requireFile } from './fileError.ts';
import { openBlobs } from '../start.ts';
import type { Config } from '#platform/config/config';
import { createBackup, restoreBackup } from '#platform/storage/backup';
import type { Manifest } from '#platform/storage/backup/manifest';
import { assertLockResponds } from '#platform/storage/folderLock';
import { openStorage, openReadOnlyStorage } from '#platform/storage/storage';

type Print = (line: string) => void;

/**
 * The server may be running. Throws a `StorageError` or `FileError` with a one-line message, or an `ApiError` if a store
 * does not respond.
 */
export async function backupCommand([file]: readonly [string], config: Config, out: Print): Promise<number> {
  const storage = await openReadOnlyStorage(config);
  try {
    const blobs = await openBlobs(config);
    const manifest = await withFileErrors(file, 'written', () => createBackup(file, { storage, blobs }));
    out(`Backed up ${summary(manifest)} to ${file}`);
    return 0;
  } finally {
    await storage.close();
  }
}

/** Requires an empty storage that no server uses. Throws the same errors as `backupCommand`. */
export async function restoreCommand([file]: readonly [string], config: Config, out: Print): Promise<number> {
  if (config.databaseUrl === undefined) await assertLockResponds(config.dataDir);
  const storage = await openStorage(config);
  try {
    await requireFile(file);
    const blobs = await openBlobs(config);
    const restoring = () => restoreBackup(file, { storage, blobs, migrations: appMigrations });
    const manifest = await withFileErrors(file, 'read', restoring);
    out(`Restored ${summary(manifest)}`);
    return 0;
  } finally {
    await storage.close();
  }
}

function summary({ tables, entries, madeAt, contents }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const files = entries.length - tables.length;
  const megabytes = entries.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  return `${rows} rows and ${files} files (${megabytes.toFixed(1)} MB) of ${madeAt}, contents ${contents.slice(0, 16)}`;
}
