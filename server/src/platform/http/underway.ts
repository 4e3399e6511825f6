/** Calls that are at work, also those whose caller has gone. */
import { setTimeout as pause } from 'node:timers/promises';

export class Underway {
  private readonly running = new Set<Promise<void>>();

  /** The same promise, which is waited for. */
  watch(call: Promise<void>): Promise<void> {
    const done: Promise<void> = call
      .catch(() => undefined)
      .finally(() => {
        this.running.delete(done);
      });
    this.running.add(done);
    return call;
  }

  /** Resolves when none is at work, after so many milliseconds in any case. */
  async settled(limitMs: number): Promise<void> {
    const over = new AbortController();
    const limit = pause(limitMs, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.running), limit]);
    over.abort();
  }
}
