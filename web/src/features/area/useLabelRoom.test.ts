import { expect, test } from 'vitest';
import { leftBy } from './useLabelRoom.ts';

const whole = { left: 0, top: 60, width: 1440, height: 712 };

test('a panel along a side takes that side from the free picture', () => {
  const slot = { left: 1016, top: 64, width: 400, height: 700 };
  expect(leftBy([slot], whole)).toEqual({ free: { ...whole, width: 1016 }, covered: [] });
  expect(leftBy([{ ...slot, left: 24 }], whole).free).toEqual({ ...whole, left: 424, width: 1016 });
});

test('a notice only stands in the way, and one outside of the free picture does not', () => {
  const notice = { left: 1016, top: 72, width: 400, height: 290 };
  const below = { left: 0, top: 800, width: 1440, height: 100 };
  expect(leftBy([notice, below], whole)).toEqual({ free: whole, covered: [notice] });
});
