/** Work that nobody waits for, so that how long it takes tells nothing; a stop waits for it. */
import type { Log } from '#platform/log/log';

const runningMax = 1_000;

export class Background {
  readonly #log: Log;
  readonly #running = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  run(what: string, work: () => Promise<void>): void {
    if (this.#running.size >= runningMax) {
      this.#log.warn({ what }, 'too much to do at once: left out');
      return;
    }
    const done: Promise<void> = work()
      .catch((fault: unknown) => this.#log.warn({ err: fault, what }, 'a task in the background failed'))
      .finally(() => this.#running.delete(done));
    this.#running.add(done);
  }

  async settle(): Promise<void> {
    await Promise.all(this.#running);
  }
}
