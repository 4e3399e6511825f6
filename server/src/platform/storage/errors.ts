/** Translates the errors of both engines. */
import { ApiError } from '#platform/apiError';
import { storageFull, StorageOutage } from '#platform/storageOutage';
import { isSqliteFull, type SqliteError } from '#platform/storage/sqlite/error';

/** A row violates a constraint. `table` and `columns` (unqualified) are set if the engine names them. */
export class ConstraintViolation extends Error {
  readonly table: string | undefined;
  readonly columns: readonly string[];

  constructor(
    message: string,
    where: { table?: string | undefined; columns?: readonly string[]; cause?: unknown },
  ) {
    super(message, { cause: where.cause });
    this.name = new.target.name;
    this.table = where.table;
    this.columns = where.columns ?? [];
  }
}
/** A row with this key exists already. */
export class UniqueViolation extends ConstraintViolation {}
/** A row references a missing row, or a referenced row was deleted. */
export class ForeignKeyViolation extends ConstraintViolation {}

/** An error that only the operator can resolve. The message is one line. */
export class StorageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** A transaction exceeded its time limit and was rolled back. */
export class TransactionTimeout extends Error {
  constructor(limitMs: number) {
    super(`The transaction took longer than ${limitMs} ms and was rolled back`);
    this.name = new.target.name;
  }
}

/** Any other failed statement. `sql` is its text; parameters are never included. */
export class StatementError extends Error {
  readonly sql: string | undefined;

  constructor(message: string, sql: string | undefined, cause?: unknown) {
    super(message, { cause });
    this.name = new.target.name;
    this.sql = sql;
  }
}

export const fromSqlite = (error: SqliteError, sql?: string): Error => {
  const { message, errcode } = error;
  if (error.tooLongMs !== undefined) return new TransactionTimeout(error.tooLongMs);
  if (error.stopped === true)
    return new StorageOutage('unavailable', 'The storage has stopped after a disk error.', {
      setting: 'DATA_DIR',
      retryAfter: 30,
      cause: error,
    });
  if (isSqliteFull(errcode)) return storageFull('DATA_DIR', error);
  switch (errcode) {
    // UNIQUE, PRIMARYKEY, ROWID: "UNIQUE constraint failed: place.id, place.name"
    case 2067:
    case 1555:
    case 2579: {
      const keys = (message.split(': ')[1] ?? '').split(', ').map((key) => key.split('.'));
      const columns = keys.map(([, column]) => column).filter((column) => column !== undefined);
      return new UniqueViolation(message, { table: keys[0]?.[0], columns, cause: error });
    }
    // FOREIGNKEY, and TRIGGER for `on delete restrict`
    case 787:
    case 1811:
      return new ForeignKeyViolation(message, { cause: error });
    // CHECK, NOTNULL, DATATYPE
    case 275:
    case 1299:
    case 3091:
      return new ConstraintViolation(message, { cause: error });
    default:
      return new StatementError(message, sql, error);
  }
};

/** The fields that identify a PostgreSQL error. */
interface PostgresError extends Error {
  readonly code?: string;
  readonly table?: string;
  readonly detail?: string;
}

/** Connection exceptions, shutdowns, too many connections, and socket errors. */
const connectionErrorCode =
  /^(08...|57P0.|53300|25P03|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;
const connectionErrorMessage =
  /^(Connection terminated|Query read timeout|timeout exceeded|Client has encountered|Client was closed)/;

/** Whether the error means that the connection is unusable. */
export const isConnectionLoss = (error: unknown): boolean => {
  const { code, message } = error as PostgresError;
  return connectionErrorCode.test(code ?? '') || connectionErrorMessage.test(message);
};

export const fromPostgres = (error: unknown, sql?: string): Error => {
  if (error instanceof ApiError || error instanceof TransactionTimeout) return error;
  const { code, message, table, detail } = error as PostgresError;
  if (isConnectionLoss(error))
    return new StorageOutage('unavailable', 'The database does not respond.', {
      setting: 'DATABASE_URL',
      retryAfter: 5,
      cause: error,
    });
  switch (code) {
    case '53100':
      return storageFull('DATABASE_URL', error);
    case '23505': {
      // Key (id, name)=(1, x) already exists.
      const columns = /^Key \((.*?)\)=/.exec(detail ?? '')?.[1]?.split(', ') ?? [];
      return new UniqueViolation(message, { table, columns, cause: error });
    }
    case '23001':
    case '23503':
      return new ForeignKeyViolation(message, { table, cause: error });
    case '22P02':
    case '23502':
    case '23514':
      return new ConstraintViolation(message, { table, cause: error });
    // Canceled by the statement timeout, a deadlock, or a serialization failure.
    case '57014':
    case '40P01':
    case '40001':
      return new ApiError('unavailable', 'The database is overloaded.', { retryAfter: 1, cause: error });
    default:
      return new StatementError(message, sql, error);
  }
};
