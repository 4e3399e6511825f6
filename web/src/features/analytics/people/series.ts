/** The line of people over time: one value for each period of the range. */
import type { Figures } from '@foyer/contract';
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

export interface SeriesValue {
  /** The start of the period, in milliseconds since 1970. */
  readonly at: number;
  /** Undefined for periods that have not begun. */
  readonly people: number | undefined;
  readonly views: number;
  /** People at the same time of the day before; undefined for whole days, which are not compared. */
  readonly before: number | undefined;
}

const periodMs = { fiveMinutes: 5 * minuteMs, hour: hourMs } as const;

function startsOf({ period, timeZone, series }: Figures, from: number, to: number): number[] {
  if (period === 'day') {
    const starts = [];
    for (let date = dateOf(from, timeZone); startOfDate(date, timeZone) < to; date = addDays(date, 1))
      starts.push(startOfDate(date, timeZone));
    return starts;
  }
  const step = periodMs[period];
  // Periods begin at whole hours of UTC; in some time zones the range does not.
  const first = series[0] ? Date.parse(series[0].at) : from;
  const start = first - Math.floor((first - from) / step) * step;
  return Array.from(
    { length: Math.max(0, Math.ceil((to - start) / step)) },
    (_, index) => start + index * step,
  );
}

/** @param now milliseconds since 1970 */
export function seriesOf(figures: Figures, now: number): readonly SeriesValue[] {
  const { period, timeZone, series, dayBefore } = figures;
  const [from, to] = [Date.parse(figures.from), Date.parse(figures.to)];
  const until = Math.min(now, figures.updatedAt === undefined ? now : Date.parse(figures.updatedAt));
  const points = new Map(series.map((point) => [Date.parse(point.at), point]));
  const earlier = new Map(dayBefore.map((point) => [Date.parse(point.at), point.people]));
  return startsOf(figures, from, to).map((at) => {
    const point = points.get(at);
    const hasBegun = point !== undefined || at < until;
    return {
      at,
      people: hasBegun ? (point?.people ?? 0) : undefined,
      views: point?.views ?? 0,
      before:
        period === 'day'
          ? undefined
          : (earlier.get(instantOf(localTime(at, timeZone) - dayMs, timeZone)) ?? 0),
    };
  });
}

/** The values in which anyone was there, then or the day before. */
export const valuesWithPeople = (values: readonly SeriesValue[]): readonly SeriesValue[] =>
  values.filter(({ people = 0, before = 0, views }) => people > 0 || before > 0 || views > 0);
