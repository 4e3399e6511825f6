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

/** Thrown to whoever would wait where too many do. */
export class LineTooLong extends Error {
  constructor() {
    super('too many wait');
  }
}

/** So many at a time, the others in the order in which they came. */
export class Places {
  private readonly waiting: (() => void)[] = [];
  private readonly waitingMost: number;
  private readonly places: number;
  private free: number;

  constructor(places: number, waitingMost = Infinity) {
    this.places = places;
    this.free = places;
    this.waitingMost = waitingMost;
  }

  /** Nobody is at work, and nobody waits. */
  get empty(): boolean {
    return this.free === this.places;
  }

  /** Whoever does not wait any more, as `signal` says, gives their place in the line up. Throws `LineTooLong`. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await this.wait(signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.free += 1;
      else next();
    }
  }

  private async wait(signal: AbortSignal | undefined): Promise<void> {
    if (this.waiting.length >= this.waitingMost) throw new LineTooLong();
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(go), 1);
        reject(signal?.reason as Error);
      };
      signal?.throwIfAborted();
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(go);
    });
  }
}

/** So many at a time of each key: a key that many wait for is in no other one's way. */
export class PlacesByKey {
  private readonly byKey = new Map<string, Places>();
  private readonly make: () => Places;

  constructor(make: () => Places) {
    this.make = make;
  }

  async take<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const places = this.byKey.get(key) ?? this.make();
    this.byKey.set(key, places);
    try {
      return await places.take(work, signal);
    } finally {
      if (places.empty && this.byKey.get(key) === places) this.byKey.delete(key);
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
