/** How often somebody may call: whoever rings others without end is told to wait. */
import { callBurst, callEveryMs } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { Allowances } from '#platform/realtime/allowance';
import { Refusal } from '#platform/refusal';

export class CallPaces {
  private readonly starting: Allowances;

  constructor(clock: Clock) {
    this.starting = new Allowances({ burst: callBurst, everyMs: callEveryMs }, clock);
  }

  /** @throws Refusal `tooManyRequests` */
  start(uid: string): void {
    if (!this.starting.take(uid))
      throw new Refusal('tooManyRequests', 'One call after the other.', { retryAfter: callEveryMs / 1_000 });
  }
}
