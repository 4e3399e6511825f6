/** Chooses the language of the interface (LANG-02). Pure. */

export interface LanguageSources {
  readonly supported: readonly string[];
  readonly defaultLocale: string;
  /** All `lang` values of the URL. */
  readonly query: readonly string[];
  readonly stored: string | null;
  /** From `navigator.language`. */
  readonly browser: string | undefined;
}

/** `lang` of the URL if supported, else the stored one, else the browser's first two letters, else the default. */
export function chooseLanguage({
  supported,
  defaultLocale,
  query,
  stored,
  browser,
}: LanguageSources): string {
  const candidates = [
    // Contradictory values are ignored; the next source decides.
    new Set(query).size === 1 ? query[0] : undefined,
    stored,
    browser?.slice(0, 2).toLowerCase(),
  ];
  return (
    candidates.find((language) => typeof language === 'string' && supported.includes(language)) ??
    defaultLocale
  );
}
