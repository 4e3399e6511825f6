import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/apiError.ts';
import { keepTrying } from './keepTrying.ts';

const network = new EventTarget();
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('window', network);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const busy = (retryAfter: string | null) =>
  new ApiError('PROCESSING_ERROR', 'not now', { status: 429, retryAfter });
const lost = new ApiError('NOT_REACHABLE', 'Failed to fetch');

/** Tries that fail so, one after the other, and when each was made. */
function trying(...failures: ApiError[]): number[] {
  const at: number[] = [];
  keepTrying(() => {
    at.push(Date.now());
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  }, 'not yet');
  return at;
}

test('ROLE-04j whoever is refused an identity asks again, each time later, until there is one', async () => {
  const at = trying(busy(null), busy(null), busy(null));
  await vi.advanceTimersByTimeAsync(600_000);
  const waits = at.slice(1).map((time, index) => time - (at[index] ?? 0));
  expect(waits).toHaveLength(3);
  for (const [index, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(30_000 * 2 ** index);
    expect(wait).toBeLessThanOrEqual(37_500 * 2 ** index);
  }
});

test('ROLE-04k the wait that a server asks for is kept, also when the network comes back', async () => {
  const at = trying(busy('90'));
  await vi.advanceTimersByTimeAsync(0);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(89_000);
  expect(at).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(at).toHaveLength(2);
});

test('ROLE-04l without a network the next try waits for it, and no longer', async () => {
  const at = trying(lost);
  await vi.advanceTimersByTimeAsync(1_000);
  network.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(at).toEqual([0, 1_000]);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(at).toHaveLength(2);
});
