import { WorkerCalls, startWorker, type StorageThread } from '#platform/storage/sqlite/calls';
import type {
  Statement,
  StatementResult,
  WriterRequest,
  WriterSettings,
  WriterStats,
} from '#platform/storage/sqlite/protocol';

export type StartWriter = (settings: WriterSettings) => StorageThread;

const startWriterThread: StartWriter = (settings) => startWorker('./writer.worker.ts', settings);

/** The only writer of a database, in its own thread, with group commit. */
export class Writer {
  private readonly calls: WorkerCalls<WriterRequest>;
  private latestStats: WriterStats = { units: 0, commits: 0 };

  constructor(settings: WriterSettings, startWriter: StartWriter = startWriterThread) {
    this.calls = new WorkerCalls(startWriter(settings), ({ stats }) => {
      this.latestStats = stats ?? this.latestStats;
    });
  }

  get stats(): WriterStats {
    return this.latestStats;
  }

  /** Runs statements atomically; resolves after the COMMIT that contains them. */
  unit(statements: readonly Statement[]): Promise<readonly StatementResult[]> {
    return this.calls.call({ kind: 'unit', statements }, statements[0]?.sql);
  }

  /** Waits for the writer and returns the number of the transaction. */
  async begin(limitMs: number): Promise<number> {
    const begun = this.calls.call({ kind: 'begin', limitMs });
    const transaction = this.calls.lastId;
    await begun;
    return transaction;
  }

  /** Runs a statement inside a transaction; resolves before the commit. */
  async statement(transaction: number, statement: Statement): Promise<StatementResult> {
    const [result] = await this.calls.call({ kind: 'statement', transaction, statement }, statement.sql);
    return result ?? { rows: [] };
  }

  /** `commit` resolves after the COMMIT of the group. */
  async end(kind: 'commit' | 'rollback', transaction: number): Promise<void> {
    await this.calls.call({ kind, transaction });
  }

  close(): Promise<void> {
    return this.calls.close({ kind: 'close' });
  }
}
