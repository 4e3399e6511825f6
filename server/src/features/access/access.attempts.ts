/** Counts wrong keys and codes per network: whoever guesses is soon told to wait. */
import { BoundedMap } from '#platform/boundedMap';
import type { Clock } from '#platform/clock';
import { networkOf } from '#platform/http/network';
import { Refusal } from '#platform/refusal';

export const attemptsAllowed = 20;
export const attemptsWindowMs = 120_000;
/** The network whose time began longest ago is forgotten first. */
const maxNetworks = 10_000;

export class Attempts {
  private readonly clock: Clock;
  private readonly failures = new BoundedMap<string, { count: number; until: number }>(maxNetworks);

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * Counts one wrong key or code. Throws `tooManyRequests` where the network has had its share: only misses are asked,
   * so that nobody who guesses keeps out whoever knows.
   */
  missed(address: string): void {
    const now = this.clock();
    const network = networkOf(address);
    const found = this.failures.get(network);
    if (found === undefined || found.until <= now) {
      this.failures.set(network, { count: 1, until: now + attemptsWindowMs });
      return;
    }
    if (found.count >= attemptsAllowed)
      throw new Refusal('tooManyRequests', 'Too many wrong keys or codes from this network; wait a little.', {
        retryAfter: Math.ceil((found.until - now) / 1000),
      });
    found.count += 1;
  }
}
