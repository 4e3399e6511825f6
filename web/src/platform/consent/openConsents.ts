/** Keeps the state of the open venue's consents, from which everything decides what it may load. */
import { consentRevision } from '@foyer/contract/consent';
import { useCookieBanner, type VenueConsentSettings } from '../state/cookieBanner.ts';
import { useUser } from '../state/user.ts';
import { now } from '../time/serverTime.ts';
import { clearAllowedOnce } from './allowedOnce.ts';
import { consentsOf } from './decisions.ts';
import { readDecision } from './decisionStorage.ts';

/** Applies the stored decision to the open venue (CONSENT-04). Does nothing before a venue is open. */
export function applyStoredDecision(): void {
  const { settings } = useCookieBanner.getState();
  if (settings === null) return;
  const { providers, isTrackingAccepted, isIncomplete } = consentsOf(
    settings,
    readDecision(settings.architectureId),
    now(),
  );
  useUser.setState({ localStorageCookieProviders: providers, trackingConsentGiven: isTrackingAccepted });
  useCookieBanner.setState({ isIncomplete });
}

/**
 * Call it before anything of the venue is shown. What was allowed until the user leaves the area ends if the user is
 * asked about something else.
 */
export function openConsents(settings: VenueConsentSettings): void {
  const before = useCookieBanner.getState().settings;
  if (before && consentRevision(before) !== consentRevision(settings)) clearAllowedOnce();
  useCookieBanner.setState({ settings });
  applyStoredDecision();
}
