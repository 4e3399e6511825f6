/** The ticks of the axes. */
import {
  addDays,
  dateOf,
  dayMs,
  hourMs,
  instantOf,
  localTime,
  minuteMs,
  startOfDate,
} from '../range/zonedTime.ts';

/** Whole numbers from 0 to at least `most`, in steps of 1, 2 or 5 times a power of ten. */
export function countTicks(most: number, maxTicks: number): readonly number[] {
  const rough = Math.max(1, most / Math.max(1, maxTicks - 1));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const count = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

export interface TimeTick {
  readonly at: number;
  /** Whether a day begins here: it is labeled with its date. */
  readonly isDay: boolean;
}

const steps = [5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * minuteMs);
const daySteps = [1, 2, 7, 14, 28, 56];

/** At most `maxTicks` instants of a range, at round times of day or at the starts of days in a time zone. */
export function timeTicks(from: number, to: number, timeZone: string, maxTicks: number): readonly TimeTick[] {
  const length = to - from;
  const most = Math.max(1, maxTicks);
  const step = steps.find((each) => length / each <= most);
  if (step !== undefined && length <= 3 * dayMs) {
    const ticks: TimeTick[] = [];
    const start = Math.ceil(localTime(from, timeZone) / step) * step;
    for (let local = start; ; local += step) {
      const at = instantOf(local, timeZone);
      if (at >= to) return ticks;
      // In the hour that clocks skip there is no such time.
      if (localTime(at, timeZone) === local)
        ticks.push({ at, isDay: local % dayMs === 0 && length > dayMs + hourMs });
    }
  }
  const days = Math.ceil(length / dayMs);
  const dayStep = daySteps.find((each) => days / each <= most) ?? Math.ceil(days / most);
  const first = dateOf(from, timeZone);
  return Array.from({ length: Math.ceil(days / dayStep) }, (_, index) => ({
    at: startOfDate(addDays(first, index * dayStep), timeZone),
    isDay: true,
  })).filter(({ at }) => at >= from && at < to);
}
