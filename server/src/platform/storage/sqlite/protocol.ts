/** What the main thread and the storage workers say to each other: requests of one turn as a list, answers by id. */
import type { Parameter } from '#platform/storage/parameters';
import type { SqliteError } from '#platform/storage/sqlite/error';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/** What a statement gave; `changes` counts the rows it wrote. */
export interface StatementResult {
  readonly rows: unknown[];
  readonly changes?: number | undefined;
}

/** One statement, or several that hold together; answered after the COMMIT that holds them. */
export interface Unit {
  readonly id: number;
  readonly kind: 'unit';
  readonly statements: readonly Statement[];
}

/** Waits for its turn, then holds the writer until its `End`, at most `limitMs` (0: no limit). */
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
  /** Answered at once; `transaction` as in `End`. */
  | {
      readonly id: number;
      readonly kind: 'statement';
      readonly transaction: number;
      readonly statement: Statement;
    }
  /** Answered when all before it is committed and the database is closed. */
  | { readonly id: number; readonly kind: 'close' };

export type ReaderRequest =
  | { readonly id: number; readonly kind: 'run'; readonly statement: Statement }
  /** The next rows of a cursor, which opens with its first `next`; fewer than `size` are the last ones. */
  | {
      readonly id: number;
      readonly kind: 'next';
      readonly cursor: number;
      readonly statement: Statement;
      readonly size: number;
    }
  | { readonly id: number; readonly kind: 'drop'; readonly cursor: number }
  | { readonly id: number; readonly kind: 'close' };

/** Without `error` it went well. */
export interface Answer {
  readonly id: number;
  readonly results?: readonly StatementResult[];
  readonly error?: SqliteError;
}

/** Counted since the start: units that were committed, and the commits that held them. */
export interface WriterStats {
  readonly units: number;
  readonly commits: number;
}

/** How a list of requests or answers travels, made and read by wire.ts. */
export interface Packet {
  readonly numbers: ArrayLike<number>;
  readonly others: readonly unknown[];
}

export interface WorkerMessage {
  readonly answers: Packet;
  /** Sent by the writer. */
  readonly stats?: WriterStats;
}

export interface WriterSettings {
  readonly file: string;
  /** Units in one group at most. */
  readonly groupLimit: number;
}

export interface ReaderSettings {
  readonly file: string;
  /** Everything is read as it was when the worker started. */
  readonly snapshot: boolean;
}
