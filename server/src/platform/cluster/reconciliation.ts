/**
 * Compares with the database periodically, because the bus may lose messages. Runs never overlap: an interval that ends
 * during a run is skipped, a request during a run starts one more run after it. A failed run is logged and repeated at
 * the next interval.
 */
import type { Every } from '#platform/clock';
import type { Log } from '#platform/log/log';

export interface ReconcileOptions {
  /** Reads changes from the database whose messages may have been lost. */
  readonly reconcile?: (() => Promise<void> | void) | undefined;
  /** Without it, reconciliation runs only after the bus has reconnected. */
  readonly everyMs?: number;
}

export interface ReconciliationDeps {
  /** For the log. */
  readonly name: string;
  readonly run: () => Promise<void> | void;
  /** Undefined: only on request. */
  readonly everyMs: number | undefined;
  readonly every: Every;
  readonly log: Pick<Log, 'warn'>;
}

export class Reconciliation {
  private readonly deps: ReconciliationDeps;
  private stopTimer: (() => void) | undefined;
  private isStarted = false;
  private isRequested = false;
  private isRunning = false;
  private running = Promise.resolve();

  constructor(deps: ReconciliationDeps) {
    this.deps = deps;
  }

  start(): void {
    const { every, everyMs } = this.deps;
    this.isStarted = true;
    if (everyMs === undefined) return;
    this.stopTimer = every(everyMs, () => {
      if (!this.isRunning) this.request();
    });
  }

  /** Starts a run, or one more run after the current one. Does nothing before `start` and after `stop`. */
  request(): void {
    if (!this.isStarted) return;
    this.isRequested = true;
    if (!this.isRunning) this.running = this.runAll();
  }

  /** Resolves after the current run. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.stopTimer?.();
    await this.running;
  }

  private async runAll(): Promise<void> {
    const { name, run, log } = this.deps;
    this.isRunning = true;
    while (this.isRequested && this.isStarted) {
      this.isRequested = false;
      try {
        await run();
      } catch (error) {
        log.warn({ err: error, channel: name }, 'reconciliation failed');
      }
    }
    this.isRunning = false;
  }
}
