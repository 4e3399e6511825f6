/**
 * A hybrid logical clock: orders changes over nodes whose clocks disagree. Its times are milliseconds since 1970 that
 * are unique on a node and later than every time it has observed.
 */
import type { Clock } from '#platform/clock';

export class LogicalClock {
  private readonly clock: Clock;
  private last = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  next(): number {
    this.last = Math.max(this.clock(), this.last + 1);
    return this.last;
  }

  observe(time: number): void {
    this.last = Math.max(this.last, time);
  }
}
