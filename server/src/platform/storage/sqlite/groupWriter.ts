import type { DatabaseSync } from 'node:sqlite';
import type { SqliteError } from '#platform/storage/sqlite/error';
import { Group } from '#platform/storage/sqlite/group';
import type {
  WorkerResponse,
  Begin,
  End,
  Statement,
  Unit,
  WriterRequest,
  WriterStats,
} from '#platform/storage/sqlite/protocol';

/** The transaction that occupies the writer; `failed` after a failed statement, until it rolls back to a savepoint. */
interface ActiveTransaction {
  readonly id: number;
  readonly limitMs: number;
  readonly timer: NodeJS.Timeout | undefined;
  failed: boolean;
}

export interface GroupWriterPort {
  /** Returns the requests that have arrived meanwhile, without waiting. */
  readonly receiveNow: () => WriterRequest[];
  readonly send: (responses: readonly WorkerResponse[], stats: WriterStats) => void;
  readonly onClosed: () => void;
}

const transactionAborted =
  'The transaction is aborted by a failed statement; roll it back, or roll back to a savepoint';
const transactionEnded = 'The transaction has ended';

/**
 * Runs units one after another inside an open group and commits the group when nothing more is ready. Each caller is
 * answered after the COMMIT that contains its unit; a failed COMMIT rejects all of them.
 */
export class GroupWriter {
  private readonly database: DatabaseSync;
  private readonly group: Group;
  private readonly port: GroupWriterPort;
  private readonly groupLimit: number;
  private queue: (Unit | Begin)[] = [];
  private active: ActiveTransaction | undefined;
  /** Transactions that exceeded their time limit, with that limit. */
  private readonly timedOut = new Map<number, number>();
  private closing: number | undefined;

  constructor(database: DatabaseSync, port: GroupWriterPort, groupLimit: number) {
    this.database = database;
    this.group = new Group(database, (responses) => this.send(responses));
    this.port = port;
    this.groupLimit = groupLimit;
  }

  receive(requests: readonly WriterRequest[]): void {
    for (const request of requests) this.handleRequest(request);
    this.processQueue();
  }

  private handleRequest(request: WriterRequest): void {
    if (request.kind === 'unit' || request.kind === 'begin') this.queue.push(request);
    else if (request.kind === 'close') this.closing = request.id;
    else if (request.kind === 'statement') this.send([this.statement(request.transaction, request)]);
    else this.end(request);
  }

  private processQueue(): void {
    while (this.active === undefined) {
      if (this.queue.length === 0) for (const request of this.port.receiveNow()) this.handleRequest(request);
      const batch = this.queue;
      this.queue = [];
      for (const [index, request] of batch.entries()) {
        this.startRequest(request);
        if (this.group.size >= this.groupLimit) this.group.commit();
        if (this.active !== undefined) {
          this.queue = [...batch.slice(index + 1), ...this.queue];
          return;
        }
      }
      if (batch.length === 0) break;
    }
    if (this.active !== undefined) return;
    this.group.commit();
    if (this.closing !== undefined) this.close(this.closing);
  }

  private startRequest(request: Unit | Begin): void {
    this.group.runInGroup(request.id, () =>
      request.kind === 'unit' ? this.group.runUnit(request) : this.startTransaction(request),
    );
  }

  private startTransaction({ id, limitMs }: Begin): void {
    this.group.setSavepoint();
    const timer = limitMs > 0 ? setTimeout(() => this.timeOut(), limitMs) : undefined;
    this.active = { id, limitMs, timer, failed: false };
    this.send([{ id }]);
  }

  private timeOut(): void {
    const transaction = this.clearActive();
    if (transaction === undefined) return;
    this.timedOut.set(transaction.id, transaction.limitMs);
    this.group.rollbackToSavepoint();
    this.processQueue();
  }

  private statement(
    transaction: number,
    { id, statement }: { id: number; statement: Statement },
  ): WorkerResponse {
    const { active } = this;
    if (active?.id !== transaction) return { id, error: this.endedError(transaction) };
    const isRollbackToSavepoint = /^\s*rollback to\b/i.test(statement.sql);
    if (active.failed && !isRollbackToSavepoint) return { id, error: { message: transactionAborted } };
    try {
      const results = [this.group.runStatement(statement)];
      active.failed = false;
      return { id, results };
    } catch (thrown) {
      active.failed = true;
      const error = this.group.handleError(thrown);
      if (!this.group.isOpen) this.clearActive();
      return { id, error };
    }
  }

  private end({ id, kind, transaction }: End): void {
    if (this.active?.id !== transaction) {
      // Kysely also rolls back after a failed statement or commit, when the transaction has ended already.
      this.send([kind === 'rollback' ? { id } : { id, error: this.endedError(transaction) }]);
      this.timedOut.delete(transaction);
      return;
    }
    const failed = this.clearActive()?.failed === true;
    if (kind === 'rollback' || failed) {
      this.group.rollbackToSavepoint();
      this.send([kind === 'rollback' ? { id } : { id, error: { message: transactionAborted } }]);
      return;
    }
    try {
      this.group.releaseSavepoint();
      this.group.holdResponse({ id });
    } catch (error) {
      this.send([{ id, error: this.group.handleError(error) }]);
    }
  }

  private endedError(transaction: number): SqliteError {
    const { stopped } = this.group;
    if (stopped !== undefined) return { ...stopped, stopped: true };
    return { message: transactionEnded, tooLongMs: this.timedOut.get(transaction) };
  }

  private clearActive(): ActiveTransaction | undefined {
    const transaction = this.active;
    clearTimeout(transaction?.timer);
    this.active = undefined;
    return transaction;
  }

  private close(id: number): void {
    this.database.close();
    this.send([{ id }]);
    this.port.onClosed();
  }

  private send(responses: readonly WorkerResponse[]): void {
    if (responses.length > 0) this.port.send(responses, this.group.stats);
  }
}
