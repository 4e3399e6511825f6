/** The name of a language in that language, for the list of languages. */
/** Names that browsers do not know. */
const names: Readonly<Record<string, string>> = { ts: 'Xitsonga' };

export function languageName(language: string): string {
  const known = names[language];
  if (known) return known;
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The short form in the header. */
export const languageCode = (language: string): string => (language === 'ar' ? 'ع' : language.toUpperCase());
