/** Selects the entry of a localized list for a language. */
import type { LocalizedText } from './localized.ts';

/**
 * The entry for a language, else for its base language, else for the default locale, else the first entry. Undefined
 * only for an empty list.
 */
export function selectLocalized<T extends { locale: string }>(
  entries: readonly T[],
  language: string,
  fallback = 'en',
): T | undefined {
  const base = language.split('-')[0];
  const find = (wanted: string | undefined) => entries.find((entry) => entry.locale === wanted);
  return find(language) ?? find(base) ?? find(fallback) ?? entries[0];
}

/** `localized` for texts: the text itself, or '' for an empty list. */
export const selectLocalizedText = (
  entries: readonly LocalizedText[],
  language: string,
  fallback?: string,
): string => selectLocalized(entries, language, fallback)?.text ?? '';
