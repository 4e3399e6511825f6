/** Selects the language of a page before its script runs (LANG-02, as far as the server can know). */
import type { IncomingHttpHeaders } from 'node:http';
import { rightToLeftLocales, type Locale } from '@foyer/contract';
import { BoundedMap } from '#platform/boundedMap';
import type { Config } from '#platform/config/config';

/** `?lang` if supported, else the first supported language that the browser accepts, else the default. */
export function selectLanguage(
  query: URLSearchParams | undefined,
  headers: IncomingHttpHeaders,
  locales: Config['locales'],
): Locale {
  const supported = (name: string | undefined) => locales.supported.find((candidate) => candidate === name);
  const requested = query?.getAll('lang') ?? [];
  const byQuery = requested.length === 1 ? supported(requested[0]) : undefined;
  if (byQuery !== undefined) return byQuery;
  for (const name of acceptedLanguages(headers['accept-language'])) {
    const found = supported(name.slice(0, 2));
    if (found !== undefined) return found;
  }
  return locales.default;
}

const acceptedLanguagesCache = new BoundedMap<string, readonly string[]>(200);

/** The languages of an Accept-Language header in lower case, sorted by weight. */
function acceptedLanguages(header: string | undefined): readonly string[] {
  if (header === undefined || header === '') return [];
  const cached = acceptedLanguagesCache.get(header);
  if (cached !== undefined) return cached;
  const names = header
    .toLowerCase()
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
      return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
    })
    .filter(({ name, weight }) => name !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ name }) => name);
  if (header.length < 300) acceptedLanguagesCache.set(header, names);
  return names;
}

export const textDirection = (language: Locale): 'rtl' | 'ltr' =>
  rightToLeftLocales.includes(language) ? 'rtl' : 'ltr';
