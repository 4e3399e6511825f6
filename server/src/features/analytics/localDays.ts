/** Days of a time zone. They have 23 to 25 hours where clocks change. */

/** Clocks change, and days begin, at multiples of 15 minutes. */
const stepMs = 15 * 60_000;
const hourMs = 3_600_000;
/** From the start of any day this is in the next one. */
const dayAndABitMs = 26 * hourMs;

/** From `start` (inclusive) to `end` (exclusive), in milliseconds since 1970. */
export interface Day {
  readonly start: number;
  readonly end: number;
}

export class LocalDays {
  readonly timeZone: string;
  private readonly format: Intl.DateTimeFormat;
  private last: Day = { start: 0, end: 0 };

  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.format = new Intl.DateTimeFormat('en', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    });
  }

  /** The day with this time. */
  dayOf(time: number): Day {
    if (time < this.last.start || time >= this.last.end) {
      const start = this.startOf(time);
      this.last = { start, end: this.startOf(start + dayAndABitMs) };
    }
    return this.last;
  }

  /** `2026-11-20` */
  dateOf(time: number): string {
    const parts = this.format.formatToParts(time);
    const valueOf = (type: 'year' | 'month' | 'day') => parts.find((part) => part.type === type)?.value ?? '';
    return [
      valueOf('year'),
      ...[valueOf('month'), valueOf('day')].map((value) => value.padStart(2, '0')),
    ].join('-');
  }

  isStart(time: number): boolean {
    return this.dayOf(time).start === time;
  }

  private startOf(time: number): number {
    const date = this.format.format(time);
    // The day begins after `before` and not after `inside`.
    let inside = Math.floor(time / stepMs) * stepMs;
    let before = inside - dayAndABitMs;
    while (inside - before > stepMs) {
      const middle = before + Math.floor((inside - before) / 2 / stepMs) * stepMs;
      if (this.format.format(middle) === date) inside = middle;
      else before = middle;
    }
    return inside;
  }
}

/** The time zone of this server. */
export const serverTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
