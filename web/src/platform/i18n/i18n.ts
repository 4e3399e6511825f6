/** Loads the texts of the interface, one chunk per language. A change of the language is shown without a reload. */
import { defaultLocale, type Locale } from '@foyer/contract/limits';
import { create } from 'zustand';
import { importWithRetry } from '../loading/importWithRetry.ts';
import { logError } from '../log.ts';
import { browserStorage } from '../storage/browserStorage.ts';
import { useUi } from '../state/ui.ts';
import { backoffDelay, firstLoadBackoff } from '../time/retryTimer.ts';
import { delay } from '../time/timers.ts';
import { chooseLanguage } from './languageOrder.ts';
import type { LazyNamespace } from './texts.ts';
import { directionOf, translator, type Namespace, type Texts, type Translate } from './texts.ts';

export const languageStorageKey = 'foyer.language';

export interface ShownTexts {
  /** '' until the first texts are loaded. */
  readonly language: string;
  readonly texts: Readonly<Partial<Record<Namespace, Texts>>>;
}

/** The language and texts that are shown now. */
export const useTexts = create<ShownTexts>(() => ({ language: '', texts: {} }));

export const currentLanguage = (): string => useTexts.getState().language;

/** Texts outside of components. */
export function translate<N extends Namespace>(namespace: N): Translate<N> {
  const { language, texts } = useTexts.getState();
  return translator(texts[namespace] ?? {}, language || defaultLocale);
}

interface LanguageFile {
  readonly common: Readonly<Record<string, Texts>>;
  /** By the paths of their files. */
  readonly features: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>>;
}

/** The namespaces of a language that are loaded together, and the imports of the others. */
const languages = import.meta.glob<LanguageFile>('./locales/language-*.ts');

/** The locale whose texts are used for a language: its own, its base language's, or the default. */
export function languageOfTexts(language: string): string {
  const candidates = [language, language.split('-')[0] ?? language, defaultLocale];
  return candidates.find((locale) => `./locales/language-${locale}.ts` in languages) ?? defaultLocale;
}

const requestedLazy = new Set<LazyNamespace>();
/** The language that was requested last. Texts of another language that arrive later are ignored. */
let requested = '';

/** Rejects if the texts cannot be downloaded; the language stays as it was. */
async function changeLanguage(language: string): Promise<void> {
  const before = requested;
  requested = language;
  try {
    await showLanguage(language);
  } catch (error) {
    // A later attempt must not count as made already.
    if (requested === language) requested = currentLanguage() || before;
    throw error;
  }
}

async function showLanguage(language: string): Promise<void> {
  const locale = languageOfTexts(language);
  const loadFile = languages[`./locales/language-${locale}.ts`];
  const file = loadFile && (await importWithRetry(loadFile));
  const loadNamespace = async (namespace: LazyNamespace) => {
    const load = file?.features[`../../../features/${namespace}/texts/${locale}.json`];
    return [namespace, load && (await importWithRetry(load)).default] as const;
  };
  const lazy = await Promise.all([...requestedLazy].map(loadNamespace));
  const loaded = { ...file?.common, ...Object.fromEntries(lazy) };
  // The first texts are always shown: the download of a language that was requested later may fail.
  if (requested !== language && currentLanguage() !== '') return;
  // Texts of a later call may have arrived earlier.
  useTexts.setState((shown) => ({
    language,
    texts: shown.language === language ? { ...shown.texts, ...loaded } : loaded,
  }));
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Loads a lazy namespace, now and whenever the language changes. Resolves when its texts are shown. */
export async function loadLazyTexts(namespace: LazyNamespace): Promise<void> {
  if (requestedLazy.has(namespace) && useTexts.getState().texts[namespace]) return;
  requestedLazy.add(namespace);
  let language: string;
  do {
    language = requested;
    await changeLanguage(language);
    // If the language has changed meanwhile, these texts were ignored.
  } while (language !== requested);
}

/** The languages of this venue; before the configuration is loaded, those that have texts. */
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

/**
 * Starts with the most likely language, so that the first texts need not wait for the configuration. Without texts no
 * error could be shown, so their download is repeated until it succeeds.
 */
export async function startI18n(): Promise<void> {
  const language = preferred(supportedLanguages(), defaultLocale);
  for (;;) {
    try {
      await changeLanguage(language);
      return;
    } catch (error) {
      logError('LANGUAGE', 'texts could not be downloaded', error);
      await delay(backoffDelay(firstLoadBackoff, 0));
    }
  }
}

/** Chooses the language again when the venue's languages are known. */
export async function applyConfiguredLanguages(): Promise<void> {
  const configured = useUi.getState().uiConfig?.i18n;
  if (!configured || configured.supportedLocales.length === 0) return;
  const language = preferred(configured.supportedLocales, configured.defaultLocale);
  if (language !== requested) await changeLanguage(language);
}

/**
 * Sets and stores the user's choice.
 * @throws if its texts cannot be downloaded: the language stays
 */
export async function setLanguage(language: Locale): Promise<void> {
  try {
    await changeLanguage(language);
    if (requested === language) browserStorage.set(languageStorageKey, language);
  } catch (error) {
    logError('LANGUAGE', 'texts could not be downloaded', error);
    throw error;
  }
}
