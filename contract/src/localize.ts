/** The entry of a list that a person reads in their language. */
import type { LocalizedText } from './localized.ts';

/**
 * The entry for a language: the language itself, else its base language, else the default locale, else the first.
 * Undefined only for an empty list.
 */
export function localized<T extends { locale: string }>(
  entries: readonly T[],
  language: string,
  fallback = 'en',
): T | undefined {
  const base = language.split('-')[0];
  const find = (wanted: string | undefined) => entries.find((entry) => entry.locale === wanted);
  return find(language) ?? find(base) ?? find(fallback) ?? entries[0];
}

/** `localized` for texts: the text itself, '' where there is none. */
export const localizedTextOf = (
  entries: readonly LocalizedText[],
  language: string,
  fallback?: string,
): string => localized(entries, language, fallback)?.text ?? '';
