/** The cookie consents that are stored in this browser (CONSENT-11), one entry per provider. */
import { storedConsent, type StoredConsent } from '@foyer/contract';
import * as z from 'zod/mini';
import { browserStorage, type BrowserStorage } from './browserStorage.ts';

export const consentsKey = 'foyer.consents';
/** The tracking consent is stored like that of a provider, with this id. */
export const trackingCookieGroup = 'tracking';

export interface StoredConsents {
  readonly trackingConsentGiven: boolean;
  readonly localStorageCookieProviders: readonly StoredConsent[];
}

/** Reads the stored consents; an invalid value counts as no choice. */
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
