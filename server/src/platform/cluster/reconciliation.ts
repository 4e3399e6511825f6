/**
 * Compares with the database periodically, because the bus may lose messages. Runs never overlap: an interval that ends
 * during a run is skipped, a request during a run starts one more run after it. A failed run is logged and repeated at
 * the next interval.
 */
import type { Every } from '#platform/clock';
import type { Log } from '#platform/log/log';
import { CoalescingTask } from '#platform/concurrency/coalescingTask';

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
  private readonly task = new CoalescingTask(() => this.run());

  constructor(deps: ReconciliationDeps) {
    this.deps = deps;
  }

  start(): void {
    const { every, everyMs } = this.deps;
    this.isStarted = true;
    if (everyMs === undefined) return;
    this.stopTimer = every(everyMs, () => {
      if (!this.task.isRunning) this.request();
    });
  }

  /** Starts a run, or one more run after the current one. Does nothing before `start` and after `stop`. */
  request(): void {
    if (this.isStarted) void this.task.request();
  }

  /** Resolves after the current run. */
  async stop(): Promise<void> {
    this.isStarted = false;
    this.stopTimer?.();
    await this.task.settle();
  }

  private async run(): Promise<void> {
    const { name, run, log } = this.deps;
    if (!this.isStarted) return;
    try {
      await run();
    } catch (error) {
      log.warn({ err: error, channel: name }, 'reconciliation failed');
    }
  }
}
