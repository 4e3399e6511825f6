import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api/apiError.ts';
import { createAttempts, keepTrying } from './keepTrying.ts';
import { stubWindowForTests } from '../../../platform/time/testing/stubWindow.ts';

const network = stubWindowForTests();

const busy = (retryAfter: string | null) =>
  new ApiError('PROCESSING_ERROR', 'not now', { status: 429, retryAfter });
const lost = new ApiError('NOT_REACHABLE', 'Failed to fetch');

/** Attempts that fail with these errors in turn; returns the time of each attempt. */
function attemptTimes(...failures: ApiError[]): number[] {
  const at: number[] = [];
  void keepTrying(() => {
    at.push(Date.now());
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  }, 'not yet');
  return at;
}

test('ROLE-04j a rejected guest session is requested again with growing delays until it succeeds', async () => {
  const at = attemptTimes(busy(null), busy(null), busy(null));
  await vi.advanceTimersByTimeAsync(600_000);
  const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(waits).toHaveLength(3);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(30_000 * 2 ** index);
    expect(wait).toBeLessThanOrEqual(37_500 * 2 ** index);
  }
});

test('ROLE-04k the delay that a server requests is kept even when the network comes back', async () => {
  const at = attemptTimes(busy('90'));
  await vi.advanceTimersByTimeAsync(0);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(89_000);
  expect(at).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(at).toHaveLength(2);
});

test('ERROR-04q a delay of the server is limited to five minutes, an invalid one is ignored', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const at = attemptTimes(busy('86400'), busy('soon 5'));
  await vi.advanceTimersByTimeAsync(299_000);
  expect(at).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(76_000);
  expect(at).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(75_000);
  expect(at).toHaveLength(3);
  expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThanOrEqual(60_000);
});

test('ROLE-04l without a network the next attempt waits only until the network is back', async () => {
  const at = attemptTimes(lost);
  await vi.advanceTimersByTimeAsync(1_000);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toEqual([0, 1_000]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(at).toHaveLength(2);
});

test('ROLE-04 a request after a failed attempt attempts at once and decides alone, and only one retry follows', async () => {
  const attempt = vi
    .fn(() => Promise.resolve())
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost);
  const attempts = createAttempts(attempt, 'not yet');
  expect(await attempts.run()).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await attempts.run()).toBe(false);
  expect(attempt).toHaveBeenCalledTimes(2);
  // The wait of the first attempt, at most 37.5 s, would have ended.
  await vi.advanceTimersByTimeAsync(29_000);
  expect(attempt).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempt).toHaveBeenCalledTimes(3);
});

test('ROLE-04 requests during an attempt get its result', async () => {
  const opened = Promise.withResolvers<undefined>();
  const attempt = vi.fn(() => opened.promise);
  const attempts = createAttempts(attempt, 'not yet');
  attempts.runLater();
  const results = Promise.all([attempts.run(), attempts.run()]);
  opened.resolve(undefined);
  expect(await results).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempt).toHaveBeenCalledOnce();
});
