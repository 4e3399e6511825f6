import { selectLocalized } from '@foyer/contract';
import { expect, test } from 'vitest';
import { chooseLanguage, type LanguageSources } from './languageOrder.ts';
import { languageCode, languageName } from './languageNames.ts';
import { regionalTag } from './regionalTag.ts';

const sources: LanguageSources = {
  supported: ['en', 'de', 'ar', 'pt-BR'],
  defaultLocale: 'en',
  query: [],
  stored: null,
  browser: undefined,
};

test('LANG-02a the URL comes first, if it names a supported language', () => {
  expect(chooseLanguage({ ...sources, query: ['ar'], stored: 'de', browser: 'de-DE' })).toBe('ar');
});

test('LANG-02b then the stored choice, if it is supported', () => {
  expect(chooseLanguage({ ...sources, query: ['xx'], stored: 'de', browser: 'ar' })).toBe('de');
  expect(chooseLanguage({ ...sources, stored: 'fr', browser: 'ar-EG' })).toBe('ar');
});

test("LANG-02c then the browser's first two letters, then the default", () => {
  expect(chooseLanguage({ ...sources, browser: 'DE-at' })).toBe('de');
  expect(chooseLanguage({ ...sources, browser: 'fr-FR' })).toBe('en');
  expect(chooseLanguage({ ...sources, browser: '', defaultLocale: 'ar' })).toBe('ar');
});

test.each([[['xx']], [['de', 'en']], [['']], [['<script>']], [['__proto__']]])(
  'LANG-02d a URL with `lang` %j has no effect',
  (query) => {
    expect(chooseLanguage({ ...sources, query, stored: 'ar' })).toBe('ar');
  },
);

test('LANG-02e the same language twice is still that language', () => {
  expect(chooseLanguage({ ...sources, query: ['de', 'de'] })).toBe('de');
});

test('AREA-06a a localized text falls back to the base language, the default, or the first entry', () => {
  const texts = (...locales: string[]) => locales.map((locale) => ({ locale }));
  expect(selectLocalized(texts('en', 'pt-BR', 'pt'), 'pt-BR')?.locale).toBe('pt-BR');
  expect(selectLocalized(texts('en', 'pt'), 'pt-BR')?.locale).toBe('pt');
  expect(selectLocalized(texts('fr', 'de'), 'ar', 'de')?.locale).toBe('de');
  expect(selectLocalized(texts('fr', 'it'), 'ar', 'de')?.locale).toBe('fr');
  expect(selectLocalized([], 'ar')).toBeUndefined();
});

test('HEAD-07a each language is named in itself', () => {
  expect(['en', 'de', 'ar', 'ts'].map(languageName)).toEqual(['English', 'Deutsch', 'العربية', 'Xitsonga']);
  expect(['en', 'pt-BR', 'ar'].map(languageCode)).toEqual(['EN', 'PT-BR', 'ع']);
});

test('a tag that no formatter accepts is skipped', () => {
  expect(regionalTag('en', ['en-US@posix', 'en-GB'])).toBe('en-GB-u-nu-latn');
  expect(regionalTag('en', ['en-US@posix', 'de-DE'])).toBe('en-u-nu-latn');
});

test('numbers have the same digits as the texts, whichever region the browser prefers', () => {
  for (const region of ['ar-EG', 'ar-SA', 'ar-MA'])
    expect(new Intl.NumberFormat(regionalTag('ar', [region])).format(25)).toBe('25');
});
