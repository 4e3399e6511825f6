import { expect, test } from 'vitest';
import { reconnectDelay } from './backoff.ts';

const longestDelay = (failedAttempts: number, reason?: Parameters<typeof reconnectDelay>[1]) =>
  reconnectDelay(failedAttempts, reason, { random: 1 });

test('the first attempt to reconnect comes within a second, then the delay doubles up to 15 s', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempts) => longestDelay(attempts))).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
});

test('each delay is random between zero and its maximum, so that tabs do not reconnect together', () => {
  expect([0, 0.25, 0.5].map((random) => reconnectDelay(3, undefined, { random }))).toEqual([0, 2_000, 4_000]);
});

test('after a restart the first attempt comes within two seconds, the next ones as usual', () => {
  expect(longestDelay(0, 'restart')).toBe(2_000);
  expect(reconnectDelay(0, 'restart', { random: 0 })).toBe(0);
  expect(longestDelay(3, 'restart')).toBe(8_000);
});

test('after a close for exceeding the rate limit the delay is at least ten seconds', () => {
  expect(reconnectDelay(0, 'rateLimitExceeded', { random: 0 })).toBe(10_000);
  expect(longestDelay(0, 'rateLimitExceeded')).toBe(15_000);
});
