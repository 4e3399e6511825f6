/** Reports of the users' consents, and the server's records of them (CALL-04, CONSENT-13). */
import * as z from 'zod/mini';
import {
  consentAction,
  cookieBannerTypes,
  cookieProviderTypes,
  essentialConsentId,
  trackingConsentId,
} from './consent.ts';
import { endpoint } from './endpoint.ts';
import { cookieProvidersMax } from './limits.ts';
import { instant } from './localized.ts';
import { clientDetails, exampleClient } from './log.ts';
import { id, text } from './values.ts';
import { operatingModes } from './venueVersion.ts';

/** The form of the random id of a browser, for decisions without a session. */
export const consentIdPattern = /^consent-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const preferenceTypes = [...cookieProviderTypes, 'TRACKING'] as const;

/** A choice. `defaultProvider`: not a provider of the venue, but the necessary cookies or the personalized tracking. */
export const cookiePreference = z
  .strictObject({
    id,
    name: text,
    type: z.enum(preferenceTypes),
    accepted: z.boolean(),
    defaultProvider: z.optional(z.boolean()),
  })
  .check(
    z.refine(
      ({ type, accepted }) => accepted || type !== 'TECHNICALLY_REQUIRED',
      'is technically required and cannot be declined',
    ),
  );
export type CookiePreference = z.infer<typeof cookiePreference>;

/** The providers of a venue, the necessary cookies and the tracking. */
const preferencesMax = cookieProvidersMax + 2;

export const cookiePreferencesMessage = z.strictObject({
  /** A random UUID: a report that is repeated is recorded once. */
  decisionId: z.uuid(),
  /** When the user decided, by the clock of the browser. */
  decidedAt: instant,
  action: consentAction,
  /** `consentRevision` of what the user decided about. */
  revision: id,
  /** The account or guest of the session, else a random id of the browser (`consentIdPattern`). */
  userId: id,
  email: z.optional(z.string()),
  bannerType: z.enum(cookieBannerTypes),
  cookiePreferences: z.array(cookiePreference).check(
    z.maxLength(preferencesMax),
    z.refine(
      (entries) => new Set(entries.map((entry) => entry.id)).size === entries.length,
      'contains an id twice',
    ),
  ),
  clientDetails: z.strictObject({ ...clientDetails.shape, architectureId: id }),
});
export type CookiePreferencesMessage = z.infer<typeof cookiePreferencesMessage>;

export const reportCookiePreferences = endpoint({
  name: 'reportCookiePreferences',
  method: 'POST',
  path: '/capture/cookiePreferences',
  summary: 'Records what a user has accepted and declined in the cookie banner',
  body: cookiePreferencesMessage,
  errors: ['unauthorized', 'forbidden'],
  example: {
    body: {
      decisionId: '0b8f3c5e-6a1d-4c57-9f2e-3d4a5b6c7d8e',
      decidedAt: '2026-11-20T18:05:00Z',
      action: 'save',
      revision: '1k2j3h4g5f',
      userId: 'consent-7c9e6679-7425-40de-944b-e07fc1f90ae7',
      bannerType: 'DETAILED',
      cookiePreferences: [
        {
          id: essentialConsentId,
          name: 'Necessary',
          type: 'TECHNICALLY_REQUIRED',
          accepted: true,
          defaultProvider: true,
        },
        {
          id: trackingConsentId,
          name: 'Statistics',
          type: 'TRACKING',
          accepted: false,
          defaultProvider: true,
        },
        { id: 'vimeo', name: 'Vimeo', type: 'EXTERNAL_MEDIA', accepted: true },
      ],
      clientDetails: exampleClient,
    },
  },
});

/** Who decided. `browser`: without a session. `deleted`: an account that was deleted since. */
export const consentUserKinds = ['account', 'guest', 'browser', 'deleted'] as const;

/** A record of a decision. */
export const recordedConsent = z.strictObject({
  decisionId: z.string(),
  /** By the clock of the browser, but not later than `recordedAt`. */
  decidedAt: instant,
  /** By the clock of the server. */
  recordedAt: instant,
  mode: z.enum(operatingModes),
  architectureId: z.string(),
  /** The version of the venue that was shown when the report arrived. */
  venueVersion: z.number(),
  revision: z.string(),
  bannerType: z.enum(cookieBannerTypes),
  action: consentAction,
  userKind: z.enum(consentUserKinds),
  /** Absent for a deleted account. */
  userId: z.optional(z.string()),
  /** The language of the banner. */
  language: z.string(),
  clientVersion: z.string(),
  preferences: z.array(cookiePreference),
});
export type RecordedConsent = z.infer<typeof recordedConsent>;

export const listConsents = endpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/admin/consents',
  summary: 'Lists the recorded consents, oldest first',
  query: z.strictObject({
    /** `nextCursor` of the previous response. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  }),
  response: z.strictObject({ consents: z.array(recordedConsent), nextCursor: z.optional(z.string()) }),
  errors: ['unauthorized', 'forbidden'],
  example: { query: { limit: '20' } },
});

export const consentEndpoints = [reportCookiePreferences, listConsents] as const;
