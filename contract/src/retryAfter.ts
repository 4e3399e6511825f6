/** The Retry-After header (RFC 9110, section 10.2.3), as every client reads it: of this server, a proxy or a vendor. */
import { httpRetryAfterMaxMs } from './limits.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;
/** The three forms of an HTTP-date (section 5.6.7). Recipients must accept all of them. */
const dateForms = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  String.raw`${weekday}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT`,
  // Sunday, 06-Nov-94 08:49:37 GMT
  String.raw`(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT`,
  // Sun Nov  6 08:49:37 1994
  String.raw`${weekday} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Returns the delay that a Retry-After header asks for, in milliseconds: at most `maxMs`, and 0 for a date in the past.
 * Undefined if the header is missing or neither delay-seconds nor an HTTP-date. `Date.parse` does not serve: it finds
 * dates in `-1` and `soon 5`.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(
  header: string | null | undefined,
  now: number,
  maxMs = httpRetryAfterMaxMs,
): number | undefined {
  const value = header?.trim() ?? '';
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1_000 : parseHttpDate(value, now) - now;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(0, delayMs), maxMs);
}

/** Milliseconds since 1970; NaN if the text is not an HTTP-date. */
function parseHttpDate(text: string, now: number): number {
  for (const form of dateForms) {
    const date = form.exec(text)?.groups;
    if (date === undefined) continue;
    const [day, hour, minute, second] = [date['day'], date['hour'], date['minute'], date['second']].map(
      Number,
    );
    const year = fullYear(date['year'] ?? '', now);
    return Date.UTC(year, months.indexOf(date['month'] ?? ''), day, hour, minute, second);
  }
  return Number.NaN;
}

/** A year of two digits that seems to be more than 50 years in the future is the last year with these digits. */
function fullYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const current = new Date(now).getUTCFullYear();
  const year = current - (current % 100) + Number(digits);
  return year > current + 50 ? year - 100 : year;
}
