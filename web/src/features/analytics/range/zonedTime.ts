/** Dates and times of day in a time zone. A date is text as in date fields, `2026-11-20`; instants are milliseconds since 1970. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

/** What the clocks of a time zone show at an instant, as the instant at which clocks of UTC show the same. */
export function localTime(at: number, timeZone: string): number {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The instant at which the clocks of a time zone show a time, in the meaning of `localTime`. */
export function instantOf(local: number, timeZone: string): number {
  // The second step is exact unless the offset changes between the two.
  const near = local - (localTime(local, timeZone) - local);
  return local - (localTime(near, timeZone) - near);
}

export const dateOf = (at: number, timeZone: string): string =>
  new Date(localTime(at, timeZone)).toISOString().slice(0, 10);

export const startOfDate = (date: string, timeZone: string): number =>
  instantOf(Date.parse(`${date}T00:00:00Z`), timeZone);

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The time zone of this browser. */
export const browserTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
