/**
 * Resumes callers in batches: their next writes share a commit, and they share the processor's caches, which a password
 * hash in between would evict.
 */
export class Batcher {
  private readonly maxWaitMs: number;
  private waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** No caller waits longer than `maxWaitMs`. */
  constructor(maxWaitMs: number) {
    this.maxWaitMs = maxWaitMs;
  }

  /** Resolves for all waiting callers when there are `size` of them. */
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
