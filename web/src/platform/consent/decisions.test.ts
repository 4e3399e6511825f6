import type { ConsentSettings } from '@foyer/contract';
import { expect, test } from 'vitest';
import { consentsOf, makeDecision } from './decisions.ts';

const now = Date.parse('2026-11-20T10:00:00Z');
const settings: ConsentSettings = {
  cookieBannerConfig: { type: 'SIMPLE', text: [] },
  cookieProviders: [
    { id: 'foyer', name: 'Foyer', type: 'TECHNICALLY_REQUIRED', attributes: [] },
    { id: 'vimeo', name: 'Vimeo', type: 'EXTERNAL_MEDIA', attributes: [] },
    { id: 'miro', name: 'Miro', type: 'EXTERNAL_MEDIA', attributes: [] },
  ],
};
const acceptedBy = (consents: ReturnType<typeof consentsOf>): string[] =>
  consents.providers.filter(({ accepted }) => accepted).map(({ id }) => id);

test('CONSENT-05b a provider is accepted if it is technically required, stored as accepted, or the banner is off', () => {
  const stored = makeDecision(settings, (id) => id === 'miro', now);
  const off: ConsentSettings = { ...settings, cookieBannerConfig: { type: 'NONE', text: [] } };
  expect(acceptedBy(consentsOf(settings, undefined, now))).toEqual(['foyer']);
  expect(acceptedBy(consentsOf(settings, stored, now))).toEqual(['foyer', 'miro']);
  expect(acceptedBy(consentsOf(off, undefined, now))).toEqual(['foyer', 'vimeo', 'miro']);
});

test('CONSENT-06c a stored decision is complete if it has an entry for each provider that needs consent, and for the tracking', () => {
  const tracked: ConsentSettings = { ...settings, personalizedTrackingEnabled: true };
  const stored = makeDecision(tracked, () => false, now);
  const isIncomplete = (missing: readonly string[]): boolean => {
    const consents = stored.consents.filter(({ id }) => !missing.includes(id));
    return consentsOf(tracked, { ...stored, consents }, now).isIncomplete;
  };
  expect(isIncomplete([])).toBe(false);
  const ids = ['tracking', 'vimeo', 'miro'];
  for (const missing of [...ids.map((id) => [id]), ids]) expect(isIncomplete(missing)).toBe(true);
});

test('CONSENT-05c a stored refusal of a technically required provider does not count', () => {
  const stored = makeDecision(settings, () => false, now);
  const consents = [...stored.consents, { id: 'foyer', accepted: false }];
  expect(acceptedBy(consentsOf(settings, { ...stored, consents }, now))).toEqual(['foyer']);
});
