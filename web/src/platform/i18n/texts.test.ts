import { expect, test } from 'vitest';
import ar from './locales/ar/area.json';
import en from './locales/en/area.json';
import shell from './locales/en/shell.json';
import { translator } from './texts.ts';

test('a text is found by its path, and values are inserted unchanged', () => {
  const t = translator(shell, 'en');
  expect(t('header.home', { event: '$& {{event}} <b>' })).toBe('$& {{event}} <b>, home');
  expect(t('header.home')).toBe(', home');
});

test.each([
  ['en', 'Ada', 'Ada'],
  ['en', 'نور García', '\u2068نور García\u2069'],
  ['de', 'דנה', '\u2068דנה\u2069'],
  ['ar', 'نور', 'نور'],
  ['ar', 'Ada', '\u2068Ada\u2069'],
  ['ar', '17:00', '17:00'],
])('in %s, a value with letters of the other direction is isolated: %s', (language, name, expected) => {
  const t = translator({ typing: '{{name}} …' }, language);
  expect(t('typing', { name })).toBe(`${expected} …`);
});

test('a key without a text, or with a nested object, is returned itself', () => {
  const t = translator({ page: { login: 'Sign in' } }, 'en');
  expect(t('page.imprint')).toBe('page.imprint');
  expect(translator({ greeting: { x: 'y' } }, 'en')('greeting')).toBe('greeting');
  expect(t('title')).toBe('title');
});

test.each([
  [en, 'en', 0, '0 doors'],
  [en, 'en', 1, '1 door'],
  [en, 'en', 2, '2 doors'],
  [ar, 'ar', 0, ar.doors_zero],
  [ar, 'ar', 1, ar.doors_one],
  [ar, 'ar', 2, ar.doors_two],
  [ar, 'ar', 3, ar.doors_few.replace('{{count}}', '3')],
  [ar, 'ar', 11, ar.doors_many.replace('{{count}}', '11')],
  [ar, 'ar', 100, ar.doors_other.replace('{{count}}', '100')],
])('a count selects the plural form of its language: %#', (texts, language, count, expected) => {
  expect(translator(texts, language)('doors', { count })).toBe(expected);
});

test('a missing plural form falls back to "other"', () => {
  expect(translator({ doors_other: '{{count}} doors' }, 'en')('doors', { count: 1 })).toBe('1 doors');
});
