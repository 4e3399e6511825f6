import { regionalTag } from './regionalTag.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** The format of numbers in a language. Created once: each component of a long list formats numbers. */
export function numberFormat(language: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.NumberFormat([regionalTag(language), 'en'], options);
  formats.set(key, known);
  return known;
}
