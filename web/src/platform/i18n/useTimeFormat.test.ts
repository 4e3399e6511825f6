import { expect, test } from 'vitest';
import { timeFormatOf } from './useTimeFormat.ts';

const morning = (() => {
  const date = new Date();
  date.setHours(9, 5, 0, 0);
  return date.getTime();
})();

test.each([
  ['en-US', '9:05 AM'],
  ['en-GB', '09:05'],
  ['de', '09:05'],
  ['ar-u-nu-latn', '9:05 ص'],
])('WIDGET-18p a time in %s is written as people there write it: %s', (language, text) => {
  expect(timeFormatOf(language, [morning]).format(morning).replaceAll('\u202f', ' ')).toBe(text);
});
