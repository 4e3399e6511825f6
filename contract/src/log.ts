import * as z from 'zod/mini';
import { cookieBannerTypes, cookieProviderTypes } from './consent.ts';

/** The browser that sent a log message. `clientUsername` is the email or ANONYM. */
export const clientDetails = z.strictObject({
  browser: z.string(),
  browserVersion: z.string(),
  os: z.string(),
  userAgent: z.string(),
  browserLanguage: z.string(),
  cookiesEnabled: z.boolean(),
  venueLanguage: z.string(),
  architectureId: z.optional(z.string()),
  clientUsername: z.string(),
  clientURL: z.string(),
  clientVersion: z.string(),
});
export type ClientDetails = z.infer<typeof clientDetails>;

export const frontendLogMessage = z.strictObject({
  messageDetails: z.strictObject({ message: z.string(), details: z.optional(z.string()) }),
  clientDetails,
  loglevel: z.enum(['INFO', 'WARN', 'ERROR']),
  logCategory: z.string(),
  messageOrigin: z.enum(['DESIGNER', 'UI']),
});
export type FrontendLogMessage = z.infer<typeof frontendLogMessage>;

export const cookiePreferencesMessage = z.strictObject({
  userId: z.optional(z.string()),
  email: z.optional(z.string()),
  bannerType: z.enum(cookieBannerTypes),
  cookiePreferences: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      type: z.enum(cookieProviderTypes),
      accepted: z.boolean(),
      defaultProvider: z.optional(z.boolean()),
    }),
  ),
  clientDetails,
});
