import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { retryDelay, retryAllNow, useWaits, waitForRetry } from './retry.ts';

const failure = { method: 'GET', status: 503, retryAfter: null, retries: 0 };
const about = {
  code: 'NOT_REACHABLE',
  status: 0,
  place: 'dialog',
  requestId: undefined,
  untilReachable: true,
} as const;
const now = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ now }));
afterEach(() => vi.useRealTimers());

test('ERROR-04a a failed call is retried twice, after 30 seconds each time', () => {
  expect([0, 1, 2].map((retries) => retryDelay({ ...failure, retries }))).toEqual([
    30_000,
    30_000,
    undefined,
  ]);
});

test('ERROR-04b GET, HEAD, POST, DELETE and PUT are retried, other methods are not', () => {
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PUT'])
    expect(retryDelay({ ...failure, method })).toBe(30_000);
  for (const method of ['PATCH', 'OPTIONS']) expect(retryDelay({ ...failure, method })).toBeUndefined();
});

test('ERROR-04c 100 to 199, 429, 500 to 599 and no response at all are retried, other statuses are not', () => {
  for (const status of [0, 100, 199, 429, 500, 599]) expect(retryDelay({ ...failure, status })).toBe(30_000);
  for (const status of [200, 304, 400, 401, 403, 404, 408, 409, 422, 428, 430, 499, 600]) {
    expect(retryDelay({ ...failure, status })).toBeUndefined();
  }
});

test('ERROR-04d Retry-After sets the delay, up to five minutes', () => {
  expect(retryDelay({ ...failure, retryAfter: '7' }, now)).toBe(7_000);
  expect(retryDelay({ ...failure, retryAfter: 'Fri, 20 Nov 2026 12:05:00 GMT' }, now)).toBe(300_000);
  expect(retryDelay({ ...failure, retryAfter: '301' }, now)).toBe(300_000);
  for (const retryAfter of ['soon', 'soon 5', '-1'])
    expect(retryDelay({ ...failure, retryAfter }, now)).toBe(30_000);
});

test('ERROR-04e a wait of more than a second is shown with its reason, a shorter one is not', async () => {
  const short = waitForRetry(1_000, about);
  const long = waitForRetry(30_000, about);
  expect(useWaits.getState().list.map(({ place }) => place)).toEqual(['nowhere', 'dialog']);
  expect(useWaits.getState().list[1]).toMatchObject({
    code: 'NOT_REACHABLE',
    startedAt: now,
    until: now + 30_000,
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await Promise.all([short, long])).toEqual([true, true]);
  expect(useWaits.getState().list).toEqual([]);
});

test('ERROR-04f "try now" ends a wait early, "cancel" gives the call up', async () => {
  const skipped = waitForRetry(30_000, about);
  useWaits.getState().list[0]?.tryNow();
  expect(await skipped).toBe(true);
  const cancelled = waitForRetry(30_000, about);
  useWaits.getState().list[0]?.cancel();
  expect(await cancelled).toBe(false);
  expect(useWaits.getState().list).toEqual([]);
});

test('ERROR-04g aborting a call ends its wait', async () => {
  const aborting = new AbortController();
  const wait = waitForRetry(30_000, about, aborting.signal);
  aborting.abort(new Error('left the page'));
  await expect(wait).rejects.toThrow('left the page');
  expect(useWaits.getState().list).toEqual([]);
});

test('ERROR-04h when the network is back, calls that waited for it are retried at once', async () => {
  const network = waitForRetry(30_000, about);
  const busy = waitForRetry(30_000, {
    ...about,
    code: 'PROCESSING_ERROR',
    status: 429,
    untilReachable: false,
  });
  retryAllNow();
  expect(await network).toBe(true);
  expect(useWaits.getState().list).toHaveLength(1);
  useWaits.getState().list[0]?.cancel();
  expect(await busy).toBe(false);
});
