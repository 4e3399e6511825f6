/** `/ui-config.json`: what the app needs before its first request (CALL-24). */
import { uiConfig, type UiConfig } from '@foyer/contract';
import * as z from 'zod';
import type { Config } from '#platform/config/config';
import type { VenueMetadata } from '#platform/shell/publicVenue';

export function toUiConfig(config: Config, metadata: VenueMetadata | undefined): UiConfig {
  const value: UiConfig = {
    i18n: { defaultLocale: config.locales.default, supportedLocales: [...config.locales.supported] },
    features: { userPresence: config.userPresence, ai: false },
    ...(config.tabTitle === undefined ? {} : { tabTitle: config.tabTitle }),
    ...(config.favicon === undefined ? {} : { favicon: config.favicon }),
    firebase: { backend: 'embedded' },
    ...(config.analytics.matomo?.script === true && { matomoScript: config.analytics.matomo.url }),
    ...(metadata === undefined ? {} : { venue: toUiConfigVenue(metadata) }),
  };
  // Parsing with the contract's schema removes all other fields.
  return z.parse(uiConfig, value);
}

function toUiConfigVenue(metadata: VenueMetadata): NonNullable<UiConfig['venue']> {
  const { architectureId, titles, style, logoUrl, loginPageLogoUrl, loginPageBackgroundUrl } = metadata;
  return {
    architectureId,
    titles: titles.map(({ locale, text }) => ({ locale, text })),
    style,
    ...(logoUrl === undefined ? {} : { logoUrl }),
    ...(loginPageLogoUrl === undefined ? {} : { loginPageLogoUrl }),
    ...(loginPageBackgroundUrl === undefined ? {} : { loginPageBackgroundUrl }),
  };
}
