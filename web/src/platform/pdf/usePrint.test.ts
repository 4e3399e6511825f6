import { expect, test } from 'vitest';
import { printRangeOf } from './usePrint.ts';

test('PDF-01x a document of up to 100 pages is printed whole, of a longer one 100 pages from the current one on', () => {
  expect(printRangeOf(7, 100)).toEqual({ from: 1, to: 100, isPart: false });
  expect(printRangeOf(1, 2_000)).toEqual({ from: 1, to: 100, isPart: true });
  expect(printRangeOf(1_950, 2_000)).toEqual({ from: 1_950, to: 2_000, isPart: true });
});
