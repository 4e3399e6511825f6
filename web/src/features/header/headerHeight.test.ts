import { expect, test } from 'vitest';
import { headerHeightFor } from './headerHeight.ts';

test('HEAD-02a the header is 60 high, and 102 when presence is ready and there is room for it', () => {
  expect(headerHeightFor({ presenceReady: false, mobile: false })).toBe(60);
  expect(headerHeightFor({ presenceReady: true, mobile: false })).toBe(102);
  expect(headerHeightFor({ presenceReady: true, mobile: true })).toBe(60);
});
