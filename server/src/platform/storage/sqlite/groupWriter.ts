import type { DatabaseSync } from 'node:sqlite';
import { isSqliteDiskError, plainSqliteError, type SqliteError } from '#platform/storage/faults';
import type {
  Answer,
  WriterRequest,
  Statement,
  StatementResult,
  WriterStats,
} from '#platform/storage/sqlite/protocol';
import { Statements } from '#platform/storage/sqlite/statements';

type Unit = Extract<WriterRequest, { kind: 'unit' }>;
type Begin = Extract<WriterRequest, { kind: 'begin' }>;
type End = Extract<WriterRequest, { kind: 'commit' | 'rollback' }>;

/** The transaction that has the writer; `failed` after a statement failed, until it goes back to a savepoint. */
interface Holder {
  readonly id: number;
  readonly limitMs: number;
  readonly timer: NodeJS.Timeout | undefined;
  failed: boolean;
}

export interface GroupWriterPort {
  /** Takes what has arrived meanwhile, without waiting. */
  readonly take: () => WriterRequest[];
  readonly send: (answers: readonly Answer[], stats: WriterStats) => void;
  readonly closed: () => void;
}

/** The only statements that may steer a transaction; `Statements` refuses them from anybody else. */
const controls = (database: DatabaseSync) => ({
  begin: database.prepare('begin immediate'),
  commit: database.prepare('commit'),
  rollback: database.prepare('rollback'),
  savepoint: database.prepare('savepoint foyer_unit'),
  release: database.prepare('release foyer_unit'),
  undo: database.prepare('rollback to foyer_unit'),
});

const aborted =
  'The transaction is aborted by a failed statement; only going back to a savepoint or rolling back helps';
const tooLate = 'The transaction is over';

/**
 * Runs units one after another inside an open group and commits the group when nothing more is ready. Each caller is
 * answered after the COMMIT that holds its unit; a COMMIT that fails fails all of them.
 */
export class GroupWriter {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #controls: ReturnType<typeof controls>;
  readonly #port: GroupWriterPort;
  readonly #groupLimit: number;
  #queue: (Unit | Begin)[] = [];
  /** Answers of units in the open group, given when it is committed. */
  #held: Answer[] = [];
  #holder: Holder | undefined;
  /** Transactions that were ended by their time limit, with that limit. */
  readonly #timedOut = new Map<number, number>();
  #closing: number | undefined;
  #stopped: SqliteError | undefined;
  #units = 0;
  #commits = 0;

