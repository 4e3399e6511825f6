/** Limits how often a user starts calls. */
import { callBurst, callEveryMs } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { RateLimiter } from '#platform/realtime/rateLimit';
import { Refusal } from '#platform/refusal';

export class CallRateLimit {
  private readonly starts: RateLimiter;

  constructor(clock: Clock) {
    this.starts = new RateLimiter({ burst: callBurst, everyMs: callEveryMs }, clock);
  }

  /** @throws Refusal `tooManyRequests` */
  assertCanStart(uid: string): void {
    if (!this.starts.take(uid))
      throw new Refusal('tooManyRequests', 'Rate limit exceeded: wait before you start another call.', {
        retryAfter: callEveryMs / 1_000,
      });
  }
}
