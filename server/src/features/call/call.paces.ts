/** How often somebody may call: whoever rings others without end is told to wait. */
import { callBurst, callEveryMs } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { Allowance } from '#platform/realtime/allowance';
import { Refusal } from '#platform/refusal';

const pace = { burst: callBurst, everyMs: callEveryMs };
const remembered = 10_000;

export class CallPaces {
  private readonly clock: Clock;
  private readonly allowances = new Map<string, Allowance>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** @throws Refusal `tooManyRequests` */
  start(uid: string): void {
    let allowance = this.allowances.get(uid);
    if (allowance === undefined) {
      if (this.allowances.size >= remembered) this.allowances.clear();
      this.allowances.set(uid, (allowance = new Allowance(pace, this.clock())));
    }
    if (!allowance.take(this.clock()))
      throw new Refusal('tooManyRequests', 'One call after the other.', { retryAfter: callEveryMs / 1_000 });
  }
}
