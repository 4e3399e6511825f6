import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isFresh, serverClock, startServerTime } from './serverTime.ts';
import { initialUi, useUi } from '../state/ui.ts';

const headers = (date: string, others: Record<string, string> = {}) => new Headers({ date, ...others });
const noon = Date.parse('2026-11-20T12:00:00Z');
const at = (time: number) => new Date(time).toUTCString();

test('TIME-01f the Date header of a response sets the clock, which then runs on', () => {
  let own = 1_000;
  const clock = serverClock(() => own);
  clock.note(headers(at(noon), { 'cache-control': 'private, no-cache' }));
  expect(clock.now()).toBe(noon);
  own += 2_500;
  expect(clock.now()).toBe(noon + 2_500);
});

test('TIME-01g cached responses are ignored', () => {
  expect(isFresh(headers(at(noon)))).toBe(true);
  expect(isFresh(headers(at(noon), { 'cache-control': 'no-store' }))).toBe(true);
  expect(isFresh(headers(at(noon), { 'cache-control': 'private, max-age=31536000, immutable' }))).toBe(false);
  expect(isFresh(headers(at(noon), { age: '20' }))).toBe(false);
});

test.each(['', 'yesterday', 'NaN'])(
  'TIME-01c the invalid Date header %j does not change the clock',
  (date) => {
    const clock = serverClock(() => 0);
    clock.note(headers(at(noon)));
    clock.note(date === '' ? new Headers() : headers(date));
    expect(clock.now()).toBe(noon);
  },
);

test('TIME-01d a date two hours back is ignored unless the next response confirms it', () => {
  const clock = serverClock(() => 0);
  clock.note(headers(at(noon)));
  clock.note(headers(at(noon - 7_200_000)));
  expect(clock.now()).toBe(noon);
  clock.note(headers(at(noon - 7_199_000)));
  expect(clock.now()).toBe(noon - 7_199_000);
});

test('a jump forward, as after sleep, is applied at once', () => {
  const clock = serverClock(() => 0);
  clock.note(headers(at(noon)));
  clock.note(headers(at(noon + 7_200_000)));
  expect(clock.now()).toBe(noon + 7_200_000);
});

beforeEach(() => vi.useFakeTimers({ now: noon }));
afterEach(() => {
  vi.useRealTimers();
  useUi.setState(initialUi);
});

test('TIME-01e the time in the state is updated every 10000 ms', () => {
  const stop = startServerTime();
  vi.advanceTimersByTime(9_999);
  expect(useUi.getState().serverTime).toBe(0);
  vi.advanceTimersByTime(1);
  expect(useUi.getState().serverTime).toBe(noon + 10_000);
  vi.advanceTimersByTime(10_000);
  expect(useUi.getState().serverTime).toBe(noon + 20_000);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(useUi.getState().serverTime).toBe(noon + 20_000);
});
