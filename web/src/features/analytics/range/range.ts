/** The ranges of time of which the page shows figures. */
import { figuresRangeMs } from '@foyer/contract/limits';
import { addDays, dateOf, hourMs, minuteMs, startOfDate } from './zonedTime.ts';

export const rangeKinds = ['hour', 'today', 'yesterday', 'week', 'custom'] as const;
export type RangeKind = (typeof rangeKinds)[number];

export interface RangeChoice {
  readonly kind: RangeKind;
  /** The first and the last date of a custom range, `2026-11-20`; '' while a field is empty. */
  readonly first: string;
  readonly last: string;
}

/** Milliseconds since 1970; `to` is excluded. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

const gridMs = 5 * minuteMs;

const daysOf = (first: string, last: string, timeZone: string): TimeRange => ({
  from: startOfDate(first, timeZone),
  to: startOfDate(addDays(last, 1), timeZone),
});

export type RangeError = 'incomplete' | 'future' | 'reversed' | 'tooLong';

/** Why a choice is no range of the past; undefined if it is one. */
export function rangeErrorOf(
  { kind, first, last }: RangeChoice,
  timeZone: string,
  today: string,
): RangeError | undefined {
  if (kind !== 'custom') return undefined;
  if (first === '' || last === '') return 'incomplete';
  if (first > today) return 'future';
  if (first > last) return 'reversed';
  const { from, to } = daysOf(first, last, timeZone);
  return to - from > figuresRangeMs ? 'tooLong' : undefined;
}

/** The range of a choice without an error. Days are those of the server's time zone. */
export function rangeOf({ kind, first, last }: RangeChoice, now: number, timeZone: string): TimeRange {
  const today = dateOf(now, timeZone);
  switch (kind) {
    case 'hour': {
      const to = Math.ceil(now / gridMs) * gridMs;
      return { from: to - hourMs, to };
    }
    case 'today':
      return daysOf(today, today, timeZone);
    case 'yesterday':
      return daysOf(addDays(today, -1), addDays(today, -1), timeZone);
    case 'week':
      return daysOf(addDays(today, -6), today, timeZone);
    default:
      return daysOf(first, last, timeZone);
  }
}

/** Identifies a range. The last hour stays the same range while it moves on with the time. */
export const rangeNameOf = ({ kind }: RangeChoice, { from, to }: TimeRange): string =>
  kind === 'hour' ? kind : `${from} ${to}`;
