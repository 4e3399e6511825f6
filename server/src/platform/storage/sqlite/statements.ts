import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { BoundedMap } from '#platform/boundedMap';
import type { Parameter } from '#platform/storage/parameters';
import type { Statement, StatementResult } from '#platform/storage/sqlite/protocol';

const maxPrepared = 500;
/** Matches statements that begin or end transactions, which would break the group that units share. */
const controlsTransaction = /^\s*(begin|commit|end|rollback(?!\s+(transaction\s+)?to\b))\b/i;
const changesRows = /^\s*(insert|update|delete|replace)\b/i;

interface Prepared {
  readonly statement: StatementSync;
  readonly returns: boolean;
  readonly changes: boolean;
}

/** The prepared statements of one connection, a bounded number: the oldest are dropped. */
export class Statements {
  private readonly database: DatabaseSync;
  private readonly prepared = new BoundedMap<string, Prepared>(maxPrepared);

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  run({ sql, parameters }: Statement): StatementResult {
    const { statement, returns, changes } = this.prepare(sql);
    if (returns) {
      const rows = statement.all(...toBindable(parameters));
      return changes ? { rows, changes: rows.length } : { rows };
    }
    return { rows: [], changes: Number(statement.run(...toBindable(parameters)).changes) };
  }

  iterate({ sql, parameters }: Statement): Iterator<unknown> {
    // A separate statement, since another run of the same one would reset this iteration.
    return this.database.prepare(sql).iterate(...toBindable(parameters));
  }

  private prepare(sql: string): Prepared {
    const cached = this.prepared.get(sql);
    if (cached !== undefined) return cached;
    if (controlsTransaction.test(sql)) throw new Error('Use db.transaction() to begin and end transactions');
    const statement = this.database.prepare(sql);
    const prepared = { statement, returns: statement.columns().length > 0, changes: changesRows.test(sql) };
    this.prepared.set(sql, prepared);
    return prepared;
  }
}

/** node:sqlite binds every number as a float, so that `? || ''` gives '7.0'; integers are passed as bigint. */
const toBindable = (parameters: readonly Parameter[]): SQLInputValue[] =>
  parameters.map((value) => (typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value));
