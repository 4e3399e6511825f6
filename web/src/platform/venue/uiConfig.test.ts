import { expect, test } from 'vitest';
import { readUiConfig } from './uiConfig.ts';

const good = {
  i18n: { defaultLocale: 'en', supportedLocales: ['en', 'de'] },
  features: { userPresence: false },
  firebase: { backend: 'embedded' },
};
const read = (value: unknown) => () => readUiConfig(JSON.stringify(value));

test('ERROR-06a a configuration that is whole is read', () => {
  expect(read(good)()).toMatchObject({ i18n: { supportedLocales: ['en', 'de'] }, features: { ai: false } });
});

test('ERROR-06b without its firebase section: Failed to retrieve Firebase app configuration', () => {
  const { firebase: _, ...rest } = good;
  expect(read(rest)).toThrow('Failed to retrieve Firebase app configuration');
  expect(read({ ...good, firebase: null })).toThrow('Failed to retrieve Firebase app configuration');
});

test.each(['<!doctype html><title>Sign in to this network</title>', '', 'null', '[]', '{'])(
  'ERROR-06c %j is no configuration: it must be next to the index page',
  (text) => {
    expect(() => readUiConfig(text)).toThrow('must be next to the index page');
  },
);

test('ERROR-06d another fault is named by its place', () => {
  expect(read({ ...good, features: {} })).toThrow('features.userPresence');
});

test('LANG-03b a language that is not known is left out, and none at all is read as none', () => {
  expect(
    read({ ...good, i18n: { defaultLocale: 'en', supportedLocales: ['en', 'xx', 7] } })().i18n
      .supportedLocales,
  ).toEqual(['en']);
  expect(
    read({ ...good, i18n: { defaultLocale: 'en', supportedLocales: [] } })().i18n.supportedLocales,
  ).toEqual([]);
});
