import type { Figures } from '@foyer/contract';
import { expect, test } from 'vitest';
import { seriesOf, valuesWithPeople } from './series.ts';
import { countTicks, timeTicks } from './ticks.ts';

const at = (iso: string) => Date.parse(iso);
const point = (iso: string, people: number) => ({ at: iso, people, views: people * 2 });
const figures = (changes: Partial<Figures>): Figures => ({
  period: 'hour',
  timeZone: 'Europe/Berlin',
  from: '2026-11-20T08:00:00Z',
  to: '2026-11-20T12:00:00Z',
  series: [],
  dayBefore: [],
  areas: [],
  events: [],
  ...changes,
});

test('TRACK-12pe periods without hits count as zero, and those that have not begun are open', () => {
  const values = seriesOf(
    figures({
      series: [point('2026-11-20T09:00:00Z', 5)],
      dayBefore: [point('2026-11-19T10:00:00Z', 7)],
      updatedAt: '2026-11-20T10:30:00Z',
    }),
    at('2026-11-20T11:30:00Z'),
  );
  expect(values.map(({ people, before }) => [people, before])).toEqual([
    [0, 0],
    [5, 0],
    [0, 7],
    [undefined, 0],
  ]);
  expect(valuesWithPeople(values)).toHaveLength(2);
});

test('TRACK-12pf whole days follow the calendar of the server, and are not compared', () => {
  const values = seriesOf(
    figures({
      period: 'day',
      from: '2026-10-23T22:00:00Z',
      to: '2026-10-26T23:00:00Z',
      series: [point('2026-10-24T22:00:00Z', 3), point('2026-10-25T23:00:00Z', 4)],
    }),
    at('2026-11-20T11:30:00Z'),
  );
  expect(values.map(({ people, before }) => [people, before])).toEqual([
    [0, undefined],
    [3, undefined],
    [4, undefined],
  ]);
});

test('TRACK-12pj after a change of the clocks the day before is the same time of day', () => {
  // In Berlin, 25 October 2026 has 25 hours.
  const values = seriesOf(
    figures({
      from: '2026-10-26T08:00:00Z',
      to: '2026-10-26T10:00:00Z',
      dayBefore: [point('2026-10-25T07:00:00Z', 6), point('2026-10-25T08:00:00Z', 7)],
      updatedAt: '2026-11-20T10:30:00Z',
    }),
    at('2026-11-20T11:30:00Z'),
  );
  expect(values.map(({ before }) => before)).toEqual([7, 0]);
  const summer = seriesOf(
    figures({
      from: '2026-10-24T22:00:00Z',
      to: '2026-10-26T23:00:00Z',
      dayBefore: [point('2026-10-24T22:00:00Z', 5), point('2026-10-25T23:00:00Z', 9)],
      updatedAt: '2026-11-20T10:30:00Z',
    }),
    at('2026-11-20T11:30:00Z'),
  );
  const midnight = summer.find(({ at: time }) => time === at('2026-10-25T23:00:00Z'));
  expect(midnight?.before).toBe(5);
});

test('TRACK-12pg hours of UTC are found in a range that begins at half past', () => {
  const values = seriesOf(
    figures({
      timeZone: 'Asia/Kolkata',
      from: '2026-11-19T18:30:00Z',
      to: '2026-11-20T18:30:00Z',
      series: [point('2026-11-20T09:00:00Z', 5)],
    }),
    at('2026-11-21T00:00:00Z'),
  );
  expect(values.filter(({ people }) => people === 5)).toHaveLength(1);
  expect(values[0]?.at).toBe(at('2026-11-19T18:00:00Z') + 3_600_000);
});

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [7, [0, 2, 4, 6, 8]],
  [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
])('TRACK-12ph up to %i people the axis has whole round numbers', (most, ticks) => {
  expect(countTicks(most, 5)).toEqual(ticks);
});

test('TRACK-12pi times on the axis are round in the time zone of the server', () => {
  const ticks = timeTicks(at('2026-11-19T18:30:00Z'), at('2026-11-20T18:30:00Z'), 'Asia/Kolkata', 8);
  expect(ticks.map((tick) => new Date(tick.at).toISOString().slice(11, 16))).toEqual([
    '18:30',
    '21:30',
    '00:30',
    '03:30',
    '06:30',
    '09:30',
    '12:30',
    '15:30',
  ]);
  const days = timeTicks(at('2026-10-23T22:00:00Z'), at('2026-10-30T23:00:00Z'), 'Europe/Berlin', 4);
  expect(days.map((tick) => [new Date(tick.at).toISOString(), tick.isDay])).toEqual([
    ['2026-10-23T22:00:00.000Z', true],
    ['2026-10-25T23:00:00.000Z', true],
    ['2026-10-27T23:00:00.000Z', true],
    ['2026-10-29T23:00:00.000Z', true],
  ]);
});
