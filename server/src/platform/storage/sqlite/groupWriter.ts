import type { DatabaseSync } from 'node:sqlite';
import type { SqliteError } from '#platform/storage/sqlite/error';
import { Group } from '#platform/storage/sqlite/group';
import type {
  Answer,
  Begin,
  End,
  Statement,
  Unit,
  WriterRequest,
  WriterStats,
} from '#platform/storage/sqlite/protocol';

/** The transaction that occupies the writer; `failed` after a failed statement, until it rolls back to a savepoint. */
interface Holder {
  readonly id: number;
  readonly limitMs: number;
  readonly timer: NodeJS.Timeout | undefined;
  failed: boolean;
}

export interface GroupWriterPort {
  /** Returns the requests that have arrived meanwhile, without waiting. */
  readonly take: () => WriterRequest[];
  readonly send: (answers: readonly Answer[], stats: WriterStats) => void;
  readonly closed: () => void;
}

const aborted =
  'The transaction is aborted by a failed statement; only going back to a savepoint or rolling back helps';
const tooLate = 'The transaction is over';

/**
 * Runs units one after another inside an open group and commits the group when nothing more is ready. Each caller is
 * answered after the COMMIT that holds its unit; a COMMIT that fails fails all of them.
 */
export class GroupWriter {
  readonly #database: DatabaseSync;
  readonly #group: Group;
  readonly #port: GroupWriterPort;
  readonly #groupLimit: number;
  #queue: (Unit | Begin)[] = [];
  #holder: Holder | undefined;
  /** Transactions that exceeded their time limit, with that limit. */
  readonly #timedOut = new Map<number, number>();
  #closing: number | undefined;

  constructor(database: DatabaseSync, port: GroupWriterPort, groupLimit: number) {
    this.#database = database;
    this.#group = new Group(database, (answers) => this.#send(answers));
    this.#port = port;
    this.#groupLimit = groupLimit;
  }

  receive(requests: readonly WriterRequest[]): void {
    for (const request of requests) this.#accept(request);
    this.#work();
  }

  #accept(request: WriterRequest): void {
    if (request.kind === 'unit' || request.kind === 'begin') this.#queue.push(request);
    else if (request.kind === 'close') this.#closing = request.id;
    else if (request.kind === 'statement') this.#send([this.#statement(request.transaction, request)]);
    else this.#end(request);
  }

  #work(): void {
    while (this.#holder === undefined) {
      if (this.#queue.length === 0) for (const request of this.#port.take()) this.#accept(request);
      const batch = this.#queue;
      this.#queue = [];
      for (const [index, request] of batch.entries()) {
        this.#start(request);
        if (this.#group.size >= this.#groupLimit) this.#group.commit();
        if (this.#holder !== undefined) {
          this.#queue = [...batch.slice(index + 1), ...this.#queue];
          return;
        }
      }
      if (batch.length === 0) break;
    }
    if (this.#holder !== undefined) return;
    this.#group.commit();
    if (this.#closing !== undefined) this.#close(this.#closing);
  }

  #start(request: Unit | Begin): void {
    this.#group.enter(request.id, () =>
      request.kind === 'unit' ? this.#group.unit(request) : this.#hold(request),
    );
  }

  #hold({ id, limitMs }: Begin): void {
    this.#group.savepoint();
    const timer = limitMs > 0 ? setTimeout(() => this.#timeOut(), limitMs) : undefined;
    this.#holder = { id, limitMs, timer, failed: false };
    this.#send([{ id }]);
  }

  #timeOut(): void {
    const holder = this.#letGo();
    if (holder === undefined) return;
    this.#timedOut.set(holder.id, holder.limitMs);
    this.#group.undo();
    this.#work();
  }

  #statement(transaction: number, { id, statement }: { id: number; statement: Statement }): Answer {
    const holder = this.#holder;
    if (holder?.id !== transaction) return { id, error: this.#over(transaction) };
    const goesBack = /^\s*rollback to\b/i.test(statement.sql);
    if (holder.failed && !goesBack) return { id, error: { message: aborted } };
    try {
      const results = [this.#group.statement(statement)];
      holder.failed = false;
      return { id, results };
    } catch (thrown) {
      holder.failed = true;
      const error = this.#group.failure(thrown);
      if (!this.#group.isOpen) this.#letGo();
      return { id, error };
    }
  }

  #end({ id, kind, transaction }: End): void {
    if (this.#holder?.id !== transaction) {
      // Kysely also rolls back after a failed statement or commit, when the transaction has ended already.
      this.#send([kind === 'rollback' ? { id } : { id, error: this.#over(transaction) }]);
      this.#timedOut.delete(transaction);
      return;
    }
    const failed = this.#letGo()?.failed === true;
    if (kind === 'rollback' || failed) {
      this.#group.undo();
      this.#send([kind === 'rollback' ? { id } : { id, error: { message: aborted } }]);
      return;
    }
    try {
      this.#group.release();
      this.#group.hold({ id });
    } catch (thrown) {
      this.#send([{ id, error: this.#group.failure(thrown) }]);
    }
  }

  #over(transaction: number): SqliteError {
    const { stopped } = this.#group;
    if (stopped !== undefined) return { ...stopped, stopped: true };
    return { message: tooLate, tooLongMs: this.#timedOut.get(transaction) };
  }

  #letGo(): Holder | undefined {
    const holder = this.#holder;
    clearTimeout(holder?.timer);
    this.#holder = undefined;
    return holder;
  }

  #close(id: number): void {
    this.#database.close();
    this.#send([{ id }]);
    this.#port.closed();
  }

  #send(answers: readonly Answer[]): void {
    if (answers.length > 0) this.#port.send(answers, this.#group.stats);
  }
}
