import { defaultLocale, selectLocalized, type Locale, type LocalizedText } from '@foyer/contract';
import { useCallback } from 'react';
import { showNotDownloaded } from '../loading/showNotDownloaded.ts';
import { useUi } from '../state/ui.ts';
import { useVisit } from '../visit/VisitProvider.tsx';
import { setLanguage, useTexts } from './i18n.ts';
import { directionOf } from './texts.ts';

const none: readonly Locale[] = [];

/** The current language, the supported ones, the text direction, and the setter. */
export function useLanguage() {
  const language = useTexts((words) => words.language);
  const supported = useUi((state) => state.uiConfig?.i18n.supportedLocales ?? none);
  const visit = useVisit();
  return {
    language,
    supported,
    direction: directionOf(language),
    setLanguage: (next: Locale) => setLanguage(next).catch(() => showNotDownloaded(visit)),
  };
}

/** Selects the entry of a localized list for the current language (AREA-06). */
export function useLocalizedEntry() {
  const { language } = useLanguage();
  const fallback = useUi((state) => state.uiConfig?.i18n.defaultLocale ?? defaultLocale);
  return useCallback(
    <T extends { locale: string }>(entries: readonly T[] | undefined): T | undefined =>
      selectLocalized(entries ?? [], language, fallback),
    [language, fallback],
  );
}

/** Selects the text of a localized list for the current language, '' if there is none. */
export function useLocalized(): (texts: readonly LocalizedText[] | undefined) => string {
  const entry = useLocalizedEntry();
  return useCallback((texts) => entry(texts)?.text ?? '', [entry]);
}
