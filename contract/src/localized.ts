/** Localized values, at most one per language, and timestamps. Used by the venue, not by the application shell. */
import * as z from 'zod/mini';
import { address } from './address.ts';
import { richTextLength } from './limits.ts';
import { id, locale, withoutNul, text } from './values.ts';

export const richText = z.string().check(z.maxLength(richTextLength), withoutNul);

/** An instant as ISO 8601 with an offset, as in `2026-11-20T14:30:00Z`. */
export const instant = z.iso.datetime({ offset: true });

const eachLocaleOnce = z.refine<{ locale: string }[]>(
  (entries) => new Set(entries.map((entry) => entry.locale)).size === entries.length,
  'contains a locale twice',
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
