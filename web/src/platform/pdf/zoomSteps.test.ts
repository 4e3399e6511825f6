import { expect, test } from 'vitest';
import { maxScale, minScale, nextScale } from './zoomSteps.ts';

test('PDF-01w the buttons lead from any scale to the next step, and stop at the ends', () => {
  expect(nextScale(1, 1)).toBe(1.1);
  expect(nextScale(1, -1)).toBe(0.9);
  expect(nextScale(1.37, 1)).toBe(1.5);
  expect(nextScale(1.37, -1)).toBe(1.25);
  // Shown as 100 %.
  expect(nextScale(0.998, 1)).toBe(1.1);
  expect(nextScale(1.002, -1)).toBe(0.9);
  expect(nextScale(maxScale, 1)).toBe(maxScale);
  expect(nextScale(minScale, -1)).toBe(minScale);
});
