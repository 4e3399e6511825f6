/** The user's decisions: stored, applied at once in all tabs, and reported. */
import { consentRevision, trackingConsentId, type ConsentAction } from '@foyer/contract/consent';
import type { StoredConsent } from '@foyer/contract';
import { useCookieBanner } from '../state/cookieBanner.ts';
import { useUser } from '../state/user.ts';
import { now } from '../time/serverTime.ts';
import { allowOnce, clearAllowedOnce } from './allowedOnce.ts';
import { readDecision, storeDecision } from './decisionStorage.ts';
import { deciderId } from './decider.ts';
import { isAccepted, makeDecision } from './decisions.ts';
import { applyStoredDecision } from './openConsents.ts';
import { withConsentReports } from './withConsentReports.ts';

/**
 * Decides about everything that the banner asks for, and closes it.
 * @param accepts called with the id of each provider that needs consent, and of the tracking
 */
export function decide(
  action: Extract<ConsentAction, 'acceptAll' | 'rejectAll' | 'save'>,
  accepts: (id: string) => boolean,
): void {
  const { settings } = useCookieBanner.getState();
  if (settings === null) return;
  const decision = makeDecision(settings, accepts, now());
  storeDecision(settings.architectureId, decision);
  clearAllowedOnce();
  applyStoredDecision();
  useCookieBanner.setState({ explicitlyOpened: false });
  report(action, decision.consents);
}

/** Allows providers permanently (CONSENT-15). The other decisions stay as they are, with their time. */
export function allowProviders(providers: readonly string[]): void {
  const { settings } = useCookieBanner.getState();
  if (settings === null) return;
  const { architectureId } = settings;
  const consents = withAccepted(providers);
  const decision = makeDecision(settings, (wanted) => isAccepted(consents, wanted), now());
  const decidedAt = readDecision(architectureId)?.decidedAt ?? decision.decidedAt;
  storeDecision(architectureId, { ...decision, decidedAt });
  applyStoredDecision();
  report('allowProvider', consents);
}

/** Allows providers until the user leaves the area (CONSENT-15). */
export function allowProvidersOnce(providers: readonly string[]): void {
  allowOnce(providers);
  report('allowOnce', withAccepted(providers));
}

/** The current consents, with these providers accepted. */
function withAccepted(providers: readonly string[]): StoredConsent[] {
  const { localStorageCookieProviders, trackingConsentGiven } = useUser.getState();
  return [
    { id: trackingConsentId, accepted: trackingConsentGiven },
    ...localStorageCookieProviders.map(({ id, accepted }) => ({
      id,
      accepted: accepted || providers.includes(id),
    })),
  ];
}

function report(action: ConsentAction, consents: readonly StoredConsent[]): void {
  const { settings } = useCookieBanner.getState();
  if (settings === null) return;
  const decided = {
    // Before the download, after which another user may be logged in.
    userId: deciderId(),
    action,
    consents,
    decidedAt: new Date(now()).toISOString(),
    revision: consentRevision(settings),
  };
  withConsentReports(({ reportDecision }) => reportDecision(settings, decided));
}
