import { expect, test } from 'vitest';
import { captionTrackFor } from './captionTrack.ts';

const tracks = (...languages: string[]) => languages.map((language) => ({ language, kind: 'subtitles' }));
const chosen = (languages: readonly string[], language: string) =>
  captionTrackFor(tracks(...languages), language)?.language;

test('WIDGET-16c captions are those of the language, else of a variant of it, generated ones last', () => {
  expect(chosen(['en', 'de-AT', 'de'], 'de')).toBe('de');
  expect(chosen(['en', 'de-AT'], 'de')).toBe('de-AT');
  expect(chosen(['zh-Hans'], 'zh-CN')).toBe('zh-Hans');
  expect(chosen(['en-x-autogen', 'en-GB'], 'en')).toBe('en-GB');
  expect(chosen(['en-x-autogen'], 'en')).toBe('en-x-autogen');
  expect(chosen(['en', 'fr'], 'de')).toBeUndefined();
  expect(chosen([], 'de')).toBeUndefined();
});
