import { expect, test } from 'vitest';
import type { BrowserStorage } from './browserStorage.ts';
import { consentsKey, readStoredConsents } from './consents.ts';

const holding = (text: string | null): BrowserStorage => ({
  get: (key) => (key === consentsKey ? text : null),
  set: () => undefined,
  remove: () => undefined,
});

test('SESSION-02b stored consents are read: each provider’s, and tracking under its group', () => {
  const stored = [
    { id: 'vimeo', accepted: true },
    { id: 'zoom', accepted: false },
    { id: 'tracking', accepted: true },
  ];
  expect(readStoredConsents(holding(JSON.stringify(stored)))).toEqual({
    trackingConsentGiven: true,
    localStorageCookieProviders: stored.slice(0, 2),
  });
});

test.each([null, '', '{', '"yes"', '[{"id":"vimeo"}]', '[{"id":"tracking","accepted":"yes"}]'])(
  'the invalid stored value %j counts as no consent',
  (text) => {
    expect(readStoredConsents(holding(text))).toEqual({
      trackingConsentGiven: false,
      localStorageCookieProviders: [],
    });
  },
);
