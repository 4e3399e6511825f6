/** The periods of sums. Hours begin at the start of a local day, so that no period is in two days. */
import type { FigurePeriod } from '@foyer/contract';
import type { Day, LocalDays } from '../localDays.ts';

const periodMs = { fiveMinutes: 5 * 60_000, hour: 3_600_000 };

/** The length of a period within this day. */
export const periodLength = (period: FigurePeriod, { start, end }: Day): number =>
  period === 'day' ? end - start : periodMs[period];

/** The start of the period with this time. */
export function periodStart(period: FigurePeriod, time: number, days: LocalDays): number {
  const day = days.dayOf(time);
  const length = periodLength(period, day);
  return day.start + Math.floor((time - day.start) / length) * length;
}
