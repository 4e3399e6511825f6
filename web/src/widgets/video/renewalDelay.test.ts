import { expect, test } from 'vitest';
import { renewalDelay } from './renewalDelay.ts';

const minuteMs = 60_000;

test.each([
  [15 * minuteMs, 13 * minuteMs],
  [4 * minuteMs, 2 * minuteMs],
  [2.1 * minuteMs, 1.05 * minuteMs],
  [minuteMs, minuteMs / 2],
  [1_000, minuteMs / 2],
  [-minuteMs, minuteMs / 2],
])('ASSET-02t a URL that is valid for %i ms is renewed after %i ms', (validMs, delayMs) => {
  expect(renewalDelay(validMs)).toBe(delayMs);
});
