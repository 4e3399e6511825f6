/** Looks up texts by key, inserts values and selects plural forms. The keys are typed by the English texts. */
import { rightToLeftLocales } from '@foyer/contract/limits';
import type area from './locales/en/area.json';
import type login from './locales/en/login.json';
import type shell from './locales/en/shell.json';
import type widgets from './locales/en/widgets.json';
import type { namespaces } from './namespaces.ts';

/**
 * The English texts of the features, in `features/<namespace>/texts/<language>.json`, which `loadLazyTexts` loads on demand.
 * Each feature adds its namespace in `texts/namespace.ts`.
 */
export interface FeatureTexts {}
export type LazyNamespace = keyof FeatureTexts;

interface English extends FeatureTexts {
  readonly shell: typeof shell;
  readonly area: typeof area;
  readonly widgets: typeof widgets;
  readonly login: typeof login;
}

export type Namespace = (typeof namespaces)[number] | LazyNamespace;
export type Texts = { readonly [key: string]: string | Texts };

/** Removes the plural form from a key: languages have different forms. */
type WithoutForm<Key extends string> =
  Key extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : Key;

/** The keys of texts, as paths. */
export type KeysIn<T> = {
  [Key in keyof T & string]: T[Key] extends string ? WithoutForm<Key> : `${Key}.${KeysIn<T[Key]>}`;
}[keyof T & string];

export type TextKey<N extends Namespace> = KeysIn<English[N]>;

/** The values for placeholders such as `{{name}}`; `count` also selects the plural form. */
export type Values = Readonly<Record<string, string | number | undefined>>;

/** Returns the plain text of a key in the current language, or the key itself if there is none. */
export type TranslateKey<Key extends string> = (key: Key, values?: Values) => string;
export type Translate<N extends Namespace> = TranslateKey<TextKey<N>>;

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  rightToLeftLocales.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

function lookUp(texts: Texts, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Texts | undefined>(
      (inside, part) => (typeof inside === 'object' ? inside[part] : undefined),
      texts,
    );
  return typeof found === 'string' ? found : undefined;
}

/** The blocks of the letters that are written from right to left (Unicode's bidi classes R and AL). */
const rightToLeftBlocks =
  '\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufeff\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
const oppositeLetters = {
  ltr: new RegExp(`[${rightToLeftBlocks}]`, 'u'),
  rtl: new RegExp(`(?![${rightToLeftBlocks}])\\p{L}`, 'u'),
};

/**
 * Puts Unicode's isolates (FSI, PDI) around a value that has letters of the other direction than the text. Without them
 * an Arabic name at the start of an English sentence would mix with the words after it. Not `<bdi>`: texts are also
 * labels, titles and notifications.
 */
export const isolate = (value: string, language: string): string =>
  oppositeLetters[directionOf(language)].test(value) ? `\u2068${value}\u2069` : value;

const insertValues = (text: string, values: Values, language: string): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => isolate(String(values[name] ?? ''), language));

export function translator(texts: Texts, language: string): TranslateKey<string> {
  // Most components have no plurals, and there is a translator per component.
  let forms: Intl.PluralRules | undefined;
  const pluralText = (key: string, count: number) => {
    forms ??= new Intl.PluralRules(language);
    return lookUp(texts, `${key}_${forms.select(count)}`) ?? lookUp(texts, `${key}_other`);
  };
  return (key, values = {}) => {
    const { count } = values;
    const text = typeof count === 'number' ? pluralText(key, count) : undefined;
    return insertValues(text ?? lookUp(texts, key) ?? key, values, language);
  };
}
