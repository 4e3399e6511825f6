import { expect, test } from 'vitest';
import { namespaces } from './namespaces.ts';

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<Texts>(
  ['./locales/*/*.json', '/src/{features,widgets,platform,ui}/**/{texts,bundledTexts}/*.json'],
  {
    import: 'default',
    eager: true,
  },
);
/** @param source a namespace of every page, or a folder of texts */
const read = (locale: string, source: string): Texts =>
  files[`./locales/${locale}/${source}.json`] ?? files[`/src/${source}/${locale}.json`] ?? {};

/** Keys without their plural forms, which differ between languages. */
function keysOf(texts: Texts, prefix = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${prefix}${key.replace(/_(zero|one|two|few|many|other)$/, '')}`]
      : keysOf(value, `${prefix}${key}.`),
  );
}
const textsOf = (texts: Texts): string[] =>
  Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : textsOf(value)));

const folders = new Set(Object.keys(files).flatMap((path) => /^\/src\/(.*)\//.exec(path)?.[1] ?? []));
const locales = ['en', 'de', 'ar'] as const;

test.each(
  locales.flatMap((locale) => [...namespaces, ...folders].map((source) => [locale, source] as const)),
)('%s has every text of %s, and none is empty', (locale, source) => {
  const unique = (texts: Texts) => [...new Set(keysOf(texts))].toSorted();
  expect(unique(read(locale, source))).toEqual(unique(read('en', source)));
  expect(textsOf(read(locale, source)).filter((text) => text.trim() === '')).toEqual([]);
});

test.each([
  ['en', /\bsign(ed|s|ing)?[ -](in|out)\b/i],
  ['de', /\b(ein|aus)(ge)?log/i],
] as const)('%s uses one term for logging in and out', (locale, other) => {
  const allTexts = Object.entries(files)
    .filter(([path]) => path.startsWith(`./locales/${locale}/`) || path.endsWith(`/${locale}.json`))
    .flatMap(([, texts]) => textsOf(texts));
  expect(allTexts.filter((text) => other.test(text))).toEqual([]);
});
