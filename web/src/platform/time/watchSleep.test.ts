import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchSleep } from './watchSleep.ts';

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

test('watchSleep notices a long gap at the next tick, or at once when it is asked to check', () => {
  const onSleep = vi.fn();
  const watch = watchSleep(1_000, 10_000, onSleep);
  vi.advanceTimersByTime(60_000);
  expect(onSleep).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 20_000);
  vi.advanceTimersByTime(1_000);
  expect(onSleep).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 20_000);
  watch.check();
  expect(onSleep).toHaveBeenCalledTimes(2);
  watch.end();
});
