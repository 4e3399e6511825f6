/** The languages of Zoom's interface, by ours; it has no other. */
const languages: Readonly<Record<string, string>> = {
  de: 'de-DE',
  es: 'es-ES',
  fr: 'fr-FR',
  id: 'id-ID',
  it: 'it-IT',
  ja: 'ja-JP',
  ko: 'ko-KR',
  nl: 'nl-NL',
  pl: 'pl-PL',
  pt: 'pt-PT',
  ru: 'ru-RU',
  sv: 'sv-SE',
  tr: 'tr-TR',
  vi: 'vi-VN',
  zh: 'zh-CN',
};

/** @param language a language of the venue, such as `de` or `de-CH` */
export function zoomLanguage(language: string): string {
  if (/^zh-(Hant|TW|HK)/.test(language)) return 'zh-TW';
  return languages[language.split('-')[0] ?? ''] ?? 'en-US';
}
