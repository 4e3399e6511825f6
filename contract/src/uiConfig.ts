import * as z from 'zod/mini';
import { style } from './style.ts';
import { locale, text } from './values.ts';

/** `{ "backend": "embedded" }` for the server's own accounts, or a Firebase web configuration. */
export const firebaseSection = z.union([
  z.strictObject({ backend: z.literal('embedded') }),
  z.strictObject({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    databaseURL: z.string(),
    appId: z.optional(z.string()),
    storageBucket: z.optional(z.string()),
    emulators: z.optional(z.strictObject({ auth: z.optional(z.string()), database: z.optional(z.string()) })),
  }),
]);

/** `/ui-config.json`: what the web app needs before its first request. */
export const uiConfig = z.object({
  i18n: z.object({ defaultLocale: locale, supportedLocales: z.array(locale) }),
  features: z.object({ userPresence: z.boolean(), ai: z._default(z.boolean(), false) }),
  tabTitle: z.optional(text),
  favicon: z.optional(z.string()),
  firebase: firebaseSection,
  /** The URL of a Matomo whose own script counts page views and events, without a trailing slash; absent: this server does. */
  matomoScript: z.optional(z.string()),
  /** The part of the published venue that the login and waiting pages need. */
  venue: z.optional(
    z.object({
      architectureId: z.string(),
      titles: z.array(z.object({ locale: z.string(), text: z.string() })),
      style,
      logoUrl: z.optional(z.string()),
      loginPageLogoUrl: z.optional(z.string()),
      loginPageBackgroundUrl: z.optional(z.string()),
    }),
  ),
});
export type UiConfig = z.infer<typeof uiConfig>;
