import { regionalTag } from './regionalTag.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The format of dates and times in a language. Made once: that takes as long as formatting some fifty dates. */
export function dateTimeFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat([regionalTag(language), 'en'], options);
  formats.set(key, known);
  return known;
}
