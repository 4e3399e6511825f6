import { builtWidgetTypes, widgetManifests, widgetVerbs } from '@foyer/contract/widget';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Texts } from '../../platform/i18n/texts.ts';
import { entryOf } from './registry.ts';

const languages = Object.keys(import.meta.glob('../../platform/i18n/locales/language-*.ts')).map(
  (path) => /language-(.+)\.ts$/.exec(path)?.[1] ?? path,
);
const commonTexts = import.meta.glob<Texts>('../../platform/i18n/locales/*/widgets.json', {
  eager: true,
  import: 'default',
});
const files = [...Object.keys(import.meta.glob('../*/**')), ...Object.keys(import.meta.glob('../*/*.css'))];
/** The folders of types; the others, such as `registry`, begin with a small letter. */
const folders = [...new Set(files.map((path) => path.split('/')[1] ?? ''))].filter((folder) =>
  /^[A-Z]/.test(folder),
);
const ownTexts = import.meta.glob<Texts>('../*/texts/*.json', { eager: true, import: 'default' });
const textsOf = (folder: string, language: string): Texts | undefined =>
  ownTexts[`../${folder}/texts/${language}.json`];

/** Keys of texts that are not empty, without plural suffixes, which differ between languages. */
const keysIn = (texts: Texts | undefined, path = ''): string[] =>
  Object.entries(texts ?? {}).flatMap(([key, value]) => {
    if (typeof value === 'object') return keysIn(value, `${path}${key}.`);
    return value.trim() === '' ? [] : [path + key.replace(/_(zero|one|two|few|many|other)$/, '')];
  });

const missingIn = (folder: string, language: string): string[] => {
  const present = new Set(keysIn(textsOf(folder, language)));
  const expected = new Set(languages.flatMap((other) => keysIn(textsOf(folder, other))));
  return [...expected].filter((key) => !present.has(key));
};

/** The page of a server whose operator has switched nothing on. */
beforeAll(() => void vi.stubGlobal('document', { querySelector: () => null }));

test('each built type has its folder in web/src/widgets, and each folder its manifest', () => {
  const errors = [
    ...builtWidgetTypes
      .filter((type) => !entryOf(type))
      .map((type) => `${type} is built, but web/src/widgets/${type}/entry.ts is missing`),
    ...folders
      .filter((folder) => !widgetManifests.some(({ type }) => type === folder))
      .map((folder) => `web/src/widgets/${folder} has no manifest contract/src/widgets/${folder}.ts`),
    ...widgetManifests
      .filter(({ type, ...rest }) => folders.includes(type) && !('built' in rest))
      .map(({ type }) => `web/src/widgets/${type} exists, but its manifest does not say "built: true"`),
  ];
  expect(errors).toEqual([]);
});

test('the texts of each widget exist in each language of the interface', () => {
  const errors = folders.flatMap((folder) =>
    languages.flatMap((language) => [
      ...missingIn(folder, language).map(
        (key) => `web/src/widgets/${folder}/texts/${language}.json has no text "${key}"`,
      ),
      ...(entryOf(folder as (typeof builtWidgetTypes)[number])?.names[language]
        ? []
        : [`"names" in web/src/widgets/${folder}/entry.ts has no ${language}`]),
    ]),
  );
  expect(errors).toEqual([]);
});

test('the count of each widget has every plural form of each language', () => {
  const errors = builtWidgetTypes.flatMap((type) => {
    const count = entryOf(type)?.count;
    const all = { count: count?.texts, newItems: count?.newItems?.texts };
    return Object.entries(all).flatMap(([name, texts]) =>
      languages.flatMap((language) =>
        new Intl.PluralRules(language)
          .resolvedOptions()
          .pluralCategories.filter((form) => texts && !texts[language]?.[form])
          .map((form) => `"${name}" in web/src/widgets/${type}/entry.ts has no ${form} in ${language}`),
      ),
    );
  });
  expect(errors).toEqual([]);
});

test('each verb has its text in each language', () => {
  const errors = languages.flatMap((language) => {
    const path = `../../platform/i18n/locales/${language}/widgets.json`;
    const verbs = keysIn(commonTexts[path]);
    return widgetVerbs
      .filter((verb) => !verbs.includes(`verbs.${verb}`))
      .map((verb) => `${path} has no text "verbs.${verb}"`);
  });
  expect(errors).toEqual([]);
});

test.each(builtWidgetTypes)('%s has an icon and a component', async (type) => {
  const entry = entryOf(type);
  expect(entry, `web/src/widgets/${type}/entry.ts`).toBeDefined();
  expect(entry?.icon).toContain('<svg');
  expect(typeof (await entry?.load())?.default).toBe('function');
});
