/** The names of languages. */
/** Names that browsers do not know. */
const names: Readonly<Record<string, string>> = { ts: 'Xitsonga' };

export function languageNameIn(displayLanguage: string, language: string): string {
  const known = names[language];
  if (known) return known;
  const name = new Intl.DisplayNames([displayLanguage], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(displayLanguage) + name.slice(1);
}

/** The name of a language in that language, for the list of languages. */
export const languageName = (language: string): string => languageNameIn(language, language);

/** The short form in the header. */
export const languageCode = (language: string): string => (language === 'ar' ? 'ع' : language.toUpperCase());
