import { expect, test } from 'vitest';
import { consentRevision, type ConsentSettings, type CookieProvider } from './consent.ts';

const english = (text: string) => [{ locale: 'en' as const, text }];
const vimeo: CookieProvider = {
  id: 'vimeo',
  name: 'Vimeo',
  type: 'EXTERNAL_MEDIA',
  attributes: [{ key: 'Company', value: english('Vimeo.com, Inc.') }],
};
const settings: ConsentSettings = {
  cookieBannerConfig: {
    type: 'SIMPLE',
    text: english('<p>We ask first.</p>'),
    personalizedTrackingText: english('<p>We count visits.</p>'),
  },
  cookieProviders: [vimeo],
  personalizedTrackingEnabled: true,
};
const withBanner = (change: Partial<ConsentSettings['cookieBannerConfig']>): ConsentSettings => ({
  ...settings,
  cookieBannerConfig: { ...settings.cookieBannerConfig, ...change },
});
const withProvider = (change: Partial<CookieProvider>): ConsentSettings => ({
  ...settings,
  cookieProviders: [{ ...vimeo, ...change }],
});
const untracked = (text: string): ConsentSettings => ({
  ...withBanner({ personalizedTrackingText: english(text) }),
  personalizedTrackingEnabled: false,
});

test.each<[string, ConsentSettings]>([
  ['the text of the banner', withBanner({ text: english('<p>We ask.</p>') })],
  ['the text about the tracking', withBanner({ personalizedTrackingText: english('<p>We watch.</p>') })],
  ['whether there is tracking', { ...settings, personalizedTrackingEnabled: false }],
  ['the list of providers', { ...settings, cookieProviders: [vimeo, { ...vimeo, id: 'miro' }] }],
  ['the id of a provider', withProvider({ id: 'films' })],
  ['the name of a provider', withProvider({ name: 'Films' })],
  ['the type of a provider', withProvider({ type: 'TECHNICALLY_REQUIRED' })],
  ['an attribute of a provider', withProvider({ attributes: [{ key: 'Company', value: english('Films') }] })],
])('CONSENT-12g a change of %s changes the revision', (_, changed) => {
  expect(consentRevision(changed)).not.toBe(consentRevision(settings));
});

test.each<[string, ConsentSettings, ConsentSettings?]>([
  ['the colors of the banner', withBanner({ styling: { backgroundColor: '#ffffff' } })],
  ['the type of the banner', withBanner({ type: 'DETAILED' })],
  ['the default of a provider', withProvider({ accepted: true })],
  ['the rest of the venue', Object.assign({ areas: [{ id: 'lobby' }] }, settings)],
  ['the text about a tracking that is off', untracked('<p>We watch.</p>'), untracked('<p>We count.</p>')],
])('CONSENT-12h a change of %s does not change the revision', (_, changed, before = settings) => {
  expect(consentRevision(changed)).toBe(consentRevision(before));
});
