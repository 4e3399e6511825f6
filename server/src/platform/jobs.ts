/** Periodic work of features. Jobs run independently; runs of one job never overlap. */
import type { Every, MonotonicClock } from '#platform/clock';
import type { Log } from '#platform/log/log';

export interface Job {
  /** Logged if a run fails. */
  readonly name: string;
  /** Due jobs are started once a second, so a run may begin up to a second later. */
  readonly everyMs: number;
  run(): Promise<void>;
}

export interface JobsDeps {
  readonly monotonicClock: MonotonicClock;
  readonly every: Every;
  readonly log: Pick<Log, 'warn'>;
}

/** How often due jobs are started. */
const checkEveryMs = 1_000;

export class Jobs {
  private readonly deps: JobsDeps;
  private readonly jobs: readonly Job[];
  private readonly startedAt = new Map<Job, number>();
  private readonly running = new Map<Job, Promise<void>>();
  private stopChecking: (() => void) | undefined;

  constructor(jobs: readonly Job[], deps: JobsDeps) {
    this.jobs = jobs;
    this.deps = deps;
  }

  /** The first run of each job is at the first check. */
  start(): void {
    this.stopChecking = this.deps.every(checkEveryMs, () => this.check());
  }

  /** Resolves when the current runs have ended. */
  async stop(): Promise<void> {
    this.stopChecking?.();
    await Promise.all(this.running.values());
  }

  private check(): void {
    const now = this.deps.monotonicClock();
    for (const job of this.jobs) {
      if (this.running.has(job) || !this.isDue(job, now)) continue;
      this.startedAt.set(job, now);
      this.running.set(
        job,
        this.run(job).finally(() => this.running.delete(job)),
      );
    }
  }

  private isDue(job: Job, now: number): boolean {
    const startedAt = this.startedAt.get(job);
    return startedAt === undefined || now >= startedAt + job.everyMs;
  }

  private async run(job: Job): Promise<void> {
    try {
      await job.run();
    } catch (error) {
      this.deps.log.warn({ err: error, job: job.name }, 'job failed; it runs again at its next interval');
    }
  }
}
