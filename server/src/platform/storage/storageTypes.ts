import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Engine } from '#platform/storage/engine';
import type { Migration } from '#platform/storage/migration';
import type { CreatePool } from '#platform/storage/postgres/connections';
import type { StartWriter } from '#platform/storage/sqlite/writer';

export interface OpenOptions {
  /** The URL of PostgreSQL; SQLite in `dataDir` without it. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log?: StorageLog | undefined;
  /** A transaction through `db` is rolled back after this time in milliseconds. Default 5,000. */
  readonly transactionLimitMs?: number;
  /** Maximum number of units per group commit (SQLite). Default 512. */
  readonly groupLimit?: number;
  /** Starts the thread that writes (SQLite); default: a new one. */
  readonly startWriter?: StartWriter | undefined;
  /** Creates a pool of connections (PostgreSQL); default: a `pg.Pool`. */
  readonly createPool?: CreatePool | undefined;
}

/** The part of a logger that the storage needs. */
export interface StorageLog {
  warn(details: object, message: string): void;
}

/**
 * All methods reject with `UniqueViolation`, `ForeignKeyViolation`, `ConstraintViolation`, `TransactionTimeout`, and
 * `ApiError` with `storageFull`, `unavailable` (seconds in `retryAfter`) or `invalidInput` (U+0000 in a text).
 */
export interface Storage<DB> {
  readonly engine: Engine;
  /**
   * Writes and transactions. A write resolves when it is durable. A transaction occupies the only writer of SQLite, so
   * it should contain only its own statements; reads that must see them go through it as well.
   */
  readonly db: Kysely<DB>;
  /** Short reads; on SQLite synchronously in this thread. */
  readonly read: Kysely<DB>;
  /** Long reads such as full-text search; on SQLite in a separate thread. */
  readonly longRead: Kysely<DB>;
  /** Like `db`, without a time limit, for migrations and restores. */
  readonly bulk: Kysely<DB>;
  /** Runs all statements or none, in one request, and resolves after the commit: the fast path for frequent writes. */
  atomic(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>;
  /** Reads a consistent snapshot, without a time limit; `stream()` works here. */
  snapshot<T>(work: (read: Kysely<DB>) => Promise<T>): Promise<T>;
  /**
   * The number of committed units since the start, and of the commits that contained them; PostgreSQL groups commits
   * itself.
   */
  stats(): { readonly units: number; readonly commits: number } | undefined;
  /** Migrates the schema; throws `NewerDatabaseError`. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Rejects with `ApiError('unavailable')` if the storage is not writable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
