import { openPostgres } from '#platform/storage/postgres/open';
import { openSqlite, openSqliteBeside } from '#platform/storage/sqlite/open';
import type { OpenOptions, Storage } from '#platform/storage/storageTypes';

export type { OpenOptions, Storage, StorageLog } from '#platform/storage/storageTypes';

/** Throws a `StorageError` of one clear line, `DataFolderInUse` among them. */
export const openStorage = <DB>(options: OpenOptions): Promise<Storage<DB>> =>
  options.databaseUrl === undefined
    ? openSqlite<DB>(options)
    : openPostgres<DB>(options, options.databaseUrl);

/** For reading alone, beside the server that owns the data folder: what a backup needs. Nothing can be written. */
export const openStorageBeside = <DB>(options: OpenOptions): Promise<Storage<DB>> =>
  options.databaseUrl === undefined
    ? openSqliteBeside<DB>(options.dataDir)
    : openPostgres<DB>(options, options.databaseUrl);
