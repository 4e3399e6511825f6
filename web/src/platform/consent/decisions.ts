/** What a user has accepted: pure functions of a venue's settings and the stored decision. */
import { consentRevision, trackingConsentId } from '@foyer/contract/consent';
import type { ConsentSettings, StoredConsent, StoredDecision } from '@foyer/contract';

/** Users are asked again after a year (CONSENT-12). */
const validMs = 365 * 24 * 3_600_000;

export interface Consents {
  /** One entry for each provider of the venue. */
  readonly providers: readonly StoredConsent[];
  readonly isTrackingAccepted: boolean;
  /** Something has not been decided yet, or no longer holds. */
  readonly isIncomplete: boolean;
}

/** A consent that is not in the list is not given. */
export const isAccepted = (consents: readonly StoredConsent[], wanted: string): boolean =>
  consents.some(({ id, accepted }) => id === wanted && accepted);

/** The ids to decide about: those of the providers that need consent, and of the tracking if the venue has it. */
const idsToDecide = ({ cookieProviders, personalizedTrackingEnabled }: ConsentSettings): string[] => [
  ...(personalizedTrackingEnabled === true ? [trackingConsentId] : []),
  ...cookieProviders.filter(({ type }) => type === 'EXTERNAL_MEDIA').map(({ id }) => id),
];

const holds = (decision: StoredDecision, settings: ConsentSettings, now: number): boolean =>
  decision.revision === consentRevision(settings) && now < Date.parse(decision.decidedAt) + validMs;

/**
 * @param decision the stored one, if any; it counts only for the same settings and for a year
 * @param now server time, milliseconds since 1970
 */
export function consentsOf(
  settings: ConsentSettings,
  decision: StoredDecision | undefined,
  now: number,
): Consents {
  const isBannerOff = settings.cookieBannerConfig.type === 'NONE';
  const current = decision && holds(decision, settings, now) ? decision : undefined;
  const given = current?.consents ?? [];
  return {
    providers: settings.cookieProviders.map(({ id, type }) => ({
      id,
      accepted: isBannerOff || type === 'TECHNICALLY_REQUIRED' || isAccepted(given, id),
    })),
    isTrackingAccepted:
      settings.personalizedTrackingEnabled === true && (isBannerOff || isAccepted(given, trackingConsentId)),
    isIncomplete:
      !isBannerOff && idsToDecide(settings).some((wanted) => !given.some(({ id }) => id === wanted)),
  };
}

/**
 * A decision about everything in the settings.
 * @param accepts called with each id to decide about
 * @param now server time, milliseconds since 1970
 */
export function makeDecision(
  settings: ConsentSettings,
  accepts: (id: string) => boolean,
  now: number,
): StoredDecision {
  return {
    revision: consentRevision(settings),
    decidedAt: new Date(now).toISOString(),
    consents: idsToDecide(settings).map((id) => ({ id, accepted: accepts(id) })),
  };
}
