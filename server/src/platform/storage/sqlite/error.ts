/**
 * Errors of node:sqlite as the workers report them. This file has no imports, because each worker loads every imported
 * module again.
 */

/** A SQLite error that can be sent between threads. `errcode` is the extended result code, if there is one. */
export interface SqliteError {
  readonly message: string;
  readonly errcode?: number | undefined;
  /** Set if the writer has stopped permanently. */
  readonly stopped?: boolean | undefined;
  readonly tooLongMs?: number | undefined;
}

const SQLITE_FULL = 13;
const SQLITE_IOERR_SHMSIZE = 4874;
/** The shared-memory file of the WAL could not grow: the disk is full, nothing is damaged. */
export const isSqliteFull = (errcode: number | undefined): boolean =>
  errcode === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE;

/**
 * Disk errors after which the state of the disk is unknown: READONLY 8, IOERR 10, CORRUPT 11, CANTOPEN 14, NOTADB 26.
 */
export const isSqliteDiskError = (errcode: number | undefined): boolean =>
  errcode !== undefined && !isSqliteFull(errcode) && [8, 10, 11, 14, 26].includes(errcode & 0xff);

/** Converts an error of node:sqlite. */
export const plainSqliteError = (error: unknown): SqliteError => {
  const errcode = (error as { errcode?: unknown }).errcode;
  const message = error instanceof Error ? error.message : String(error);
  return { message, errcode: typeof errcode === 'number' ? errcode : undefined };
};
