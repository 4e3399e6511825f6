/** Clears away what is not needed any more, by the clock of the server: at the start, and once an hour. */
import type { Clock, Every } from '#platform/clock';
import type { Log } from '#platform/log/log';

const everyMs = 3_600_000;
const lookMs = 1_000;

export class ChatSweeper {
  private readonly works: readonly (() => Promise<void>)[];
  private readonly clock: Clock;
  private readonly log: Pick<Log, 'warn'>;
  private readonly every: Every;
  private stopLooking: (() => void) | undefined;
  private dueAt = 0;
  private running: Promise<void> | undefined;

  constructor(parts: {
    readonly works: readonly (() => Promise<void>)[];
    readonly clock: Clock;
    readonly every: Every;
    readonly log: Pick<Log, 'warn'>;
  }) {
    this.works = parts.works;
    this.clock = parts.clock;
    this.every = parts.every;
    this.log = parts.log;
  }

  start(): void {
    this.stopLooking = this.every(lookMs, () => this.look());
  }

  async stop(): Promise<void> {
    this.stopLooking?.();
    await this.running;
  }

  private look(): void {
    if (this.running !== undefined || this.clock() < this.dueAt) return;
    this.dueAt = this.clock() + everyMs;
    this.running = this.sweep().finally(() => {
      this.running = undefined;
    });
  }

  private async sweep(): Promise<void> {
    for (const work of this.works)
      try {
        await work();
      } catch (fault) {
        this.log.warn({ err: fault }, 'what chat does not need any more could not be cleared away');
      }
  }
}
