/**
 * Times by which the later of two things is known on every node, whatever their clocks say: never the same twice on one
 * node, and always later than all it has heard of.
 */
import type { Clock } from '#platform/clock';

export class Stamps {
  private readonly clock: Clock;
  private last = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  next(): number {
    this.last = Math.max(this.clock(), this.last + 1);
    return this.last;
  }

  see(stamp: number): void {
    this.last = Math.max(this.last, stamp);
  }
}
