import { BoundedMap } from '#platform/boundedMap';

/** How often something may be done: so many times at once, and one more every so often. */
export interface Pace {
  readonly burst: number;
  readonly everyMs: number;
}

export class Allowance {
  private readonly pace: Pace;
  private left: number;
  private filledAt: number;

  constructor(pace: Pace, now: number) {
    this.pace = pace;
    this.left = pace.burst;
    this.filledAt = now;
  }

  /** Takes so many, where there are so many. */
  take(now: number, count = 1): boolean {
    const { burst, everyMs } = this.pace;
    const filled = Math.max(0, Math.floor((now - this.filledAt) / everyMs));
    if (filled > 0) {
      this.left = Math.min(burst, this.left + filled);
      this.filledAt += filled * everyMs;
    }
    if (this.left < count) return false;
    this.left -= count;
    return true;
  }
}

/** The key that took nothing for the longest starts over. */
const maxKeys = 20_000;

/** The allowances of many, by who they are. */
export class Allowances {
  private readonly pace: Pace;
  private readonly clock: () => number;
  private readonly byKey = new BoundedMap<string, Allowance>(maxKeys);

  constructor(pace: Pace, clock: () => number) {
    this.pace = pace;
    this.clock = clock;
  }

  take(key: string, count = 1): boolean {
    const now = this.clock();
    const allowance = this.byKey.get(key) ?? new Allowance(this.pace, now);
    this.byKey.set(key, allowance);
    return allowance.take(now, count);
  }
}
