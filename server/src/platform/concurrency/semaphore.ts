/** Bounded concurrency: work waits in a queue until a permit is free. */

/** Thrown instead of waiting when the queue of a semaphore is full. */
export class QueueFull extends Error {
  constructor() {
    super('The queue is full.');
    this.name = 'QueueFull';
  }
}

export interface SemaphoreLimits {
  /** Maximum total weight of the running work. */
  readonly permits: number;
  /** Maximum number of waiting calls; default: no limit. */
  readonly maxQueued?: number;
}

export interface RunOptions {
  /** Permits that the work needs; default 1. Work heavier than all permits runs alone. */
  readonly weight?: number;
  /** Removes the work from the queue when it aborts. Running work is not interrupted. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly weight: number;
  readonly admit: () => void;
}

/** Runs work in order of arrival, as much at a time as there are permits. Light work never overtakes heavy work. */
export class Semaphore {
  private readonly permits: number;
  private readonly maxQueued: number;
  private readonly queue: Waiter[] = [];
  private used = 0;

  constructor({ permits, maxQueued = Number.POSITIVE_INFINITY }: SemaphoreLimits) {
    this.permits = permits;
    this.maxQueued = maxQueued;
  }

  /** Whether nothing runs and nothing waits. */
  get isIdle(): boolean {
    return this.used === 0;
  }

  /**
   * Runs `work` when permits are free, synchronously if they are free now. The permits are freed when `work` settles.
   * Throws `QueueFull`, or the reason of `signal` if it aborts before `work` starts.
   */
  async run<T>(work: () => Promise<T>, { weight = 1, signal }: RunOptions = {}): Promise<T> {
    const needed = Math.min(weight, this.permits);
    if (this.queue.length === 0 && this.used + needed <= this.permits) this.used += needed;
    else await this.wait(needed, signal);
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.used -= needed;
      this.admit();
    }
  }

  private async wait(weight: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (this.queue.length >= this.maxQueued) throw new QueueFull();
    await new Promise<void>((resolve, reject) => {
      const waiter = {
        weight,
        admit: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = () => {
        this.queue.splice(this.queue.indexOf(waiter), 1);
        reject(signal?.reason as Error);
        this.admit();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.queue.push(waiter);
    });
  }

  /** Gives free permits to the head of the queue, before a later caller can acquire them. */
  private admit(): void {
    for (let [next] = this.queue; next && this.used + next.weight <= this.permits; [next] = this.queue) {
      this.queue.shift();
      this.used += next.weight;
      next.admit();
    }
  }
}

/** A semaphore per key: waiting work of one key never delays the others. */
export class KeyedSemaphore {
  private readonly byKey = new Map<string, Semaphore>();
  private readonly limits: SemaphoreLimits;

  /** The limits of each key. */
  constructor(limits: SemaphoreLimits) {
    this.limits = limits;
  }

  /** Number of keys with running or waiting work. */
  get size(): number {
    return this.byKey.size;
  }

  /** As `Semaphore.run`, with the permits of `key`. */
  async run<T>(key: string, work: () => Promise<T>, options?: RunOptions): Promise<T> {
    const semaphore = this.byKey.get(key) ?? new Semaphore(this.limits);
    this.byKey.set(key, semaphore);
    try {
      return await semaphore.run(work, options);
    } finally {
      if (semaphore.isIdle && this.byKey.get(key) === semaphore) this.byKey.delete(key);
    }
  }
}

/** Runs the work of each key one at a time, in order of arrival. Not reentrant. */
export class KeyedMutex extends KeyedSemaphore {
  constructor() {
    super({ permits: 1 });
  }
}
