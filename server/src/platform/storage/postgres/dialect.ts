/** A Kysely dialect on pg pools, with the same rules and errors as on SQLite. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { PoolClient, QueryResult as PgResult } from 'pg';
import { fromPostgres, isConnectionLoss, StatementError, TransactionTimeout } from '#platform/storage/errors';
import { checkParameters } from '#platform/storage/parameters';
import type { ConnectionPool } from '#platform/storage/postgres/connections';
import type { PreparedQuery } from '#platform/storage/prepared';
import { savepoints } from '#platform/storage/savepoints';

type Connections = Pick<ConnectionPool, 'connect'>;

const changesRows = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);
const toQueryResult = <R>({ command, rowCount, rows }: PgResult): QueryResult<R> =>
  changesRows.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };

let cursors = 0;

export class PostgresConnection implements DatabaseConnection {
  private readonly client: PoolClient;
  private readonly limitMs: number;
  private timer: NodeJS.Timeout | undefined;
  private timedOut = false;
  private broken = false;

  constructor(client: PoolClient, limitMs: number) {
    this.client = client;
    this.limitMs = limitMs;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    checkParameters(query.parameters);
    if (this.timedOut) throw new TransactionTimeout(this.limitMs);
    return toQueryResult(await this.runQuery(query));
  }

  /** Only inside a transaction, since cursors need one. */
  async *streamQuery<R>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<R>> {
    checkParameters(query.parameters);
    const cursor = `foyer_cursor_${++cursors}`;
    await this.run(`declare ${cursor} no scroll cursor for ${query.sql}`, query.parameters);
    try {
      for (;;) {
        const { rows } = await this.run(`fetch ${size} from ${cursor}`);
        if (rows.length > 0) yield { rows };
        if (rows.length < size) return;
      }
    } finally {
      if (!this.broken) await this.run(`close ${cursor}`);
    }
  }

  /** SQLite's writer has the same limit. Here it releases locks that others wait for. */
  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    await this.run(`start transaction${level}${accessMode === undefined ? '' : ` ${accessMode}`}`);
    if (this.limitMs > 0) this.timer = setTimeout(() => void this.timeOut(), this.limitMs);
  }

  async commit(): Promise<void> {
    clearTimeout(this.timer);
    if (this.timedOut) throw new TransactionTimeout(this.limitMs);
    const { command } = await this.run('commit');
    if (command === 'ROLLBACK')
      throw new StatementError('The transaction was aborted by a failed statement', 'commit');
  }

  /** After a failed statement the following ones fail as well, and the commit rolls back. */
  async runAtomically(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    const begun = this.run('begin');
    const ran = queries.map((query) => this.runQuery(query));
    const ended = this.commit();
    const outcomes = await Promise.allSettled([begun, ...ran, ended]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return (await Promise.all(ran)).map((result) => toQueryResult(result));
  }

  /** Never throws: the server rolls back if the connection is lost. */
  async rollback(): Promise<void> {
    clearTimeout(this.timer);
    if (this.timedOut || this.broken) return;
    await this.run('rollback').catch(() => {
      this.broken = true;
    });
  }

  release(): void {
    this.client.release(this.broken);
  }

  /** Queued after the running statement and before the caller's next one. */
  private async timeOut(): Promise<void> {
    this.timedOut = true;
    await this.run('rollback').catch(() => undefined);
  }

  private runQuery({
    sql,
    parameters,
    name,
  }: CompiledQuery & Partial<Pick<PreparedQuery, 'name'>>): Promise<PgResult> {
    return this.run(sql, parameters, name);
  }

  /** @param name keeps the plan of the statement in the connection */
  private async run(sql: string, parameters: readonly unknown[] = [], name?: string): Promise<PgResult> {
    try {
      const values = [...parameters];
      return await (name === undefined
        ? this.client.query(sql, values)
        : this.client.query({ name, text: sql, values }));
    } catch (error) {
      this.broken ||= isConnectionLoss(error);
      throw fromPostgres(error, sql);
    }
  }
}

/** Returns a connection of the pool. @throws ApiError if none is available */
export const connect = async (pool: Connections, limitMs: number): Promise<PostgresConnection> => {
  try {
    return new PostgresConnection(await pool.connect(), limitMs);
  } catch (error) {
    throw fromPostgres(error);
  }
};

/** A transaction that takes longer than `limitMs` is rolled back (0: no limit). */
export const createPoolDatabase = <DB>(pool: Connections, limitMs: number): Kysely<DB> => {
  const asPostgres = (connection: DatabaseConnection): PostgresConnection => connection as PostgresConnection;
  const driver: Driver = {
    init: async () => {},
    acquireConnection: () => connect(pool, limitMs),
    beginTransaction: (connection, settings) => asPostgres(connection).begin(settings),
    commitTransaction: (connection) => asPostgres(connection).commit(),
    rollbackTransaction: (connection) => asPostgres(connection).rollback(),
    ...savepoints,
    releaseConnection: async (connection) => asPostgres(connection).release(),
    destroy: async () => {},
  };
  return new Kysely<DB>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  });
};

/** Runs several statements, all or none, in one round trip. Needs a pool with pipelining. */
export const executeAtomically = async (
  pool: Connections,
  limitMs: number,
  queries: readonly CompiledQuery[],
): Promise<QueryResult<unknown>[]> => {
  for (const { parameters } of queries) checkParameters(parameters);
  const connection = await connect(pool, limitMs);
  try {
    const [only] = queries;
    if (queries.length === 1 && only !== undefined) return [await connection.executeQuery(only)];
    return await connection.runAtomically(queries);
  } finally {
    connection.release();
  }
};
