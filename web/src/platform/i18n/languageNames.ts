/** A language by its own name, as a person looks for it in a list. */
const own: Readonly<Record<string, string>> = { ts: 'Xitsonga' };

export function languageName(language: string): string {
  const known = own[language];
  if (known) return known;
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** As short as it stands in the header. */
export const languageCode = (language: string): string => (language === 'ar' ? 'ع' : language.toUpperCase());
