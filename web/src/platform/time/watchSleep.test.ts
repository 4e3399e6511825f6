import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSleep } from './watchSleep.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('watchSleep notices a long gap at the next tick, or at once when it is asked to check', () => {
  const onSleep = vi.fn();
  const ended = new AbortController();
  const check = watchSleep(onSleep, { tickMs: 1_000, longMs: 10_000, signal: ended.signal });
  vi.advanceTimersByTime(60_000);
  expect(onSleep).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 20_000);
  vi.advanceTimersByTime(1_000);
  expect(onSleep).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 20_000);
  check();
  expect(onSleep).toHaveBeenCalledTimes(2);
  ended.abort();
  vi.setSystemTime(Date.now() + 20_000);
  vi.advanceTimersByTime(1_000);
  expect(onSleep).toHaveBeenCalledTimes(2);
});
