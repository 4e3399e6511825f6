import { expect, test } from 'vitest';
import { addDays, dateOf, startOfDate } from './zonedTime.ts';
import { rangeErrorOf, rangeOf } from './range.ts';

const iso = (instant: number) => new Date(instant).toISOString();

test.each([
  ['Europe/Berlin', '2026-11-20', '2026-11-19T23:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z'],
  ['America/Los_Angeles', '2026-11-20', '2026-11-20T08:00:00.000Z'],
  // The days on which the clocks change.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
])('TRACK-12pa in %s the date %s begins at %s', (timeZone, date, start) => {
  expect(iso(startOfDate(date, timeZone))).toBe(start);
  expect(dateOf(startOfDate(date, timeZone), timeZone)).toBe(date);
  expect(dateOf(startOfDate(date, timeZone) - 1, timeZone)).toBe(addDays(date, -1));
});

const none = { first: '', last: '' };

test('TRACK-12pc the ranges are whole days of the server, the last hour ends at the next five minutes', () => {
  const now = Date.parse('2026-11-20T23:32:10Z');
  const range = (choice: Parameters<typeof rangeOf>[0]) => {
    const { from, to } = rangeOf(choice, now, 'Europe/Berlin');
    return [iso(from), iso(to)];
  };
  expect(range({ kind: 'hour', ...none })).toEqual(['2026-11-20T22:35:00.000Z', '2026-11-20T23:35:00.000Z']);
  expect(range({ kind: 'today', ...none })).toEqual(['2026-11-20T23:00:00.000Z', '2026-11-21T23:00:00.000Z']);
  expect(range({ kind: 'yesterday', ...none })).toEqual([
    '2026-11-19T23:00:00.000Z',
    '2026-11-20T23:00:00.000Z',
  ]);
  expect(range({ kind: 'week', ...none })).toEqual(['2026-11-14T23:00:00.000Z', '2026-11-21T23:00:00.000Z']);
  expect(range({ kind: 'custom', first: '2026-11-02', last: '2026-11-02' })).toEqual([
    '2026-11-01T23:00:00.000Z',
    '2026-11-02T23:00:00.000Z',
  ]);
});

test.each([
  ['2026-11-02', '2026-11-02', undefined],
  ['', '2026-11-02', 'incomplete'],
  ['2026-11-03', '2026-11-02', 'reversed'],
  ['2026-11-20', '2026-11-22', undefined],
  ['2026-11-21', '2026-11-22', 'future'],
  ['2025-11-02', '2026-11-02', undefined],
  ['2025-11-01', '2026-11-02', 'tooLong'],
  // With the hour that the clocks add.
  ['2025-10-26', '2026-10-26', 'tooLong'],
])('TRACK-12pd dates from "%s" to "%s": %s', (first, last, error) => {
  expect(rangeErrorOf({ kind: 'custom', first, last }, 'Europe/Berlin', '2026-11-20')).toBe(error);
});
