import { expect, test } from 'vitest';
import { readUiConfig } from './uiConfig.ts';

const complete = {
  i18n: { defaultLocale: 'en', supportedLocales: ['en', 'de'] },
  features: { userPresence: false },
  firebase: { backend: 'embedded' },
};
const read = (value: unknown) => () => readUiConfig(JSON.stringify(value));

test('ERROR-06a a complete configuration is accepted', () => {
  expect(read(complete)()).toMatchObject({
    i18n: { supportedLocales: ['en', 'de'] },
    features: { ai: false },
  });
});

test('ERROR-06b a configuration without a firebase section is reported as missing Firebase configuration', () => {
  const { firebase: _, ...rest } = complete;
  expect(read(rest)).toThrow('Failed to retrieve Firebase app configuration');
  expect(read({ ...complete, firebase: null })).toThrow('Failed to retrieve Firebase app configuration');
});

test.each(['<!doctype html><title>Sign in to this network</title>', '', 'null', '[]', '{'])(
  'ERROR-06c %j is reported as a configuration file that is not next to the index page',
  (text) => {
    expect(() => readUiConfig(text)).toThrow('must be next to the index page');
  },
);

test('ERROR-06d any other error is reported with its path', () => {
  expect(read({ ...complete, features: {} })).toThrow('features.userPresence');
});

test('LANG-03b an unsupported language is dropped, and an empty list stays empty', () => {
  expect(
    read({ ...complete, i18n: { defaultLocale: 'en', supportedLocales: ['en', 'xx', 7] } })().i18n
      .supportedLocales,
  ).toEqual(['en']);
  expect(
    read({ ...complete, i18n: { defaultLocale: 'en', supportedLocales: [] } })().i18n.supportedLocales,
  ).toEqual([]);
});
