/**
 * Who a hit is from: a visitor id of 16 hexadecimal digits (TRACK-03), and a pseudonym of the account if its user has
 * agreed to personalized tracking (TRACK-04).
 */
import { logWarning } from '../log.ts';
import { useCookieBanner } from '../state/cookieBanner.ts';
import { useUser } from '../state/user.ts';
import type { BrowserStorage } from '../storage/browserStorage.ts';
import { randomHex } from './hits.ts';
import { visitorIdKey } from './track.ts';

export interface Identity {
  readonly visitorId: string;
  readonly userId: string | undefined;
  /** Consent to the tracking of the open venue. */
  readonly hasConsent: boolean;
  /** Whether the next hit begins a new visit: true once after the visitor id has been replaced. */
  readonly takeNewVisit: () => boolean;
  /** Calls back after each change. */
  readonly subscribe: (listener: () => void) => void;
}

export interface IdentityDeps {
  readonly storage: BrowserStorage;
  /** @throws if the server does not return one */
  readonly fetchUserId: () => Promise<string>;
}

/** Follows consent and login. When either ends, both ids are removed at once, and a random id of the page is used. */
export function followIdentity({ storage, fetchUserId }: IdentityDeps): Identity {
  const listeners = new Set<() => void>();
  let visitorId = randomHex(8);
  let userId: string | undefined;
  let isNewVisit = false;
  let hasConsent = false;
  let wasLoggedIn = false;
  /** The account whose pseudonym is used or being fetched. */
  let account: string | undefined;

  /** The visitor is recognized at the next visit. */
  const keep = (): void => {
    const kept = storage.get(visitorIdKey) ?? '';
    if (/^[\da-f]{16}$/.test(kept)) visitorId = kept;
    else storage.set(visitorIdKey, visitorId);
  };
  const reset = (): void => {
    storage.remove(visitorIdKey);
    visitorId = randomHex(8);
    isNewVisit = true;
  };
  const identify = async (): Promise<void> => {
    const identified = account;
    try {
      const fetched = await fetchUserId();
      if (account !== identified) return;
      userId = fetched;
      notify();
    } catch (error) {
      logWarning('GENERAL', 'the pseudonym of the user could not be loaded', error);
    }
  };
  const identifyAs = (next: string | undefined): void => {
    account = next;
    userId = undefined;
    if (next !== undefined) void identify();
  };
  const notify = (): void => {
    for (const listener of listeners) listener();
  };

  const update = (): void => {
    const { isLoggedIn, user, trackingConsentGiven } = useUser.getState();
    const hadConsent = hasConsent;
    // While no venue is open, there is nothing to agree to, and the last decision stays.
    if (useCookieBanner.getState().settings !== null) {
      hasConsent = trackingConsentGiven;
      if (!hasConsent) storage.remove(visitorIdKey);
    }
    const ends = (hadConsent && !hasConsent) || (wasLoggedIn && !isLoggedIn);
    // A login after a logout is recognized at the next visit as well.
    const begins = hasConsent && (!hadConsent || (isLoggedIn && !wasLoggedIn));
    wasLoggedIn = isLoggedIn;
    if (ends) reset();
    else if (begins) keep();
    // A browser with a stage link has no email.
    const next = hasConsent && isLoggedIn && user?.email ? user.userId : undefined;
    const isOther = next !== account;
    if (isOther) identifyAs(next);
    if (ends || begins || isOther) notify();
  };

  update();
  // The user is updated after the settings of the venue, so that both fit together here.
  useUser.subscribe(update);
  return {
    get visitorId() {
      return visitorId;
    },
    get userId() {
      return userId;
    },
    get hasConsent() {
      return hasConsent;
    },
    takeNewVisit() {
      const taken = isNewVisit;
      isNewVisit = false;
      return taken;
    },
    subscribe: (listener) => void listeners.add(listener),
  };
}
