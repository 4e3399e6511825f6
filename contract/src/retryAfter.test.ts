import { expect, onTestFinished, test, vi } from 'vitest';
import { parseRetryAfter } from './retryAfter.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['007', 7_000],
  ['Fri, 20 Nov 2026 12:01:30 GMT', 90_000],
  ['Friday, 20-Nov-26 12:01:30 GMT', 90_000],
  ['Fri Nov 20 12:01:30 2026', 90_000],
  ['Fri, 20 Nov 2026 11:59:00 GMT', 0],
  ['Sun Nov  6 08:49:37 1994', 0],
  // 1994, not 2094.
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
])('ERROR-04m Retry-After %j is a delay of %i ms', (header, delay) => {
  expect(parseRetryAfter(header, now)).toBe(delay);
});

test.each([
  '301',
  '86400',
  '9'.repeat(400),
  'Fri, 20 Nov 2026 12:05:01 GMT',
  'Sat, 20 Nov 2027 12:00:00 GMT',
])('ERROR-04n Retry-After %j is limited to five minutes', (header) => {
  expect(parseRetryAfter(header, now)).toBe(300_000);
});

test.each([
  null,
  undefined,
  '',
  ' ',
  '-1',
  '+5',
  '1.5',
  '1e3',
  '0x10',
  '٣',
  'Infinity',
  'NaN',
  'soon',
  'soon 5',
  '5 seconds',
  '5, 10',
  '2026-11-20T12:01:30Z',
  '20 Nov 2026',
  'Fri, 20 Nov 2026 12:01:30',
  'Fri, 20 Nov 2026 12:01:30 +0100',
  'Fri, 20 Xyz 2026 12:01:30 GMT',
  'soon, Fri, 20 Nov 2026 12:01:30 GMT',
])('ERROR-04o Retry-After %j is ignored', (header) => {
  expect(parseRetryAfter(header, now)).toBeUndefined();
});

test('ERROR-04x a date without a time zone is GMT, also on a computer in another time zone', () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(new Date(now).getTimezoneOffset()).toBe(300);
  expect(parseRetryAfter('Fri Nov 20 12:01:30 2026', now)).toBe(90_000);
});

test('a caller that only shows the delay can set a higher limit', () => {
  expect(parseRetryAfter('3600', now, 86_400_000)).toBe(3_600_000);
  expect(parseRetryAfter('999999', now, 86_400_000)).toBe(86_400_000);
});
