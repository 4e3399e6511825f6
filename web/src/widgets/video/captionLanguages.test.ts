import { expect, test } from 'vitest';
import { captionLanguages } from './captionLanguages.ts';

test('CALL-11r captions are offered once for each language, that of the user first', () => {
  expect(captionLanguages(['en', 'de'], ['de', 'fr', ''], 'fr')).toEqual(['fr', 'en', 'de']);
  expect(captionLanguages(['en', 'de-AT'], [], 'de')).toEqual(['de-AT', 'en']);
  expect(captionLanguages(['en'], ['de'], 'ar')).toEqual(['en', 'de']);
  expect(captionLanguages([], [], 'en')).toEqual([]);
});
