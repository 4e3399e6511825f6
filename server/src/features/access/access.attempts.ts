/** Limits wrong keys and codes per network. Counts in memory. */
import { BoundedMap } from '#platform/boundedMap';
import type { Clock } from '#platform/clock';
import { networkOf } from '#platform/http/network';
import { ApiError } from '#platform/apiError';

export const maxFailures = 20;
export const failureWindowMs = 120_000;
/** Beyond this the oldest entry is removed. */
const maxNetworks = 10_000;

export class FailureLimit {
  private readonly clock: Clock;
  private readonly failures = new BoundedMap<string, { count: number; until: number }>(maxNetworks);

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * Counts a wrong key or code. Throws `tooManyRequests` if the network has reached the limit. Only called for wrong
   * ones, so that guesses do not block others of the same network.
   */
  countFailure(address: string): void {
    const now = this.clock();
    const network = networkOf(address);
    const found = this.failures.get(network);
    if (found === undefined || found.until <= now) {
      this.failures.set(network, { count: 1, until: now + failureWindowMs });
      return;
    }
    if (found.count >= maxFailures)
      throw new ApiError(
        'tooManyRequests',
        'Too many wrong keys or codes from this network: try again later.',
        {
          retryAfter: Math.ceil((found.until - now) / 1000),
        },
      );
    found.count += 1;
  }
}
