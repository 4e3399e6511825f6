import * as z from 'zod/mini';
import { localizedRichTexts, localizedTexts } from './localized.ts';
import { colour, id, text } from './values.ts';

export const cookieProviderTypes = ['TECHNICALLY_REQUIRED', 'EXTERNAL_MEDIA'] as const;

/** A third-party provider of a venue. The DETAILED banner shows its `attributes`. */
export const cookieProvider = z.strictObject({
  id,
  name: text,
  type: z.enum(cookieProviderTypes),
  accepted: z.optional(z.boolean()),
  attributes: z._default(z.array(z.strictObject({ key: text, value: localizedTexts })), []),
});
export type CookieProvider = z.infer<typeof cookieProvider>;

export const cookieBannerTypes = ['NONE', 'SIMPLE', 'DETAILED'] as const;
export const cookieBannerConfig = z.strictObject({
  type: z.enum(cookieBannerTypes),
  text: z._default(localizedRichTexts, []),
  personalizedTrackingText: z.optional(localizedRichTexts),
  styling: z.optional(z.strictObject({ backgroundColor: z.optional(colour), textColor: z.optional(colour) })),
});
export type CookieBannerConfig = z.infer<typeof cookieBannerConfig>;
