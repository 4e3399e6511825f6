import * as z from 'zod';
import { displayName, timeouts, secret, apiBaseUrl } from '../../settings/values.ts';

export const cventSettings = z.strictObject({
  type: z.literal('cvent'),
  displayName,
  /** `https://api-platform.cvent.com/ea` in North America, `https://api-platform-eur.cvent.com/ea` in Europe. */
  baseUrl: apiBaseUrl,
  clientId: z.string().min(1).max(500),
  clientSecret: secret,
  /** Separated by spaces. By default Cvent grants all scopes of the client. */
  scope: z.optional(z.string().min(1).max(500)),
  patience: timeouts,
});
export type CventSettings = z.infer<typeof cventSettings>;
