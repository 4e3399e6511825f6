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

/** More than do something at one moment: whoever did nothing for the longest begins anew. */
const knownAtOnce = 20_000;

/** The allowances of many, by who they are. */
export class Allowances {
  private readonly pace: Pace;
  private readonly clock: () => number;
  private readonly known = new Map<string, Allowance>();

  constructor(pace: Pace, clock: () => number) {
    this.pace = pace;
    this.clock = clock;
  }

  take(key: string, count = 1): boolean {
    const now = this.clock();
    const allowance = this.known.get(key) ?? new Allowance(this.pace, now);
    this.known.delete(key);
    this.known.set(key, allowance);
    const [oldest] = this.known.keys();
    if (this.known.size > knownAtOnce && oldest !== undefined) this.known.delete(oldest);
    return allowance.take(now, count);
  }
}
