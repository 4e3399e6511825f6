/** The messages between the main thread and the storage workers: lists of requests of one turn, and responses by id. */
import type { Parameter } from '#platform/storage/parameters';
import type { SqliteError } from '#platform/storage/sqlite/error';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** The result of a statement; `changes` is the number of written rows. */
export interface StatementResult {
  readonly rows: unknown[];
  readonly changes?: number | undefined;
}

/** One statement, or several that are atomic; answered after the COMMIT that contains them. */
export interface Unit {
  readonly id: number;
  readonly kind: 'unit';
  readonly statements: readonly Statement[];
}

/** Waits for the writer, then occupies it until its `End`, at most for `limitMs` (0: no limit). */
export interface Begin {
  readonly id: number;
  readonly kind: 'begin';
  readonly limitMs: number;
}

/** `transaction` is the id of its `Begin`. */
export interface End {
  readonly id: number;
  readonly kind: 'commit' | 'rollback';
  readonly transaction: number;
}

export type WriterRequest =
  | Unit
  | Begin
  | End
  /** Answered immediately; `transaction` as in `End`. */
  | {
      readonly id: number;
      readonly kind: 'statement';
      readonly transaction: number;
      readonly statement: Statement;
    }
  /** Answered when all earlier requests are committed and the database is closed. */
  | { readonly id: number; readonly kind: 'close' };

export type ReaderRequest =
  | { readonly id: number; readonly kind: 'run'; readonly statement: Statement }
  /**
   * Requests the next rows of a cursor, which opens with its first `next`. Fewer than `size` rows are the last ones.
   */
  | {
      readonly id: number;
      readonly kind: 'next';
      readonly cursor: number;
      readonly statement: Statement;
      readonly size: number;
    }
  | { readonly id: number; readonly kind: 'drop'; readonly cursor: number }
  | { readonly id: number; readonly kind: 'close' };

/** Without `error` the request succeeded. */
export interface WorkerResponse {
  readonly id: number;
  readonly results?: readonly StatementResult[];
  readonly error?: SqliteError;
}

/** Committed units since the start, and the commits that contained them. */
export interface WriterStats {
  readonly units: number;
  readonly commits: number;
}

/** The encoded form of a list of requests or responses, see wire.ts. */
export interface Packet {
  readonly numbers: ArrayLike<number>;
  readonly others: readonly unknown[];
}

export interface WorkerMessage {
  readonly responses: Packet;
  /** Sent by the writer. */
  readonly stats?: WriterStats;
}

export interface WriterSettings {
  readonly file: string;
  /** Maximum number of units per group. */
  readonly groupLimit: number;
}

export interface ReaderSettings {
  readonly file: string;
  /** Whether all reads see the state at the start of the worker. */
  readonly snapshot: boolean;
}
