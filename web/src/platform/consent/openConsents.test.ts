import { expect, test } from 'vitest';
import type { VenueConsentSettings } from '../state/cookieBanner.ts';
import { allowedOnce, allowOnce } from './allowedOnce.ts';
import { openConsents } from './openConsents.ts';

const settings: VenueConsentSettings = {
  architectureId: 'nightfall',
  cookieBannerConfig: { type: 'SIMPLE', text: [] },
  cookieProviders: [{ id: 'vimeo', name: 'Vimeo', type: 'EXTERNAL_MEDIA', attributes: [] }],
};

test('CONSENT-15d what is allowed once ends with a publication that asks something else, not with others', () => {
  const { cookieBannerConfig } = settings;
  const styling = { backgroundColor: '#ffffff' };
  openConsents(settings);
  allowOnce(['vimeo']);
  openConsents({ ...settings, cookieBannerConfig: { ...cookieBannerConfig, styling } });
  expect(allowedOnce()).toEqual(['vimeo']);
  openConsents({ ...settings, personalizedTrackingEnabled: true });
  expect(allowedOnce()).toEqual([]);
});
