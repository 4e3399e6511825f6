import type { DatabaseSync } from 'node:sqlite';
import { isSqliteDiskError, plainSqliteError, type SqliteError } from '#platform/storage/sqlite/error';
import type { Answer, Statement, StatementResult, Unit } from '#platform/storage/sqlite/protocol';
import { Statements } from '#platform/storage/sqlite/statements';

/** The only statements that may steer a transaction; `Statements` refuses them from anybody else. */
const controls = (database: DatabaseSync) => ({
  begin: database.prepare('begin immediate'),
  commit: database.prepare('commit'),
  rollback: database.prepare('rollback'),
  savepoint: database.prepare('savepoint foyer_unit'),
  release: database.prepare('release foyer_unit'),
  undo: database.prepare('rollback to foyer_unit'),
});

/** Units that went well behind one savepoint; when one after them fails, all run again behind one each. */
interface Run {
  readonly units: Unit[];
  /** Answers that the group held when the run began. */
  readonly heldBefore: number;
}

/** The transaction that many units share, and the answers that wait for its COMMIT. */
export class Group {
  readonly #database: DatabaseSync;
  readonly #statements: Statements;
  readonly #controls: ReturnType<typeof controls>;
  readonly #send: (answers: readonly Answer[]) => void;
  #held: Answer[] = [];
  #run: Run | undefined;
  #stopped: SqliteError | undefined;
  #units = 0;
  #commits = 0;

  constructor(database: DatabaseSync, send: (answers: readonly Answer[]) => void) {
    this.#database = database;
    this.#statements = new Statements(database);
    this.#controls = controls(database);
    this.#send = send;
  }

  /** False as well after an error that made SQLite roll back on its own. */
  get isOpen(): boolean {
    return this.#database.isTransaction;
  }

  get size(): number {
    return this.#held.length;
  }

  /** The disk error that ended all writing. */
  get stopped(): SqliteError | undefined {
    return this.#stopped;
  }

  get stats(): { units: number; commits: number } {
    return { units: this.#units, commits: this.#commits };
  }

  /** Does its work inside the group, which it opens if need be; what it throws is the answer to `id`. */
  enter(id: number, work: () => void): void {
    if (this.#stopped !== undefined) {
      this.#send([{ id, error: { ...this.#stopped, stopped: true } }]);
      return;
    }
    try {
      if (!this.isOpen) this.#controls.begin.run();
      work();
    } catch (thrown) {
      this.#send([{ id, error: this.failure(thrown) }]);
    }
  }

  /** A statement that fails undoes itself alone, so only what has several needs a savepoint: one for many units. */
  unit(unit: Unit): void {
    const { id, statements } = unit;
    const [only] = statements;
    if (statements.length === 1 && only !== undefined) {
      this.hold({ id, results: [this.#statements.run(only)] });
      this.#run?.units.push(unit);
      return;
    }
    this.#run ??= this.#begin();
    const run = this.#run;
    let results: StatementResult[];
    try {
      results = this.#all(statements);
    } catch (thrown) {
      this.#again(run, unit, thrown);
      return;
    }
    this.hold({ id, results });
    run.units.push(unit);
  }

  statement(statement: Statement): StatementResult {
    return this.#statements.run(statement);
  }

  /** Keeps an answer until the COMMIT. */
  hold(answer: Answer): void {
    this.#held.push(answer);
  }

  /** What comes after this can be undone alone. */
  savepoint(): void {
    if (this.#run !== undefined) this.release();
    this.#run = undefined;
    this.#controls.savepoint.run();
  }

  release(): void {
    this.#controls.release.run();
  }

  undo(): void {
    if (!this.isOpen) return;
    try {
      this.#controls.undo.run();
      this.#controls.release.run();
    } catch (thrown) {
      // A savepoint that cannot be undone would leave half a unit in the group.
      this.#rollback();
      this.failure(thrown);
    }
  }

  commit(): void {
    if (!this.isOpen) return;
    try {
      this.#controls.commit.run();
      this.#commits++;
      this.#units += this.#held.length;
      this.#send(this.#settle());
    } catch (thrown) {
      this.#rollback();
      this.#fail(this.failure(thrown));
    }
  }

  /** Notes what an error means for the rest: a lost group fails its units, a disk error ends all writing. */
  failure(thrown: unknown): SqliteError {
    const error = plainSqliteError(thrown);
    if (isSqliteDiskError(error.errcode)) {
      this.#stopped = error;
      this.#rollback();
    }
    const answer = this.#stopped === undefined ? error : { ...error, stopped: true };
    if (!this.isOpen) this.#fail(answer);
    return answer;
  }

  #begin(): Run {
    this.#controls.savepoint.run();
    return { units: [], heldBefore: this.#held.length };
  }

  #all(statements: readonly Statement[]): StatementResult[] {
    return statements.map((statement) => this.#statements.run(statement));
  }

  /** Nobody has heard of the units of the run, so they may run once more; at most once, as the run ends here. */
  #again({ units, heldBefore }: Run, failed: Unit, thrown: unknown): void {
    this.#run = undefined;
    if (isSqliteDiskError(plainSqliteError(thrown).errcode)) throw thrown;
    this.undo();
    if (!this.isOpen) throw thrown;
    this.#held.length = heldBefore;
    for (const unit of [...units, failed]) this.enter(unit.id, () => this.#alone(unit));
  }

  #alone({ id, statements }: Unit): void {
    this.savepoint();
    try {
      const results = this.#all(statements);
      this.release();
      this.hold({ id, results });
    } catch (thrown) {
      this.undo();
      throw thrown;
    }
  }

  #fail(error: SqliteError): void {
    this.#send(this.#settle().map(({ id }) => ({ id, error })));
  }

  /** The group is over, one way or the other. */
  #settle(): Answer[] {
    this.#run = undefined;
    return this.#held.splice(0);
  }

  #rollback(): void {
    if (!this.isOpen) return;
    try {
      this.#controls.rollback.run();
    } catch (thrown) {
      // A connection that cannot even roll back must not be written through again.
      this.#stopped ??= plainSqliteError(thrown);
    }
  }
}
