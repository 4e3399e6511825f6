/** The language machinery: texts come as one chunk for each language, and a change shows at once, without a reload. */
import { defaultLocale, rightToLeftLocales, type Locale } from '@foyer/contract/limits';
import { create } from 'zustand';
import { browserStorage } from '../storage/browserStorage.ts';
import { useUi } from '../state/ui.ts';
import { chooseLanguage } from './languageOrder.ts';
import type { LazyNamespace } from './namespaces.ts';
import { translator, type Namespace, type Texts, type Translate } from './texts.ts';

export const languageStorageKey = 'foyer.language';

export interface ShownTexts {
  /** '' until the first texts have come. */
  readonly language: string;
  readonly texts: Readonly<Partial<Record<Namespace, Texts>>>;
}

/** What the interface speaks now. */
export const useTexts = create<ShownTexts>(() => ({ language: '', texts: {} }));

export const currentLanguage = (): string => useTexts.getState().language;

/** For what speaks outside of a component. */
export function translate<N extends Namespace>(namespace: N): Translate<N> {
  const { language, texts } = useTexts.getState();
  return translator(texts[namespace] ?? {}, language || defaultLocale);
}

/** The namespaces of a language that come together. */
const languages = import.meta.glob<Readonly<Record<string, Texts>>>('./locales/language-*.ts');
/** Those that come late: all of `lazyNamespaces`. */
const lazyFiles = import.meta.glob<Texts>('./locales/*/{profile,presence,chat,call}.json', {
  import: 'default',
});

/** The locale whose texts are shown for a language: its own, its base language's, or the default's. */
export function languageOfTexts(language: string): string {
  const candidates = [language, language.split('-')[0] ?? language, defaultLocale];
  return candidates.find((locale) => `./locales/language-${locale}.ts` in languages) ?? defaultLocale;
}

const requestedLazy = new Set<LazyNamespace>();
/** The language asked for last: texts of another one may come later, and are not shown. */
let requested = '';

async function changeLanguage(language: string): Promise<void> {
  requested = language;
  const locale = languageOfTexts(language);
  const loadLate = async (namespace: LazyNamespace) =>
    [namespace, await lazyFiles[`./locales/${locale}/${namespace}.json`]?.()] as const;
  const [common, ...late] = await Promise.all([
    languages[`./locales/language-${locale}.ts`]?.(),
    ...[...requestedLazy].map(loadLate),
  ]);
  const loaded = { ...common, ...Object.fromEntries(late) };
  if (requested !== language) return;
  // What was asked for later may have come earlier.
  useTexts.setState((shown) => ({
    language,
    texts: shown.language === language ? { ...shown.texts, ...loaded } : loaded,
  }));
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Brings the texts of a page, now and with every language that is chosen from now on. */
export async function loadLazyTexts(namespace: LazyNamespace): Promise<void> {
  if (requestedLazy.has(namespace) && useTexts.getState().texts[namespace]) return;
  requestedLazy.add(namespace);
  await changeLanguage(requested);
}

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  rightToLeftLocales.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

/** The languages of this venue; before the configuration is known, those that have texts here. */
export const supportedLanguages = (): readonly Locale[] =>
  useUi.getState().uiConfig?.i18n.supportedLocales ?? ['en', 'de', 'ar'];

const preferred = (supported: readonly string[], fallback: string): string =>
  chooseLanguage({
    supported,
    defaultLocale: fallback,
    query: new URLSearchParams(location.search).getAll('lang'),
    stored: browserStorage.get(languageStorageKey),
    browser: navigator.language,
  });

/** Starts with the language that is likely right, so that the first text needs no configuration. */
export async function startI18n(): Promise<void> {
  await changeLanguage(preferred(supportedLanguages(), defaultLocale));
}

/** Chooses again, now that the venue's languages are known. */
export async function applyConfiguredLanguages(): Promise<void> {
  const configured = useUi.getState().uiConfig?.i18n;
  if (!configured || configured.supportedLocales.length === 0) return;
  const language = preferred(configured.supportedLocales, configured.defaultLocale);
  if (language !== requested) await changeLanguage(language);
}

/** A person's choice: shown at once and remembered. */
export async function setLanguage(language: Locale): Promise<void> {
  browserStorage.set(languageStorageKey, language);
  await changeLanguage(language);
}
