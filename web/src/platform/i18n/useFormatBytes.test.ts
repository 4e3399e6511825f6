import { expect, test } from 'vitest';
import { bytesFormat } from './useFormatBytes.ts';

test.each([
  ['en', 0, '0 bytes'],
  ['en', 1, '1 byte'],
  ['en', 792, '792 bytes'],
  ['en', 1024, '1 kB'],
  ['en', 1_500_000, '1.4 MB'],
  ['en', 3_221_225_472, '3 GB'],
  ['de', 792, '792 Byte'],
  ['de', 1_500_000, '1,4 MB'],
])('a size in %s of %i bytes is %s', (language, bytes, text) => {
  expect(bytesFormat(language)(bytes).replaceAll('\u00a0', ' ')).toBe(text);
});
