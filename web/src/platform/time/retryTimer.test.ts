import { expect, test, vi } from 'vitest';
import { backoffDelay, retryTimer, type Backoff } from './retryTimer.ts';
import { stubWindowForTests } from './testing/stubWindow.ts';

const network = stubWindowForTests();

const doubling: Backoff = { firstMs: 1_000, longestMs: 5_000 };

/** A timer whose attempts fail, and when each attempt was made. */
function failing(backoff: Backoff) {
  const at: number[] = [];
  const timer = retryTimer(() => {
    at.push(Date.now());
    timer.schedule();
  }, backoff);
  return { at, timer };
}

test('delays double up to the longest', () => {
  expect([0, 1, 2, 3, 2_000].map((retries) => backoffDelay(doubling, retries))).toEqual([
    1_000, 2_000, 4_000, 5_000, 5_000,
  ]);
});

test('without a longest delay all delays are equal', () => {
  expect([0, 1, 50].map((retries) => backoffDelay({ firstMs: 700 }, retries))).toEqual([700, 700, 700]);
});

test('jitter multiplies a delay by a number from its range', () => {
  const spread: Backoff = { ...doubling, jitter: [0.5, 1.5] };
  expect([0, 0.5, 1].map((random) => backoffDelay(spread, 1, { random }))).toEqual([1_000, 2_000, 3_000]);
});

test('a delay is never shorter than the server asks for, and is spread beyond that', () => {
  const full: Backoff = { ...doubling, jitter: [0, 1] };
  expect(backoffDelay(full, 0, { atLeastMs: 60_000, random: 0 })).toBe(60_000);
  const longer: Backoff = { ...doubling, jitter: [1, 1.25] };
  expect(backoffDelay(longer, 0, { atLeastMs: 60_000, random: 1 })).toBe(75_000);
});

test('a failing attempt is retried after growing delays until the timer is reset', () => {
  const { at, timer } = failing(doubling);
  timer.schedule();
  vi.advanceTimersByTime(12_000);
  expect(at).toEqual([1_000, 3_000, 7_000, 12_000]);
  timer.reset();
  expect(timer.isPending).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(at).toHaveLength(4);
  timer.schedule();
  vi.advanceTimersByTime(1_000);
  expect(at.at(-1)).toBe(73_000);
});

test('scheduling again replaces the pending wait', () => {
  const attempt = vi.fn();
  const timer = retryTimer(attempt, { firstMs: 1_000 });
  timer.schedule();
  vi.advanceTimersByTime(900);
  timer.schedule();
  vi.advanceTimersByTime(900);
  expect(attempt).not.toHaveBeenCalled();
  expect(timer.isPending).toBe(true);
  vi.advanceTimersByTime(100);
  expect(attempt).toHaveBeenCalledOnce();
  expect(timer.isPending).toBe(false);
});

test('a wait until online ends when the network is back, and attempts once', () => {
  const attempt = vi.fn();
  const timer = retryTimer(attempt, { firstMs: 10_000 });
  timer.schedule();
  network.dispatchEvent(new Event('online'));
  expect(attempt).not.toHaveBeenCalled();
  timer.schedule({ untilOnline: true });
  network.dispatchEvent(new Event('online'));
  network.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(attempt).toHaveBeenCalledOnce();
});

test('an aborted signal ends the pending wait, and no further one begins', () => {
  const attempt = vi.fn();
  const ended = new AbortController();
  const timer = retryTimer(attempt, { firstMs: 1_000 }, ended.signal);
  timer.schedule({ untilOnline: true });
  ended.abort();
  network.dispatchEvent(new Event('online'));
  timer.schedule({ untilOnline: true });
  network.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(60_000);
  expect(attempt).not.toHaveBeenCalled();
});
