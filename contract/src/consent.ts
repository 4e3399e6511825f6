import * as z from 'zod/mini';
import { fingerprint } from './fingerprint.ts';
import { cookieProvidersMax } from './limits.ts';
import { localizedRichTexts, localizedTexts } from './localized.ts';
import { colour, id, text } from './values.ts';

export const cookieProviderTypes = ['TECHNICALLY_REQUIRED', 'EXTERNAL_MEDIA'] as const;

/** The id of the consent to personalized tracking (CONSENT-11) and, in reports, of the necessary cookies. No provider has them. */
export const trackingConsentId = 'tracking';
export const essentialConsentId = 'essential';

/** A third-party provider of a venue. The DETAILED banner shows its `attributes`. */
export const cookieProvider = z.strictObject({
  id,
  name: text,
  type: z.enum(cookieProviderTypes),
  accepted: z.optional(z.boolean()),
  attributes: z._default(z.array(z.strictObject({ key: text, value: localizedTexts })), []),
});
export type CookieProvider = z.infer<typeof cookieProvider>;

export const cookieProviders = z.array(cookieProvider).check(z.maxLength(cookieProvidersMax));

export const cookieBannerTypes = ['NONE', 'SIMPLE', 'DETAILED'] as const;
export const cookieBannerConfig = z.strictObject({
  type: z.enum(cookieBannerTypes),
  text: z._default(localizedRichTexts, []),
  personalizedTrackingText: z.optional(localizedRichTexts),
  styling: z.optional(z.strictObject({ backgroundColor: z.optional(colour), textColor: z.optional(colour) })),
});
export type CookieBannerConfig = z.infer<typeof cookieBannerConfig>;

/** What the banner asks for: a part of the architecture, which mandatory pages get before a login (PAGE-03). */
export interface ConsentSettings {
  readonly cookieBannerConfig: CookieBannerConfig;
  readonly cookieProviders: readonly CookieProvider[];
  readonly personalizedTrackingEnabled?: boolean | undefined;
}

/**
 * Identifies what users decide about: the providers, their types and attributes, and the texts of the banner. Users are
 * asked again when it changes (CONSENT-12).
 */
export function consentRevision(settings: ConsentSettings): string {
  const { cookieBannerConfig, cookieProviders: providers, personalizedTrackingEnabled = false } = settings;
  return fingerprint({
    text: cookieBannerConfig.text,
    tracking: personalizedTrackingEnabled && (cookieBannerConfig.personalizedTrackingText ?? []),
    providers: providers.map(({ id: providerId, name, type, attributes }) => [
      providerId,
      name,
      type,
      attributes,
    ]),
  });
}

/** Which button the user pressed. The last two are in place of blocked content; `allowOnce` is not stored by the browser. */
export const consentActions = ['acceptAll', 'rejectAll', 'save', 'allowProvider', 'allowOnce'] as const;
export const consentAction = z.enum(consentActions);
export type ConsentAction = z.infer<typeof consentAction>;
