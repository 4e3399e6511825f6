import { openPostgres } from '#platform/storage/postgres/open';
import { openSqlite, openSqliteReadOnly } from '#platform/storage/sqlite/open';
import type { OpenOptions, Storage } from '#platform/storage/storageTypes';

export type { OpenOptions, Storage, StorageLog } from '#platform/storage/storageTypes';

/** Throws a `StorageError` with a message of one line, for example `DataFolderInUse`. */
export const openStorage = <DB>(options: OpenOptions): Promise<Storage<DB>> =>
  options.databaseUrl === undefined
    ? openSqlite<DB>(options)
    : openPostgres<DB>(options, options.databaseUrl);

/** Opens the storage read-only while a server may own the data folder, for backups. */
export const openReadOnlyStorage = <DB>(options: OpenOptions): Promise<Storage<DB>> =>
  options.databaseUrl === undefined
    ? openSqliteReadOnly<DB>(options.dataDir)
    : openPostgres<DB>(options, options.databaseUrl);
