import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Engine } from '#platform/storage/engine';
import type { Migration } from '#platform/storage/migration';

export interface OpenOptions {
  /** PostgreSQL at this address; without it SQLite in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log?: StorageLog | undefined;
  /** A transaction through `db` is rolled back after so long. 5,000 unless told. */
  readonly transactionLimitMs?: number;
  /** Units in one group commit at most (SQLite). 512 unless told. */
  readonly groupLimit?: number;
}

/** As much of a logger as the storage needs. */
export interface StorageLog {
  warn(details: object, message: string): void;
}

/**
 * Rejections everywhere: `UniqueViolation`, `ForeignKeyViolation`, `ConstraintViolation`, `TransactionTooLong`, and
 * `Refusal` with `storageFull`, `unavailable` (seconds in `retryAfter`) or `invalidInput` (U+0000 in a text).
 */
export interface Storage<DB> {
  readonly engine: Engine;
  /**
   * Writes and transactions; a write resolves when it is on the disk. A transaction holds the one writer of SQLite:
   * nothing but its own statements belongs inside, and a read that must see them goes through it, too.
   */
  readonly db: Kysely<DB>;
  /** Short reads; on SQLite in this thread and at once. */
  readonly read: Kysely<DB>;
  /** Reads that take long, full text for one; on SQLite in a thread of their own. */
  readonly longRead: Kysely<DB>;
  /** As `db`, without a time limit: migrations and restoring. */
  readonly bulk: Kysely<DB>;
  /** All of them or none, sent at once and answered after their commit: the fast path for what is hot. */
  atomic(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>;
  /** Reads everything as it was at one moment, however long it takes; `stream()` works here. */
  snapshot<T>(work: (read: Kysely<DB>) => Promise<T>): Promise<T>;
  /** Units committed since the start, and the commits that held them; PostgreSQL groups commits on its own. */
  stats(): { readonly units: number; readonly commits: number } | undefined;
  /** Brings the schema forward; throws `DatabaseIsNewer`. */
  migrate(migrations: readonly Migration[]): Promise<void>;
  /** Rejects with `Refusal('unavailable')` when nothing can be written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
