/** How often something may be done: so many times at once, and one more every so often. */
export interface Pace {
  readonly burst: number;
  readonly everyMs: number;
}

export class Allowance {
  private readonly pace: Pace;
  private left: number;
  private filledAt: number;

  constructor(pace: Pace, now: number) {
    this.pace = pace;
    this.left = pace.burst;
    this.filledAt = now;
  }

  /** Takes one, where there is one. */
  take(now: number): boolean {
    const { burst, everyMs } = this.pace;
    const filled = Math.max(0, Math.floor((now - this.filledAt) / everyMs));
    if (filled > 0) {
      this.left = Math.min(burst, this.left + filled);
      this.filledAt += filled * everyMs;
    }
    if (this.left <= 0) return false;
    this.left -= 1;
    return true;
  }
}
