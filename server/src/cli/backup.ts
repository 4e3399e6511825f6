/** `npm run foyer -- backup FILE` and `restore FILE`: they work on the storage itself, not over HTTP. */
import { appMigrations } from '../app.ts';
import { namingFile, requireFile } from './fileFault.ts';
import { openBlobs } from '../start.ts';
import type { Config } from '#platform/config/config';
import { backupTo, restoreFrom } from '#platform/storage/backup';
import type { Manifest } from '#platform/storage/backup/manifest';
import { openStorage, openStorageBeside } from '#platform/storage/storage';

type Print = (line: string) => void;

/** Works while the server does. Throws a `StorageFault` or `FileFault` of one line, or a `Refusal` where a store does not answer. */
export async function backupCommand([file]: readonly [string], config: Config, out: Print): Promise<number> {
  const storage = await openStorageBeside(config);
  try {
    const blobs = await openBlobs(config);
    const manifest = await namingFile(file, 'written', () => backupTo(file, { storage, blobs }));
    out(`${file} holds ${summary(manifest)}`);
    return 0;
  } finally {
    await storage.close();
  }
}

/** Needs a storage that is empty and that no server has open. Throws as `backupCommand` does. */
export async function restoreCommand([file]: readonly [string], config: Config, out: Print): Promise<number> {
  const storage = await openStorage(config);
  try {
    await requireFile(file);
    const blobs = await openBlobs(config);
    const restoring = () => restoreFrom(file, { storage, blobs, migrations: appMigrations });
    const manifest = await namingFile(file, 'read', restoring);
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
