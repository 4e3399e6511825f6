/** Work that waits for its turn. */

/** One at a time for each key. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Keys that have work at this moment. */
  get size(): number {
    return this.last.size;
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.last.get(key) === settled) this.last.delete(key);
    }
  }
}

/** So many at a time, the others in the order in which they came. */
export class Places {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(places: number) {
    this.free = places;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }
}

/**
 * Lets a crowd take its steps together: what they write shares a commit, and what the processor has fetched for one of
 * them, which a hash then drives out of its caches, serves the others. Nobody waits longer than `waitMs`.
 */
export class Steps {
  private readonly waitMs: number;
  private waiting: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(waitMs: number) {
    this.waitMs = waitMs;
  }

  /** Waits until so many do. */
  together(enough: number): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length >= enough) this.go();
      else this.timer ??= setTimeout(() => this.go(), this.waitMs);
    });
  }

  private go(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve();
  }
}
