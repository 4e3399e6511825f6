/** The small values that entities are made of: ids, colours, addresses, localized texts, moments. */
import * as z from 'zod/mini';
import { idLength, locales, richTextLength, textLength, urlLength } from './limits.ts';

const noNul = z.refine<string>((value) => !value.includes('\u0000'), 'contains the character U+0000');

/** An id: letters, digits, `.`, `_`, `-`, not starting with a point; safe in paths and file names. */
export const id = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(idLength),
    z.regex(
      /^(?!__proto__$|constructor$|prototype$)[A-Za-z0-9_-][A-Za-z0-9._-]*$/,
      'is not an id (letters, digits, . _ -)',
    ),
  );

export const text = z.string().check(z.maxLength(textLength), noNul);
export const richText = z.string().check(z.maxLength(richTextLength), noNul);

export const locale = z.enum(locales);

/** A hexadecimal colour: the only form that reaches a style sheet. */
export const colour = z
  .string()
  .check(z.regex(/^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'is not a colour (#RGB or #RRGGBB)'));

const privateHost =
  /^(localhost|.*\.localhost|.*\.local|.*\.internal|.*\.intranet|.*\.lan|.*\.home\.arpa|0\..*|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|\[.*\]|[^.]+)$/i;

/** Why an outside address may not stand in a venue, or undefined if it may. */
export function addressFault(value: string): string | undefined {
  if (value.length > urlLength) return `is longer than ${urlLength} characters`;
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    return 'is not an address';
  }
  if (url.protocol !== 'https:') return `is not an https address (${url.protocol.slice(0, 20)})`;
  if (url.username || url.password) return 'carries a user name or password';
  // A name may end in the root's dot and is the same host.
  if (privateHost.test(url.hostname.replace(/\.+$/, ''))) return 'points into an internal network';
  return undefined;
}

/** An address on the public internet: https, no credentials, no internal host. */
export const address = z.string().check((context) => {
  const fault = addressFault(context.value);
  if (fault) context.issues.push({ code: 'custom', input: context.value, message: fault });
});

const ownAsset = /^asset:([A-Za-z0-9_-][A-Za-z0-9._-]*)$/;

/** The id in `asset:{assetId}`, which names an asset of the same venue where an address may stand; else undefined. */
export const assetIdOfAddress = (value: string): string | undefined => ownAsset.exec(value)?.[1];

/** An asset of this venue as `asset:{assetId}`, or a public address. */
export const mediaAddress = z.string().check((context) => {
  if (ownAsset.test(context.value)) return;
  const fault = addressFault(context.value);
  if (fault) context.issues.push({ code: 'custom', input: context.value, message: fault });
});

/** An instant as ISO 8601 with an offset, as in `2026-11-20T14:30:00Z`. */
export const instant = z.iso.datetime({ offset: true });

const eachLocaleOnce = z.refine<{ locale: string }[]>(
  (entries) => new Set(entries.map((entry) => entry.locale)).size === entries.length,
  'names a locale twice',
);

export const localizedText = z.strictObject({ locale, text });
export type LocalizedText = z.infer<typeof localizedText>;
export const localizedTexts = z.array(localizedText).check(eachLocaleOnce);

export const localizedRichText = z.strictObject({ locale, text: richText });
export const localizedRichTexts = z.array(localizedRichText).check(eachLocaleOnce);

export const localizedUri = z.strictObject({ locale, uri: address });
export type LocalizedUri = z.infer<typeof localizedUri>;
export const localizedUris = z.array(localizedUri).check(eachLocaleOnce);

export const localizedAsset = z.strictObject({ locale, assetId: id });
export type LocalizedAsset = z.infer<typeof localizedAsset>;
export const localizedAssets = z.array(localizedAsset).check(eachLocaleOnce);

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
