/** Limits wrong keys and codes per network. Counts in memory. */
import type { MonotonicClock } from '#platform/clock';
import { ExpiringMap } from '#platform/expiringMap';
import { networkOf } from '#platform/http/network';
import { ApiError } from '#platform/apiError';

export const maxFailures = 20;
export const failureWindowMs = 120_000;
/** Beyond this the oldest entry is removed. */
const maxNetworks = 10_000;

export class FailureLimit {
  private readonly clock: MonotonicClock;
  private readonly failures: ExpiringMap<string, { count: number; readonly until: number }>;

  constructor(clock: MonotonicClock) {
    this.clock = clock;
    this.failures = new ExpiringMap(maxNetworks, clock);
  }

  /**
   * Counts a wrong key or code. Throws `tooManyRequests` if the network has reached the limit. Only called for wrong
   * ones, so that guesses do not block others of the same network.
   */
  countFailure(address: string): void {
    const network = networkOf(address);
    const found = this.failures.get(network);
    if (found === undefined) {
      const until = this.clock() + failureWindowMs;
      this.failures.set(network, { count: 1, until }, until);
      return;
    }
    if (found.count >= maxFailures)
      throw new ApiError(
        'tooManyRequests',
        'Too many wrong keys or codes from this network: try again later.',
        {
          retryAfter: Math.ceil((found.until - this.clock()) / 1000),
        },
      );
    found.count += 1;
  }
}
