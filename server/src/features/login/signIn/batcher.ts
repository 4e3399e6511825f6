/**
 * Lets callers go on in batches: what they write next shares a commit, and what the processor has fetched for one of
 * them, which a password hash would evict from its caches, serves the others.
 */
export class Batcher {
  private readonly maxWaitMs: number;
  private waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** Nobody waits longer than `maxWaitMs`. */
  constructor(maxWaitMs: number) {
    this.maxWaitMs = maxWaitMs;
  }

  /** Resolves when `size` callers wait, for all of them. */
  join(size: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length >= size) this.release();
      else this.timer ??= setTimeout(() => this.release(), this.maxWaitMs);
    });
  }

  private release(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
