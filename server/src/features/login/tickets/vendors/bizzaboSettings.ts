import * as z from 'zod';
import { displayName, timeouts, secret, apiBaseUrl } from '../../settings/values.ts';

/** Either an API key, or a client that requests tokens for an account. */
export const bizzaboSettings = z
  .strictObject({
    type: z.literal('bizzabo'),
    displayName,
    /** The event whose registrations are accepted. */
    eventId: z.int().min(1),
    /** `https://api.bizzabo.com/v1`. */
    baseUrl: apiBaseUrl,
    apiKey: z.optional(secret),
    client: z.optional(
      z.strictObject({
        /** `https://auth.bizzabo.com/oauth/token`. */
        tokenUrl: apiBaseUrl,
        clientId: z.string().min(1).max(500),
        clientSecret: secret,
        accountId: z.int().min(0),
        audience: z._default(z.string().min(1).max(500), 'https://api.bizzabo.com/api'),
      }),
    ),
    /** The field that attendees enter as their registration number: `id`, `orderId` or the name of a property. */
    numberField: z._default(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,99}$/), 'id'),
    patience: timeouts,
  })
  .refine(({ apiKey, client }) => (apiKey === undefined) !== (client === undefined), {
    message: 'expected either apiKey (or apiKeyFile) or client',
  });
export type BizzaboSettings = z.infer<typeof bizzaboSettings>;
