import { expect, test } from 'vitest';
import { namespaces } from './namespaces.ts';

type Texts = { [key: string]: string | Texts };
const files = import.meta.glob<Texts>(['./locales/*/*.json', '../../features/*/texts/*.json'], {
  import: 'default',
  eager: true,
});
const featureTexts = (locale: string, namespace: string) =>
  `../../features/${namespace}/texts/${locale}.json`;
const read = (locale: string, namespace: string): Texts =>
  files[`./locales/${locale}/${namespace}.json`] ?? files[featureTexts(locale, namespace)] ?? {};

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

const namespacesOfFeatures = new Set(
  Object.keys(files).flatMap((path) => /features\/(\w+)\//.exec(path)?.[1] ?? []),
);
const locales = ['en', 'de', 'ar'] as const;

test.each(
  locales.flatMap((locale) =>
    [...namespaces, ...namespacesOfFeatures].map((namespace) => [locale, namespace] as const),
  ),
)('%s has every text of %s, and none is empty', (locale, namespace) => {
  const unique = (texts: Texts) => [...new Set(keysOf(texts))].toSorted();
  expect(unique(read(locale, namespace))).toEqual(unique(read('en', namespace)));
  expect(textsOf(read(locale, namespace)).filter((text) => text.trim() === '')).toEqual([]);
});

test.each([
  ['en', /\bsign(ed|s|ing)?[ -](in|out)\b/i],
  ['de', /\b(ein|aus)(ge)?log/i],
] as const)('%s uses one term for logging in and out', (locale, other) => {
  const allTexts = Object.entries(files)
    .filter(([path]) => path.startsWith(`./locales/${locale}/`) || path.endsWith(`/texts/${locale}.json`))
    .flatMap(([, texts]) => textsOf(texts));
  expect(allTexts.filter((text) => other.test(text))).toEqual([]);
});
