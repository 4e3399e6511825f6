/** What a user has decided about the providers of a venue, as the browser stores it. */
import * as z from 'zod/mini';
import { instant } from './localized.ts';
import { id } from './values.ts';

/** The consent to one provider, or to personalized tracking (`trackingConsentId`). */
export const storedConsent = z.strictObject({ id, accepted: z.boolean() });
export type StoredConsent = z.infer<typeof storedConsent>;

/** A decision holds for the settings with the same `consentRevision`, and for a limited time. */
export const storedDecision = z.strictObject({
  revision: z.string(),
  decidedAt: instant,
  consents: z.array(storedConsent),
});
export type StoredDecision = z.infer<typeof storedDecision>;
