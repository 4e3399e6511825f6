/** The language machinery: texts come as one chunk for each language, and a change shows at once, without a reload. */
import { defaultLocale, rightToLeftLocales, type Locale } from '@foyer/contract/limits';
import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { browserStorage } from '../storage/browserStorage.ts';
import { useUi } from '../state/ui.ts';
import { chooseLanguage } from './languageOrder.ts';
import { namespaces, type LateNamespace } from './namespaces.ts';
import type area from './locales/en/area.json';
import type login from './locales/en/login.json';
import type profile from './locales/en/profile.json';
import type shell from './locales/en/shell.json';
import type widgets from './locales/en/widgets.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      shell: typeof shell;
      area: typeof area;
      widgets: typeof widgets;
      login: typeof login;
      profile: typeof profile;
    };
  }
}

export const languageStorageKey = 'foyer.language';

type Texts = { readonly [key: string]: string | Texts };
const files = import.meta.glob<Texts>('./locales/*/*.json', { import: 'default' });

/** The locale whose texts are shown for a language: its own, its base language's, or the default's. */
function localeWithTexts(language: string): string {
  const candidates = [language, language.split('-')[0] ?? language, defaultLocale];
  return candidates.find((locale) => `./locales/${locale}/shell.json` in files) ?? defaultLocale;
}

const wantedLate = new Set<LateNamespace>();

async function loadTexts(instance: I18n, language: string): Promise<void> {
  const locale = localeWithTexts(language);
  const load = async (namespace: string) => {
    if (instance.hasResourceBundle(language, namespace)) return;
    const texts = await files[`./locales/${locale}/${namespace}.json`]?.();
    if (texts) instance.addResourceBundle(language, namespace, texts);
  };
  await Promise.all([...namespaces, ...wantedLate].map(load));
}

export const i18n: I18n = createInstance();

/** Brings the texts of a page, now and with every language that is chosen from now on. */
export async function loadLateTexts(namespace: LateNamespace): Promise<void> {
  wantedLate.add(namespace);
  await loadTexts(i18n, i18n.language);
}

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  rightToLeftLocales.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

function showLanguage(language: string): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

async function changeLanguage(language: string): Promise<void> {
  await loadTexts(i18n, language);
  await i18n.changeLanguage(language);
  showLanguage(language);
}

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
  const language = preferred(supportedLanguages(), defaultLocale);
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: namespaces,
    defaultNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  await changeLanguage(language);
}

/** Chooses again, now that the venue's languages are known. */
export async function applyConfiguredLanguages(): Promise<void> {
  const configured = useUi.getState().uiConfig?.i18n;
  if (!configured || configured.supportedLocales.length === 0) return;
  const language = preferred(configured.supportedLocales, configured.defaultLocale);
  if (language !== i18n.language) await changeLanguage(language);
}

/** A person's choice: shown at once and remembered. */
export async function setLanguage(language: Locale): Promise<void> {
  browserStorage.set(languageStorageKey, language);
  await changeLanguage(language);
}
