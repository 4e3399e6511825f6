/**
 * Errors of node:sqlite as the workers tell them. Imports nothing: each worker reads every module that it imports anew.
 */

/** How a SQLite error crosses the border of a worker. `errcode` is the extended result code, if there is one. */
export interface SqliteError {
  readonly message: string;
  readonly errcode?: number | undefined;
  /** Set when the writer has stopped for good. */
  readonly stopped?: boolean | undefined;
  readonly tooLongMs?: number | undefined;
}

const SQLITE_FULL = 13;
const SQLITE_IOERR_SHMSIZE = 4874;
/** The file beside the database that maps the log could not grow: the disk is full, nothing is damaged. */
export const isSqliteFull = (errcode: number | undefined): boolean =>
  errcode === SQLITE_FULL || errcode === SQLITE_IOERR_SHMSIZE;

/** Disk errors after which what the disk holds is unknown: READONLY 8, IOERR 10, CORRUPT 11, CANTOPEN 14, NOTADB 26. */
export const isSqliteDiskError = (errcode: number | undefined): boolean =>
  errcode !== undefined && !isSqliteFull(errcode) && [8, 10, 11, 14, 26].includes(errcode & 0xff);

/** The plain form of whatever node:sqlite threw. */
export const plainSqliteError = (thrown: unknown): SqliteError => {
  const errcode = (thrown as { errcode?: unknown }).errcode;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { message, errcode: typeof errcode === 'number' ? errcode : undefined };
};
