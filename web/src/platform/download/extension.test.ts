import { expect, test } from 'vitest';
import { extensionFrom } from './extension.ts';

test.each([
  [`attachment; filename="plan.pdf"; filename*=UTF-8''Der%20Plan.pdf`, '.pdf'],
  ['attachment; filename="plan.pdf"', '.pdf'],
  ['attachment', ''],
  [null, ''],
])('ASSET-03w the extension of a response with %s is "%s"', (disposition, extension) => {
  expect(extensionFrom(disposition)).toBe(extension);
});
