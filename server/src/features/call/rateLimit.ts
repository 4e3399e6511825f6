/** Limits how often a user starts calls. */
import { callBurst, callRefillMs } from '@foyer/contract/limits';
import type { MonotonicClock } from '#platform/clock';
import { RateLimiter } from '#platform/realtime/rateLimit';
import { ApiError } from '#platform/apiError';

export class CallRateLimit {
  private readonly starts: RateLimiter;

  constructor(clock: MonotonicClock) {
    this.starts = new RateLimiter({ burst: callBurst, everyMs: callRefillMs }, clock);
  }

  /** @throws ApiError `tooManyRequests` */
  assertCanStart(uid: string): void {
    if (!this.starts.take(uid))
      throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you start another call.', {
        retryAfter: callRefillMs / 1_000,
      });
  }
}
