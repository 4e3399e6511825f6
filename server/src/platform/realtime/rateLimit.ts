import { BoundedMap } from '#platform/boundedMap';

/** How often something may be done: so many times at once, and one more every so often. */
export interface RateLimit {
  readonly burst: number;
  readonly everyMs: number;
}

export class TokenBucket {
  private readonly limit: RateLimit;
  private tokens: number;
  private filledAt: number;

  constructor(pace: RateLimit, now: number) {
    this.limit = pace;
    this.tokens = pace.burst;
    this.filledAt = now;
  }

  /** Takes so many, where there are so many. */
  take(now: number, count = 1): boolean {
    const { burst, everyMs } = this.limit;
    const filled = Math.max(0, Math.floor((now - this.filledAt) / everyMs));
    if (filled > 0) {
      this.tokens = Math.min(burst, this.tokens + filled);
      this.filledAt += filled * everyMs;
    }
    if (this.tokens < count) return false;
    this.tokens -= count;
    return true;
  }
}

/** The key that took nothing for the longest starts over. */
const maxKeys = 20_000;

/** The allowances of many, by who they are. */
export class RateLimiter {
  private readonly limit: RateLimit;
  private readonly clock: () => number;
  private readonly buckets = new BoundedMap<string, TokenBucket>(maxKeys);

  constructor(pace: RateLimit, clock: () => number) {
    this.limit = pace;
    this.clock = clock;
  }

  take(key: string, count = 1): boolean {
    const now = this.clock();
    const allowance = this.buckets.get(key) ?? new TokenBucket(this.limit, now);
    this.buckets.set(key, allowance);
    return allowance.take(now, count);
  }
}
