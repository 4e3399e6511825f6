/** A thread with a read-only connection, for reads that would block the event loop, and for snapshots. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { plainSqliteError } from '#platform/storage/sqlite/error';
import { prepareForReading } from '#platform/storage/sqlite/pragmas';
import type {
  WorkerResponse,
  Packet,
  ReaderRequest,
  ReaderSettings,
  StatementResult,
} from '#platform/storage/sqlite/protocol';
import { Statements } from '#platform/storage/sqlite/statements';
import { encodeResponses, RequestDecoder } from '#platform/storage/sqlite/wire';

const port = parentPort;
if (port === null) throw new Error('A storage reader runs in a worker thread only');
const { file, snapshot } = workerData as ReaderSettings;

const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
prepareForReading(database);
// The snapshot is taken by the first read of a transaction, not by `begin`.
if (snapshot) database.exec('begin; select count(*) from sqlite_schema');
const statements = new Statements(database);
const cursors = new Map<number, Iterator<unknown>>();

const next = ({ cursor, statement, size }: Extract<ReaderRequest, { kind: 'next' }>): StatementResult => {
  const iterator = cursors.get(cursor) ?? statements.iterate(statement);
  cursors.set(cursor, iterator);
  const rows: unknown[] = [];
  while (rows.length < size) {
    const step = iterator.next();
    if (step.done === true) break;
    rows.push(step.value);
  }
  if (rows.length < size) cursors.delete(cursor);
  return { rows };
};

const drop = (cursor: number): void => {
  cursors.get(cursor)?.return?.();
  cursors.delete(cursor);
};

const respond = (request: ReaderRequest): WorkerResponse => {
  const { id } = request;
  try {
    if (request.kind === 'run') return { id, results: [statements.run(request.statement)] };
    if (request.kind === 'next') return { id, results: [next(request)] };
    if (request.kind === 'drop') drop(request.cursor);
    else database.close();
    return { id };
  } catch (error) {
    return { id, error: plainSqliteError(error) };
  }
};

const decoder = new RequestDecoder();
port.on('message', (packet: Packet) => {
  for (const request of decoder.decode<ReaderRequest>(packet)) {
    port.postMessage({ responses: encodeResponses([respond(request)]) });
    if (request.kind === 'close') port.close();
  }
});
