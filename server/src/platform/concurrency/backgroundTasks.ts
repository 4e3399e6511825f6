/** Tracks promises that no caller awaits, so that a stopping server can wait for them. */
import { systemPause, type Pause } from '#platform/clock';
import type { WarnLog } from '#platform/log/log';

export interface BackgroundTaskOptions {
  /** More tasks than this are dropped, with a line in the log; default: no limit. */
  readonly maxRunning?: number;
  /** Times the limit of `settle`; default: in real time. */
  readonly pause?: Pause;
}

export class BackgroundTasks {
  private readonly log: WarnLog;
  private readonly maxRunning: number;
  private readonly pause: Pause;
  private readonly running = new Set<Promise<unknown>>();

  constructor(log: WarnLog, options: BackgroundTaskOptions = {}) {
    this.log = log;
    this.maxRunning = options.maxRunning ?? Number.POSITIVE_INFINITY;
    this.pause = options.pause ?? systemPause;
  }

  /** Starts a task. A failure is logged with its name and `fields`, and never reaches the caller. */
  run(task: string, work: () => Promise<unknown>, fields: object = {}): void {
    if (this.running.size >= this.maxRunning) {
      this.log.warn({ task, ...fields }, 'background task dropped: too many are running');
      return;
    }
    void this.track(
      work().catch((error: unknown) =>
        this.log.warn({ err: error, task, ...fields }, 'background task failed'),
      ),
    );
  }

  /** Makes `settle` wait for a promise, and returns the promise. The caller handles its failure. */
  track<T>(promise: Promise<T>): Promise<T> {
    const remove = () => void this.running.delete(promise);
    this.running.add(promise);
    promise.then(remove, remove);
    return promise;
  }

  /** Resolves when no task runs, including tasks started meanwhile, or after `limitMs`. */
  async settle(limitMs?: number): Promise<void> {
    if (limitMs === undefined) return this.allDone();
    const allDone = new AbortController();
    const limit = this.pause(limitMs, allDone.signal).catch(() => undefined);
    await Promise.race([this.allDone(), limit]);
    allDone.abort();
  }

  private async allDone(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }
}
