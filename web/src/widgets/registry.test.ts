import { builtWidgetTypes } from '@foyer/contract/widget';
import { expect, test } from 'vitest';
import ar from '../platform/i18n/locales/ar/widgets.json';
import de from '../platform/i18n/locales/de/widgets.json';
import en from '../platform/i18n/locales/en/widgets.json';
import { entryOf, registry } from './registry.ts';

test('the registry has exactly the types that the contract calls built', () => {
  expect(Object.keys(registry).sort()).toEqual([...builtWidgetTypes].sort());
});

test('each registered type has its icon, its texts in every language and a component', async () => {
  for (const type of builtWidgetTypes) {
    const entry = entryOf(type);
    expect(entry?.icon).toContain('<svg');
    for (const texts of [en, de, ar]) {
      expect(texts.types).toHaveProperty(type);
      expect(texts.verbs).toHaveProperty(entry?.verb ?? '?');
    }
    expect(typeof (await entry?.load())?.default).toBe('function');
  }
});

const keysOf = (texts: object, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'object' ? keysOf(value as object, `${path}${key}.`) : [`${path}${key}`],
  );
/** Languages count differently: `areas_one` and `areas_few` are the same text. */
const known = (texts: object): string[] =>
  [...new Set(keysOf(texts).map((key) => key.replace(/_(zero|one|two|few|many|other)$/, '')))].sort();

test('every text of the widgets stands in English, German and Arabic', () => {
  expect(known(de)).toEqual(known(en));
  expect(known(ar)).toEqual(known(en));
});
