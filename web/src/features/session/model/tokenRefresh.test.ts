import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenRefresh } from './tokenRefresh.ts';

const everyMs = 900_000;
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const createRefresh = (responds: () => boolean = () => true) => {
  const at: number[] = [];
  const refresh = tokenRefresh(everyMs, async () => {
    at.push(Date.now());
    return responds();
  });
  return { at, refresh };
};

test('SESSION-06j the token is renewed every 15 minutes', async () => {
  const { at, refresh } = createRefresh();
  refresh.start();
  await vi.advanceTimersByTimeAsync(3 * everyMs);
  expect(at).toEqual([everyMs, 2 * everyMs, 3 * everyMs]);
  refresh.stop();
  await vi.advanceTimersByTimeAsync(3 * everyMs);
  expect(at).toHaveLength(3);
});

test('a renewal in another tab restarts the interval', async () => {
  const { at, refresh } = createRefresh();
  refresh.start();
  await vi.advanceTimersByTimeAsync(everyMs - 1);
  refresh.start();
  await vi.advanceTimersByTimeAsync(everyMs);
  expect(at).toEqual([2 * everyMs - 1]);
  refresh.stop();
});

test('SESSION-10m a lost response is requested once more within the grace period', async () => {
  const { at, refresh } = createRefresh(() => false);
  refresh.start();
  await vi.advanceTimersByTimeAsync(2 * everyMs);
  const [first = 0, again = 0, ...later] = at;
  expect(first).toBe(everyMs);
  expect(again - first).toBeLessThan(30_000);
  expect(later).toEqual([again + everyMs].filter((due) => due <= 2 * everyMs));
  refresh.stop();
});

test('SESSION-06c a tab that is shown when the renewal is overdue renews at once, otherwise it waits', async () => {
  const { at, refresh } = createRefresh();
  refresh.start();
  vi.setSystemTime(everyMs - 1);
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toEqual([]);
  vi.setSystemTime(5 * everyMs);
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toEqual([5 * everyMs]);
  refresh.stop();
});
