import { expect, test } from 'vitest';
import { timeText } from './timeText.ts';

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [60, '1:00'],
  [754, '12:34'],
  [3_599.99, '59:59'],
  [3_600, '1:00:00'],
  [3_723, '1:02:03'],
  [-1, '0:00'],
])('WIDGET-11b %f seconds are written %s', (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
});
