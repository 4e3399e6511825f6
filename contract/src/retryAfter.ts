/** The Retry-After header (RFC 9110, section 10.2.3), as every client reads it: of this server, a proxy or a vendor. */
import { httpRetryAfterMaxMs } from './limits.ts';

/** The three forms of an HTTP-date (section 5.6.7) begin with a weekday; `Date.parse` alone finds dates in `soon 5`. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w -]+ \d\d:\d\d:\d\d (?:\d{4}|GMT)$/;

/**
 * Returns the delay that a Retry-After header asks for, in milliseconds: at most `maxMs`, and 0 for a date in the past.
 * Undefined if the header is missing or neither delay-seconds nor an HTTP-date.
 * @param now milliseconds since 1970
 */
export function parseRetryAfter(
  header: string | null | undefined,
  now: number,
  maxMs = httpRetryAfterMaxMs,
): number | undefined {
  const value = header?.trim() ?? '';
  const delayMs = /^\d+$/.test(value) ? Number(value) * 1_000 : parseHttpDate(value) - now;
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(0, delayMs), maxMs);
}

/** Milliseconds since 1970; NaN if the text is not an HTTP-date. The form of asctime names no time zone: it is GMT. */
const parseHttpDate = (text: string): number =>
  httpDate.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
