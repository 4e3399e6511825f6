import { expect, test } from 'vitest';
import { reconnectDelay } from './backoff.ts';

const longest = (tries: number, reason?: Parameters<typeof reconnectDelay>[1]) =>
  reconnectDelay(tries, reason, { random: 1 });

test('a lost connection is tried again within a second, then after waits that double up to 15 s', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((tries) => longest(tries))).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ]);
});

test('each wait lies anywhere between none and the longest, so that tabs do not come back together', () => {
  expect([0, 0.25, 0.5].map((random) => reconnectDelay(3, undefined, { random }))).toEqual([0, 2_000, 4_000]);
});

test('after a restart the first try comes within two seconds, the next as ever', () => {
  expect(longest(0, 'restart')).toBe(2_000);
  expect(reconnectDelay(0, 'restart', { random: 0 })).toBe(0);
  expect(longest(3, 'restart')).toBe(8_000);
});

test('who was closed for a flood of commands stays away for ten seconds at least', () => {
  expect(reconnectDelay(0, 'flood', { random: 0 })).toBe(10_000);
  expect(longest(0, 'flood')).toBe(15_000);
});
