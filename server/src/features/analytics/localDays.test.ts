import { expect, test } from 'vitest';
import { LocalDays } from './localDays.ts';

const hourMs = 3_600_000;

test.each<[timeZone: string, time: string, start: string, hours: number]>([
  ['UTC', '2026-11-20T12:00:00Z', '2026-11-20T00:00:00Z', 24],
  ['UTC', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z', 24],
  ['Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', 23],
  ['Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', 25],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-24T22:00:00Z', 25],
  ['Asia/Kolkata', '2026-11-20T18:29:59Z', '2026-11-19T18:30:00Z', 24],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-20T18:15:00Z', 24],
  // Clocks go from 0:00 to 1:00, so the day begins at 1:00.
  ['Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00Z', 23],
  ['Australia/Lord_Howe', '2026-04-05T03:00:00Z', '2026-04-04T13:00:00Z', 24.5],
])('TRACK-12f in %s the day with %s starts at %s and has %d hours', (timeZone, time, start, hours) => {
  const day = new LocalDays(timeZone).dayOf(Date.parse(time));
  expect(new Date(day.start).toISOString()).toBe(new Date(start).toISOString());
  expect((day.end - day.start) / hourMs).toBe(hours);
});

test('TRACK-12rr the date of a time is that of its local day', () => {
  const days = new LocalDays('Europe/Berlin');
  const dates = ['2026-11-20T22:59:59Z', '2026-11-20T23:00:00Z', '2027-01-02T12:00:00Z'].map((time) =>
    days.dateOf(Date.parse(time)),
  );
  expect(dates).toEqual(['2026-11-20', '2026-11-21', '2027-01-02']);
});
