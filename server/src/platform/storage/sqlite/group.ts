import type { DatabaseSync } from 'node:sqlite';
import { isSqliteDiskError, plainSqliteError, type SqliteError } from '#platform/storage/sqlite/error';
import type { WorkerResponse, Statement, StatementResult, Unit } from '#platform/storage/sqlite/protocol';
import { Statements } from '#platform/storage/sqlite/statements';

/** The only statements that control a transaction; `Statements` rejects them from other callers. */
const prepareControls = (database: DatabaseSync) => ({
  begin: database.prepare('begin immediate'),
  commit: database.prepare('commit'),
  rollback: database.prepare('rollback'),
  savepoint: database.prepare('savepoint foyer_unit'),
  release: database.prepare('release foyer_unit'),
  undo: database.prepare('rollback to foyer_unit'),
});

/** Units that succeeded after one savepoint. If a later one fails, all run again, each with its own savepoint. */
interface Run {
  readonly units: Unit[];
  /** The number of pending responses of the group when the run began. */
  readonly heldBefore: number;
}

/** The transaction that many units share, and the responses that wait for its COMMIT. */
export class Group {
  private readonly database: DatabaseSync;
  private readonly statements: Statements;
  private readonly controls: ReturnType<typeof prepareControls>;
  private readonly send: (responses: readonly WorkerResponse[]) => void;
  private heldResponses: WorkerResponse[] = [];
  private run: Run | undefined;
  private diskError: SqliteError | undefined;
  private units = 0;
  private commits = 0;

  constructor(database: DatabaseSync, send: (responses: readonly WorkerResponse[]) => void) {
    this.database = database;
    this.statements = new Statements(database);
    this.controls = prepareControls(database);
    this.send = send;
  }

  /** Also false after an error that made SQLite roll back. */
  get isOpen(): boolean {
    return this.database.isTransaction;
  }

  get size(): number {
    return this.heldResponses.length;
  }

  /** The disk error after which writing has stopped. */
  get stopped(): SqliteError | undefined {
    return this.diskError;
  }

  get stats(): { units: number; commits: number } {
    return { units: this.units, commits: this.commits };
  }

  /** Runs work inside the group, which it opens if needed. An error is the response to `id`. */
  runInGroup(id: number, work: () => void): void {
    if (this.diskError !== undefined) {
      this.send([{ id, error: { ...this.diskError, stopped: true } }]);
      return;
    }
    try {
      if (!this.isOpen) this.controls.begin.run();
      work();
    } catch (error) {
      this.send([{ id, error: this.handleError(error) }]);
    }
  }

  /** A failed statement is undone alone, so only units of several statements need a savepoint; many units share one. */
  runUnit(unit: Unit): void {
    const { id, statements } = unit;
    const [only] = statements;
    if (statements.length === 1 && only !== undefined) {
      this.holdResponse({ id, results: [this.statements.run(only)] });
      this.run?.units.push(unit);
      return;
    }
    this.run ??= this.startRun();
    const run = this.run;
    let results: StatementResult[];
    try {
      results = this.runStatements(statements);
    } catch (error) {
      this.rerunSeparately(run, unit, error);
      return;
    }
    this.holdResponse({ id, results });
    run.units.push(unit);
  }

  runStatement(statement: Statement): StatementResult {
    return this.statements.run(statement);
  }

  /** Keeps a response until the COMMIT. */
  holdResponse(response: WorkerResponse): void {
    this.heldResponses.push(response);
  }

  /** Sets a savepoint. */
  setSavepoint(): void {
    if (this.run !== undefined) this.releaseSavepoint();
    this.run = undefined;
    this.controls.savepoint.run();
  }

  releaseSavepoint(): void {
    this.controls.release.run();
  }

  rollbackToSavepoint(): void {
    if (!this.isOpen) return;
    try {
      this.controls.undo.run();
      this.controls.release.run();
    } catch (error) {
      // If the rollback to the savepoint fails, the group would contain part of a unit.
      this.rollback();
      this.handleError(error);
    }
  }

  commit(): void {
    if (!this.isOpen) return;
    try {
      this.controls.commit.run();
      this.commits++;
      this.units += this.heldResponses.length;
      this.send(this.takeHeld());
    } catch (error) {
      this.rollback();
      this.rejectHeld(this.handleError(error));
    }
  }

  /** Handles the consequences of an error: a lost group fails its units, a disk error stops writing. */
  handleError(thrown: unknown): SqliteError {
    const error = plainSqliteError(thrown);
    if (isSqliteDiskError(error.errcode)) {
      this.diskError = error;
      this.rollback();
    }
    const response = this.diskError === undefined ? error : { ...error, stopped: true };
    if (!this.isOpen) this.rejectHeld(response);
    return response;
  }

  private startRun(): Run {
    this.controls.savepoint.run();
    return { units: [], heldBefore: this.heldResponses.length };
  }

  private runStatements(statements: readonly Statement[]): StatementResult[] {
    return statements.map((statement) => this.statements.run(statement));
  }

  /** The units of the run are not answered yet, so they can run again; only once, since the run ends here. */
  private rerunSeparately({ units, heldBefore }: Run, failed: Unit, error: unknown): void {
    this.run = undefined;
    if (isSqliteDiskError(plainSqliteError(error).errcode)) throw error;
    this.rollbackToSavepoint();
    if (!this.isOpen) throw error;
    this.heldResponses.length = heldBefore;
    for (const unit of [...units, failed]) this.runInGroup(unit.id, () => this.runSeparately(unit));
  }

  private runSeparately({ id, statements }: Unit): void {
    this.setSavepoint();
    try {
      const results = this.runStatements(statements);
      this.releaseSavepoint();
      this.holdResponse({ id, results });
    } catch (error) {
      this.rollbackToSavepoint();
      throw error;
    }
  }

  private rejectHeld(error: SqliteError): void {
    this.send(this.takeHeld().map(({ id }) => ({ id, error })));
  }

  /** Ends the group after COMMIT or rollback, and returns its held responses. */
  private takeHeld(): WorkerResponse[] {
    this.run = undefined;
    return this.heldResponses.splice(0);
  }

  private rollback(): void {
    if (!this.isOpen) return;
    try {
      this.controls.rollback.run();
    } catch (error) {
      // A connection that cannot roll back must not be used again.
      this.diskError ??= plainSqliteError(error);
    }
  }
}
