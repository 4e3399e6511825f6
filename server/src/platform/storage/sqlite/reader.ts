import { WorkerCalls, startWorker } from '#platform/storage/sqlite/calls';
import type {
  ReaderRequest,
  ReaderSettings,
  Statement,
  StatementResult,
} from '#platform/storage/sqlite/protocol';

/** A read-only connection in a separate thread, which starts with the first read. */
export class ReadWorker {
  private readonly settings: ReaderSettings;
  private calls: WorkerCalls<ReaderRequest> | undefined;
  private lastCursor = 0;
  private closed = false;

  constructor(settings: ReaderSettings) {
    this.settings = settings;
  }

  async run(statement: Statement): Promise<StatementResult> {
    const [result] = await this.startedCalls().call({ kind: 'run', statement }, statement.sql);
    return result ?? { rows: [] };
  }

  async *stream(statement: Statement, size: number): AsyncIterableIterator<StatementResult> {
    const calls = this.startedCalls();
    const cursor = ++this.lastCursor;
    let last = false;
    try {
      while (!last) {
        const [chunk] = await calls.call({ kind: 'next', cursor, statement, size }, statement.sql);
        const rows = chunk?.rows ?? [];
        last = rows.length < size;
        if (rows.length > 0) yield { rows };
      }
    } finally {
      if (!last) await calls.call({ kind: 'drop', cursor });
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.calls?.close({ kind: 'close' });
  }

  private startedCalls(): WorkerCalls<ReaderRequest> {
    if (this.closed) throw new Error('The storage is closed');
    this.calls ??= new WorkerCalls(startWorker('./reader.worker.ts', this.settings));
    return this.calls;
  }
}
