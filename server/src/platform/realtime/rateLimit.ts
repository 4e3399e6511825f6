import { BoundedMap } from '#platform/boundedMap';
import type { MonotonicClock } from '#platform/clock';

/** A rate limit: `burst` at once, and one more every `everyMs` milliseconds. */
export interface RateLimit {
  readonly burst: number;
  readonly everyMs: number;
}

/** Enforces a rate limit for one caller. */
export class TokenBucket {
  private readonly limit: RateLimit;
  private tokens: number;
  private filledAt: number;

  constructor(limit: RateLimit, now: number) {
    this.limit = limit;
    this.tokens = limit.burst;
    this.filledAt = now;
  }

  /** Takes `count` tokens; returns false, and takes none, if there are fewer. */
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

/** Beyond this the least recently used key is forgotten and starts with a full bucket. */
const maxKeys = 20_000;

/** Enforces a rate limit for each of many callers, by key. */
export class RateLimiter {
  private readonly limit: RateLimit;
  private readonly clock: MonotonicClock;
  private readonly buckets = new BoundedMap<string, TokenBucket>(maxKeys);

  constructor(limit: RateLimit, clock: MonotonicClock) {
    this.limit = limit;
    this.clock = clock;
  }

  take(key: string, count = 1): boolean {
    const now = this.clock();
    const bucket = this.buckets.get(key) ?? new TokenBucket(this.limit, now);
    this.buckets.set(key, bucket);
    return bucket.take(now, count);
  }
}
