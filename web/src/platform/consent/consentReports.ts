/**
 * Reports decisions to the server (CALL-04). Reports wait in the browser's storage until the server has accepted them, so
 * that none is lost without a connection. Downloaded after the page, because its schema is large.
 */
import {
  cookiePreferencesMessage,
  essentialConsentId,
  reportCookiePreferences,
  trackingConsentId,
  type ConsentAction,
  type CookiePreference,
  type CookiePreferencesMessage,
  type StoredConsent,
} from '@foyer/contract';
import * as z from 'zod/mini';
import { ApiError, call } from '../api/client.ts';
import { currentClientDetails, unknownUsername } from '../clientDetails.ts';
import { logError } from '../log.ts';
import type { VenueConsentSettings } from '../state/cookieBanner.ts';
import { useUser } from '../state/user.ts';
import { browserStorage } from '../storage/browserStorage.ts';
import { currentVisit } from '../visit/currentVisit.ts';
import { sessionUserId, storedBrowserId } from './decider.ts';
import { isAccepted } from './decisions.ts';

const reportsKey = 'foyer.consentReports';
/** More are only possible if the server rejects all of them for a long time; the oldest are dropped. */
const maxWaiting = 20;

export interface Decided {
  /** Who has decided: see `deciderId`. */
  readonly userId: string;
  readonly action: ConsentAction;
  readonly decidedAt: string;
  readonly revision: string;
  readonly consents: readonly StoredConsent[];
}

/** One entry per provider, with the necessary cookies and the tracking as default providers (CONSENT-13). */
function preferencesOf(
  { cookieProviders, personalizedTrackingEnabled }: VenueConsentSettings,
  consents: readonly StoredConsent[],
): CookiePreference[] {
  const essential = {
    id: essentialConsentId,
    name: essentialConsentId,
    type: 'TECHNICALLY_REQUIRED',
    accepted: true,
    defaultProvider: true,
  } as const;
  const tracking = {
    id: trackingConsentId,
    name: trackingConsentId,
    type: 'TRACKING',
    accepted: isAccepted(consents, trackingConsentId),
    defaultProvider: true,
  } as const;
  return [
    essential,
    ...(personalizedTrackingEnabled === true ? [tracking] : []),
    ...cookieProviders.map(({ id, name, type }) => ({
      id,
      name,
      type,
      accepted: type === 'TECHNICALLY_REQUIRED' || isAccepted(consents, id),
    })),
  ];
}

const waitingReports = z.array(cookiePreferencesMessage);

function readWaiting(): CookiePreferencesMessage[] {
  try {
    const parsed = z.safeParse(waitingReports, JSON.parse(browserStorage.get(reportsKey) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

function storeWaiting(reports: readonly CookiePreferencesMessage[]): void {
  if (reports.length === 0) browserStorage.remove(reportsKey);
  else browserStorage.set(reportsKey, JSON.stringify(reports.slice(-maxWaiting)));
}

/** Reports a decision, and those that are still waiting. Resolves when they are sent or have failed. */
export function reportDecision(settings: VenueConsentSettings, decided: Decided): Promise<void> {
  const { consents, ...rest } = decided;
  storeWaiting([
    ...readWaiting(),
    {
      ...rest,
      decisionId: crypto.randomUUID(),
      bannerType: settings.cookieBannerConfig.type,
      cookiePreferences: preferencesOf(settings, consents),
      clientDetails: {
        ...currentClientDetails(),
        clientUsername: unknownUsername,
        architectureId: settings.architectureId,
      },
    },
  ]);
  return sendWaitingReports();
}

/**
 * Whether the server will never accept the report: it must not hold up those behind it. A session can be renewed (401); a
 * timeout (408) and a rate limit (429) pass.
 */
const isPermanent = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status);

/** Added to a report only when it is sent, so that no address stays in the storage of a browser that others use too. */
function withEmail(report: CookiePreferencesMessage): CookiePreferencesMessage {
  const email = useUser.getState().user?.email;
  return email
    ? { ...report, email, clientDetails: { ...report.clientDetails, clientUsername: email } }
    : report;
}

/** Sends the reports that this user, or this browser without a session, has not sent yet, until the visit ends. */
export async function sendWaitingReports(): Promise<void> {
  const { signal } = currentVisit();
  const sessionUser = sessionUserId();
  const own = [sessionUser, storedBrowserId()];
  for (const report of readWaiting().filter(({ userId }) => own.includes(userId))) {
    try {
      await call(reportCookiePreferences, {
        body: report.userId === sessionUser ? withEmail(report) : report,
        signal,
        report: 'console',
        waitPlace: 'nowhere',
        keepsSession: true,
      });
    } catch (error) {
      logError('GENERAL', 'a privacy decision could not be reported', error);
      if (!isPermanent(error)) return;
    }
    // Another tab may have added or sent reports meanwhile.
    storeWaiting(readWaiting().filter(({ decisionId }) => decisionId !== report.decisionId));
  }
}
