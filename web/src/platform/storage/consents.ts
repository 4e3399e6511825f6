/** What this browser remembers of a person's choices about cookies (CONSENT-11): one entry for each provider. */
import { storedConsent, type StoredConsent } from '@foyer/contract';
import * as z from 'zod/mini';
import { browserStorage, type BrowserStorage } from './browserStorage.ts';

export const consentsKey = 'foyer.consents';
/** The tracking consent is stored like a provider's, under this group. */
export const trackingCookieGroup = 'tracking';

export interface StoredConsents {
  readonly trackingConsentGiven: boolean;
  readonly localStorageCookieProviders: readonly StoredConsent[];
}

/** What is stored; what is not of our making counts as no choice. */
export function readStoredConsents(storage: BrowserStorage = browserStorage): StoredConsents {
  let stored: unknown;
  try {
    stored = JSON.parse(storage.get(consentsKey) ?? '[]');
  } catch {
    stored = [];
  }
  const parsed = z.safeParse(z.array(storedConsent), stored);
  const consents = parsed.success ? parsed.data : [];
  return {
    trackingConsentGiven: consents.some(({ id, accepted }) => id === trackingCookieGroup && accepted),
    localStorageCookieProviders: consents.filter(({ id }) => id !== trackingCookieGroup),
  };
}
