/** A person's choice about outside providers, as their browser keeps it. */
import * as z from 'zod/mini';
import { id } from './values.ts';

/** What a browser keeps of a person's choice, per provider. */
export const storedConsent = z.strictObject({ id, accepted: z.boolean() });
export type StoredConsent = z.infer<typeof storedConsent>;
