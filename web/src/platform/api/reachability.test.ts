import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backoffDelay, firstLoadBackoff } from '../time/retryTimer.ts';
import { ApiError } from './apiError.ts';
import { isUnreachable, watchReachability } from './reachability.ts';
import { waitForRetry } from './retry.ts';

const about = { code: 'NOT_REACHABLE', status: 0, place: 'page', requestId: undefined } as const;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('ERROR-04u no response, and a proxy without its server, count as unreachable; a response of the server does not', () => {
  const failure = (status: number, response: object = {}) =>
    new ApiError('PROCESSING_ERROR', '', { status, ...response });
  for (const status of [0, 502, 503, 504]) expect(isUnreachable(failure(status))).toBe(true);
  for (const status of [429, 500]) expect(isUnreachable(failure(status))).toBe(false);
  expect(isUnreachable(failure(503, { serverCode: 'unavailable' }))).toBe(false);
  expect(isUnreachable(failure(503, { retryAfter: '120' }))).toBe(false);
});

test('ERROR-04v the attempts of clients are spread over five seconds, and none is later than ten', () => {
  expect([0, 0.5, 1].map((random) => backoffDelay(firstLoadBackoff, 7, { random }))).toEqual([
    5_000, 7_500, 10_000,
  ]);
});

test('ERROR-04r calls that wait for the server are retried when a probe is answered, the others keep their delay', async () => {
  // The response that the server has inlined says nothing about its state now.
  const inlined = JSON.stringify({ '/api/venue/version': {} });
  vi.stubGlobal('document', { getElementById: () => ({ textContent: inlined }) });
  watchReachability();
  const statuses = [502, 401];
  vi.stubGlobal('fetch', async () => new Response(null, { status: statuses.shift() ?? 500 }));
  const unreachable = waitForRetry(30_000, { ...about, untilReachable: true });
  const busy = waitForRetry(60_000, { ...about, code: 'PROCESSING_ERROR', untilReachable: false });
  const ended: string[] = [];
  void unreachable.then(() => ended.push('unreachable'));
  void busy.then(() => ended.push('busy'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ended).toEqual(['unreachable']);
  await vi.advanceTimersByTimeAsync(39_000);
  expect(statuses).toEqual([]);
  expect(ended).toEqual(['unreachable']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(['unreachable', 'busy']);
});
