/** The user's consent to third-party providers, as the browser stores it. */
import * as z from 'zod/mini';
import { id } from './values.ts';

/** The consent to one provider. */
export const storedConsent = z.strictObject({ id, accepted: z.boolean() });
export type StoredConsent = z.infer<typeof storedConsent>;
