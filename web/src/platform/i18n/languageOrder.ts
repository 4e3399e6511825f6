/** Which language the interface speaks (LANG-02). Pure: everything it looks at is passed in. */

export interface LanguageSources {
  readonly supported: readonly string[];
  readonly defaultLocale: string;
  /** The `lang` values of the address, as often as they stand there. */
  readonly query: readonly string[];
  readonly stored: string | null;
  /** As in `navigator.language`. */
  readonly browser: string | undefined;
}

/** `lang` of the address if supported, else the stored one, else the browser's first two letters, else the default. */
export function chooseLanguage({
  supported,
  defaultLocale,
  query,
  stored,
  browser,
}: LanguageSources): string {
  const wanted = [
    // Two different values say nothing clear, so the next source decides.
    new Set(query).size === 1 ? query[0] : undefined,
    stored,
    browser?.slice(0, 2).toLowerCase(),
  ];
  return (
    wanted.find((language) => typeof language === 'string' && supported.includes(language)) ?? defaultLocale
  );
}
