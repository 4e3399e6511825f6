import { once, type EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ApiError } from '#platform/apiError';
import { StorageOutage } from '#platform/storageOutage';
import { fromSqlite } from '#platform/storage/errors';
import type {
  ReaderRequest,
  StatementResult,
  WorkerMessage,
  WriterRequest,
} from '#platform/storage/sqlite/protocol';
import { decodeResponses, RequestEncoder } from '#platform/storage/sqlite/wire';

/** Large batches are split, so that the worker can begin while the rest is encoded. */
const maxBatchSize = 64;

interface Pending {
  readonly resolve: (results: readonly StatementResult[]) => void;
  readonly reject: (error: Error) => void;
  readonly sql: string | undefined;
}
/** A thread of the storage, with the events of a `Worker`. */
export interface StorageThread extends EventEmitter {
  postMessage(message: unknown, transfer: []): void;
}

/** A request without its number. */
export type WithoutId<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never;

/**
 * The main thread's side of a storage worker: numbers requests, sends the requests of one turn together, and settles
 * their promises.
 */
export class WorkerCalls<Request extends WriterRequest | ReaderRequest> {
  private readonly encoder = new RequestEncoder();
  private readonly worker: StorageThread;
  private readonly pending = new Map<number, Pending>();
  private queued: Request[] = [];
  private idCounter = 0;
  private closedError: ApiError | undefined;

  constructor(worker: StorageThread, onMessage?: (message: WorkerMessage) => void) {
    this.worker = worker;
    worker.on('message', (message: WorkerMessage) => {
      onMessage?.(message);
      this.settle(message);
    });
    worker.on('error', (error) => this.rejectAll(error));
    worker.on('exit', () => this.rejectAll(undefined));
  }

  /** The number of the latest request. */
  get lastId(): number {
    return this.idCounter;
  }

  call(request: WithoutId<Request>, sql?: string): Promise<readonly StatementResult[]> {
    if (this.closedError !== undefined) return Promise.reject(this.closedError);
    const id = ++this.idCounter;
    // Sent after all callbacks of this turn, so that simultaneous requests share a message.
    if (this.queued.length === 0) setImmediate(() => this.post());
    this.queued.push({ id, ...request } as unknown as Request);
    if (this.queued.length >= maxBatchSize) this.post();
    return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject, sql }));
  }

  async close(request: WithoutId<Request>): Promise<void> {
    if (this.closedError !== undefined) return;
    const exited = once(this.worker, 'exit');
    const answered = this.call(request);
    this.closedError = new ApiError('unavailable', 'The storage is closed');
    await answered;
    await exited;
  }

  private post(): void {
    if (this.queued.length === 0) return;
    this.worker.postMessage(this.encoder.encode(this.queued), []);
    this.queued = [];
  }

  private settle({ responses }: WorkerMessage): void {
    for (const { id, results, error } of decodeResponses(responses)) {
      const pending = this.pending.get(id);
      this.pending.delete(id);
      if (error === undefined) pending?.resolve(results ?? []);
      else pending?.reject(fromSqlite(error, pending.sql));
    }
  }

  private rejectAll(cause: Error | undefined): void {
    this.closedError ??= new StorageOutage('unavailable', 'The storage has stopped.', {
      setting: 'DATA_DIR',
      retryAfter: 30,
      cause,
    });
    for (const { reject } of this.pending.values()) reject(this.closedError);
    this.pending.clear();
  }
}

/** Starts a worker file of this folder. */
export const startWorker = (name: `./${string}.worker.ts`, workerData: unknown): Worker =>
  new Worker(new URL(name, import.meta.url), { workerData, execArgv: [] });
