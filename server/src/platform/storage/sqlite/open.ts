import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { ApiError } from '#platform/apiError';
import { diskFull, probeFolder } from '#platform/files/disk';
import { describeCause } from '#platform/storageOutage';
import { StorageError } from '#platform/storage/errors';
import { lockFolder } from '#platform/storage/folderLock';
import { migrate } from '#platform/storage/migrate';
import {
  createReadDatabase,
  createWorkerReadDatabase,
  toQueryResult,
  toStatement,
  createWriteDatabase,
} from '#platform/storage/sqlite/dialect';
import { prepareForReading } from '#platform/storage/sqlite/pragmas';
import { ReadWorker } from '#platform/storage/sqlite/reader';
import { Writer } from '#platform/storage/sqlite/writer';
import type { OpenOptions, Storage } from '#platform/storage/storageTypes';

export const sqliteFile = (dataDir: string): string => join(dataDir, 'foyer.db');

/** Opens the database and locks the data folder until it is closed. */
export const openSqlite = async <DB>(options: OpenOptions): Promise<Storage<DB>> => {
  const { dataDir, transactionLimitMs = 5_000, groupLimit = 512, startWriter } = options;
  makeFolder(dataDir);
  const lock = await lockFolder(dataDir);
  const file = sqliteFile(dataDir);
  const writer = new Writer({ file, groupLimit }, startWriter);
  try {
    restrictAccess(file);
    await writer.unit([{ sql: 'select 1', parameters: [] }]);
  } catch (error) {
    await lock.release();
    throw openError(file, error);
  }
  const reader = openForReading(file);
  const readWorker = new ReadWorker({ file, snapshot: false });
  return {
    engine: 'sqlite',
    db: createWriteDatabase<DB>(writer, transactionLimitMs),
    read: createReadDatabase<DB>(reader),
    longRead: createWorkerReadDatabase<DB>(readWorker),
    bulk: createWriteDatabase<DB>(writer, 0),
    atomic: async (queries) =>
      (await writer.unit(queries.map(toStatement))).map((result) => toQueryResult(result)),
    snapshot: (work) => withSnapshot(file, work),
    stats: () => writer.stats,
    migrate: (migrations) => migrate(createWriteDatabase(writer, 0), 'sqlite', migrations),
    ping: async () => {
      await writer.unit([{ sql: 'select 1', parameters: [] }]);
      await probeFolder(dataDir);
    },
    close: async () => {
      await readWorker.close();
      if (reader.isOpen) reader.close();
      // Last, because the last connection moves the write-ahead log into the database, and only a writing one can.
      await writer.close();
      await lock.release();
    },
  };
};

/** Opens the database read-only, without locking the folder: another process may own it. */
export const openSqliteReadOnly = async <DB>(dataDir: string): Promise<Storage<DB>> => {
  const file = sqliteFile(dataDir);
  if (!existsSync(file)) throw new StorageError(`No database found in ${dataDir}`);
  const connection = openForReading(file);
  const readWorker = new ReadWorker({ file, snapshot: false });
  const read = createReadDatabase<DB>(connection);
  const rejectWrite = async (): Promise<never> => {
    throw new StorageError('This storage is read-only');
  };
  return {
    engine: 'sqlite',
    db: read,
    read,
    longRead: createWorkerReadDatabase<DB>(readWorker),
    bulk: read,
    atomic: rejectWrite,
    snapshot: (work) => withSnapshot(file, work),
    stats: () => undefined,
    migrate: rejectWrite,
    ping: async () => {
      await sql`select 1`.execute(read);
    },
    close: async () => {
      await readWorker.close();
      if (connection.isOpen) connection.close();
    },
  };
};

const withSnapshot: <DB, T>(
  file: string,
  work: Parameters<Storage<DB>['snapshot']>[0],
) => Promise<T> = async (file, work) => {
  const worker = new ReadWorker({ file, snapshot: true });
  try {
    // The worker starts with its first read and takes its snapshot then.
    await worker.run({ sql: 'select 1', parameters: [] });
    return (await work(createWorkerReadDatabase(worker))) as never;
  } finally {
    await worker.close();
  }
};

const openForReading = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  prepareForReading(database);
  return database;
};

const makeFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw (
      diskFull(error) ??
      new StorageError(`The data folder ${dataDir} cannot be created: ${(error as Error).message}`, {
        cause: error,
      })
    );
  }
};

/**
 * The database contains password hashes and keys: other users of the machine must not read it, even if the folder allows
 * it. SQLite creates the files beside it with the permissions of the database.
 */
const restrictAccess = (file: string): void => {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false });
    // Only the owner can change permissions; files of another owner are the operator's choice.
    if (found !== undefined && found.uid === process.geteuid?.() && (found.mode & 0o077) !== 0)
      chmodSync(path, 0o600);
  }
};

const openError = (file: string, error: unknown): Error => {
  const cause = error instanceof ApiError ? error.cause : error;
  return (
    diskFull(cause) ??
    new StorageError(`The database ${file} cannot be opened: ${describeCause(cause)}`, { cause })
  );
};
