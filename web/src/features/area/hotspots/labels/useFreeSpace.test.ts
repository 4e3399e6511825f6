import { expect, test } from 'vitest';
import { subtractCovers } from './useFreeSpace.ts';

const viewport = { left: 0, top: 60, width: 1440, height: 712 };

test('a panel along a side reduces the free space by that side', () => {
  const slot = { left: 1016, top: 64, width: 400, height: 700 };
  expect(subtractCovers([slot], viewport)).toEqual({ free: { ...viewport, width: 1016 }, covered: [] });
  expect(subtractCovers([{ ...slot, left: 24 }], viewport).free).toEqual({
    ...viewport,
    left: 424,
    width: 1016,
  });
});

test('a notice blocks labels where it is, and one outside of the free space is ignored', () => {
  const notice = { left: 1016, top: 72, width: 400, height: 290 };
  const below = { left: 0, top: 800, width: 1440, height: 100 };
  expect(subtractCovers([notice, below], viewport)).toEqual({ free: viewport, covered: [notice] });
});
