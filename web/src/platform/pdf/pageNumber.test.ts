import { expect, test } from 'vitest';
import { parsePageNumber } from './pageNumber.ts';

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['٥', 5],
  ['١٢٠', 120],
  ['۹۰', 90],
  ['', undefined],
  ['x', undefined],
] as const)('PDF-01ca the entered page %j is %j', (text, page) => {
  expect(parsePageNumber(text)).toBe(page);
});