  constructor(database: DatabaseSync, port: GroupWriterPort, groupLimit: number) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#controls = controls(database);
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
        if (this.#held.length >= this.#groupLimit) this.#commit();
        if (this.#holder !== undefined) {
          this.#queue = [...batch.slice(index + 1), ...this.#queue];
          return;
        }
      }
      if (batch.length === 0) break;
    }
    if (this.#holder !== undefined) return;
    this.#commit();
    if (this.#closing !== undefined) this.#close(this.#closing);
  }

  #start(request: Unit | Begin): void {
    if (this.#stopped !== undefined) {
      this.#send([{ id: request.id, error: { ...this.#stopped, stopped: true } }]);
      return;
    }
    try {
      if (!this.#database.isTransaction) this.#controls.begin.run();
      if (request.kind === 'unit')
        this.#held.push({ id: request.id, results: this.#unit(request.statements) });
      else this.#hold(request);
    } catch (thrown) {
      this.#send([{ id: request.id, error: this.#failure(thrown) }]);
    }
  }

  /** A single statement that fails undoes itself alone, so it needs no savepoint. */
  #unit(statements: readonly Statement[]): StatementResult[] {
    const [only] = statements;
    if (statements.length === 1 && only !== undefined) return [this.#statements.run(only)];
    this.#controls.savepoint.run();
    try {
      const results = statements.map((statement) => this.#statements.run(statement));
      this.#controls.release.run();
      return results;
    } catch (thrown) {
      this.#undo();
      throw thrown;
    }
  }

  #hold({ id, limitMs }: Begin): void {
    this.#controls.savepoint.run();
    const timer = limitMs > 0 ? setTimeout(() => this.#timeOut(), limitMs) : undefined;
    this.#holder = { id, limitMs, timer, failed: false };
    this.#send([{ id }]);
  }

  #timeOut(): void {
    const holder = this.#letGo();
    if (holder === undefined) return;
    this.#timedOut.set(holder.id, holder.limitMs);
    this.#undo();
    this.#work();
  }

  #statement(transaction: number, { id, statement }: { id: number; statement: Statement }): Answer {
    const holder = this.#holder;
    if (holder?.id !== transaction) return { id, error: this.#over(transaction) };
    const goesBack = /^\s*rollback to\b/i.test(statement.sql);
    if (holder.failed && !goesBack) return { id, error: { message: aborted } };
    try {
      const results = [this.#statements.run(statement)];
      holder.failed = false;
      return { id, results };
    } catch (thrown) {
      holder.failed = true;
      const error = this.#failure(thrown);
      if (!this.#database.isTransaction) this.#letGo();
      return { id, error };
    }
  }

  #end({ id, kind, transaction }: End): void {
    if (this.#holder?.id !== transaction) {
      // Kysely rolls back after a failed statement or commit, too: what is over is rolled back.
      this.#send([kind === 'rollback' ? { id } : { id, error: this.#over(transaction) }]);
      this.#timedOut.delete(transaction);
      return;
    }
    const failed = this.#letGo()?.failed === true;
    if (kind === 'rollback' || failed) {
      this.#undo();
      this.#send([kind === 'rollback' ? { id } : { id, error: { message: aborted } }]);
      return;
    }
    try {
      this.#controls.release.run();
      this.#held.push({ id });
    } catch (thrown) {
      this.#send([{ id, error: this.#failure(thrown) }]);
    }
  }

  #over(transaction: number): SqliteError {
    if (this.#stopped !== undefined) return { ...this.#stopped, stopped: true };
    return { message: tooLate, tooLongMs: this.#timedOut.get(transaction) };
  }

  #letGo(): Holder | undefined {
    const holder = this.#holder;
    clearTimeout(holder?.timer);
    this.#holder = undefined;
    return holder;
  }

  #undo(): void {
    if (!this.#database.isTransaction) return;
    try {
      this.#controls.undo.run();
      this.#controls.release.run();
    } catch (thrown) {
      // A savepoint that cannot be undone would leave half a unit in the group.
      this.#rollback();
      this.#failure(thrown);
    }
  }

  #commit(): void {
    if (!this.#database.isTransaction) return;
    try {
      this.#controls.commit.run();
      this.#commits++;
      this.#units += this.#held.length;
      this.#send(this.#held.splice(0));
    } catch (thrown) {
      this.#rollback();
      this.#failHeld(this.#failure(thrown));
    }
  }

  /** Notes what an error means for the rest: a lost group fails its units, a disk error ends all writing. */
  #failure(thrown: unknown): SqliteError {
    const error = plainSqliteError(thrown);
    if (isSqliteDiskError(error.errcode)) {
      this.#stopped = error;
      this.#rollback();
    }
    const answer = this.#stopped === undefined ? error : { ...error, stopped: true };
    if (!this.#database.isTransaction) this.#failHeld(answer);
    return answer;
  }

  #failHeld(error: SqliteError): void {
    this.#send(this.#held.splice(0).map(({ id }) => ({ id, error })));
  }

  #rollback(): void {
    if (!this.#database.isTransaction) return;
    try {
      this.#controls.rollback.run();
    } catch (thrown) {
      // A connection that cannot even roll back must not be written through again.
      this.#stopped ??= plainSqliteError(thrown);
    }
  }

  #close(id: number): void {
    this.#database.close();
    this.#send([{ id }]);
    this.#port.closed();
  }

  #send(answers: readonly Answer[]): void {
    if (answers.length > 0) this.#port.send(answers, { units: this.#units, commits: this.#commits });
  }
}
