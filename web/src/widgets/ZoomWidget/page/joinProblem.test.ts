import { expect, test } from 'vitest';
import { joinProblemOf } from './joinProblem.ts';
import { zoomLanguage } from './zoomLanguage.ts';

test.each([
  [{ errorCode: 3004 }, 'passcode'],
  [{ errorCode: 3008, errorMessage: 'Meeting has not started' }, 'notStarted'],
  [{ errorCode: 3706 }, 'notFound'],
  [{ errorCode: 4011 }, 'account'],
  [{ errorCode: 4012 }, 'account'],
  [{ errorCode: 4017 }, 'account'],
  [{ errorCode: 3099 }, 'registration'],
  [{ errorCode: 3712 }, 'other'],
  [{ errorCode: '3004' }, 'other'],
  ['a text', 'other'],
  [undefined, 'other'],
  [null, 'other'],
])('WIDGET-19a the error %j of the SDK means %s', (error, problem) => {
  expect(joinProblemOf(error)).toBe(problem);
});

test.each([
  ['de', 'de-DE'],
  ['de-CH', 'de-DE'],
  ['pt-BR', 'pt-PT'],
  ['zh-Hant', 'zh-TW'],
  ['zh', 'zh-CN'],
  ['ar', 'en-US'],
])('WIDGET-19b the language %s is %s in Zoom', (language, expected) => {
  expect(zoomLanguage(language)).toBe(expected);
});
