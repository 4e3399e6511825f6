/**
 * A Kysely dialect on a writer with group commit, a read-only connection in this thread and read-only ones in workers.
 */
import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { fromSqlite } from '#platform/storage/errors';
import { plainSqliteError } from '#platform/storage/sqlite/error';
import { checkParameters } from '#platform/storage/parameters';
import { savepoints } from '#platform/storage/savepoints';
import type { Statement, StatementResult } from '#platform/storage/sqlite/protocol';
import type { ReadWorker } from '#platform/storage/sqlite/reader';
import { Statements } from '#platform/storage/sqlite/statements';
import type { Writer } from '#platform/storage/sqlite/writer';

/** With multiple connections Kysely runs queries concurrently; otherwise every group would have only one unit. */
class ConcurrentAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const createKysely = <DB>(driver: Driver): Kysely<DB> =>
  new Kysely<DB>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new ConcurrentAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  });

export const toStatement = ({ sql, parameters }: CompiledQuery): Statement => ({
  sql,
  parameters: checkParameters(parameters),
});
export const toQueryResult = <R>({ rows, changes }: StatementResult): QueryResult<R> =>
  changes === undefined ? { rows: rows as R[] } : { rows: rows as R[], numAffectedRows: BigInt(changes) };
const doNothing = async (): Promise<void> => {};

class WriterConnection implements DatabaseConnection {
  transaction: number | undefined;
  private readonly writer: Writer;

  constructor(writer: Writer) {
    this.writer = writer;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = toStatement(query);
    if (this.transaction !== undefined)
      return toQueryResult(await this.writer.statement(this.transaction, statement));
    const [result] = await this.writer.unit([statement]);
    return toQueryResult(result ?? { rows: [] });
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The writer cannot stream; use a snapshot');
  }
}

/** Writes and transactions; a transaction that takes longer than `limitMs` is rolled back (0: no limit). */
export const createWriteDatabase = <DB>(writer: Writer, limitMs: number): Kysely<DB> => {
  const end = async (connection: DatabaseConnection, kind: 'commit' | 'rollback'): Promise<void> => {
    const { transaction } = connection as WriterConnection;
    if (transaction !== undefined) await writer.end(kind, transaction);
  };
  return createKysely({
    init: doNothing,
    acquireConnection: async () => new WriterConnection(writer),
    beginTransaction: async (connection) => {
      (connection as WriterConnection).transaction = await writer.begin(limitMs);
    },
    commitTransaction: (connection) => end(connection, 'commit'),
    rollbackTransaction: (connection) => end(connection, 'rollback'),
    ...savepoints,
    releaseConnection: doNothing,
    destroy: doNothing,
  });
};

const readDriver = (connection: DatabaseConnection): Driver => {
  const rejectTransaction = async (): Promise<never> => {
    throw new Error('Reads have no transactions: use a snapshot, or db.transaction() to write');
  };
  return {
    init: doNothing,
    acquireConnection: async () => connection,
    beginTransaction: rejectTransaction,
    commitTransaction: rejectTransaction,
    rollbackTransaction: rejectTransaction,
    releaseConnection: doNothing,
    destroy: doNothing,
  };
};

/** Short reads, synchronously in this thread. */
export const createReadDatabase = <DB>(database: DatabaseSync): Kysely<DB> => {
  const statements = new Statements(database);
  const run = async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
    const statement = toStatement(query);
    try {
      return toQueryResult(statements.run(statement));
    } catch (error) {
      throw fromSqlite(plainSqliteError(error), query.sql);
    }
  };
  const streamQuery = async function* <R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await run<R>(query);
  };
  return createKysely(readDriver({ executeQuery: run, streamQuery }));
};

/** Long reads, in a separate thread. */
export const createWorkerReadDatabase = <DB>(worker: ReadWorker): Kysely<DB> =>
  createKysely(
    readDriver({
      executeQuery: async (query) => toQueryResult(await worker.run(toStatement(query))),
      streamQuery: (query, size) =>
        worker.stream(toStatement(query), size) as AsyncIterableIterator<QueryResult<never>>,
    }),
  );
