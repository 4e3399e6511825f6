import * as z from 'zod';
import { allowedDomains, claimName, exactUrl, timeouts, providerId, secret } from '../settings/values.ts';

export const oidcSettings = z.strictObject({
  type: z.literal('oidc'),
  id: providerId.refine((id) => !id.startsWith('saml.'), 'expected an id without the prefix saml.'),
  displayName: z.string().min(1).max(120),
  /** Exactly as in the provider's `/.well-known/openid-configuration`. */
  issuer: exactUrl,
  clientId: z.string().min(1).max(500),
  /** Absent for a public client, which is protected by PKCE only. */
  clientSecret: z.optional(secret),
  scope: z._default(
    z.string().refine((value) => value.split(' ').includes('openid'), 'expected openid among the scopes'),
    'openid email profile',
  ),
  /** Additional parameters of the authorization request. */
  parameters: z._default(
    z.strictObject({
      prompt: z.optional(z.string()),
      hd: z.optional(z.string()),
      domain_hint: z.optional(z.string()),
      acr_values: z.optional(z.string()),
    }),
    {},
  ),
  claims: z._default(
    z.strictObject({
      email: z._default(claimName, 'email'),
      name: z._default(claimName, 'name'),
      company: z.optional(claimName),
      title: z.optional(claimName),
    }),
    { email: 'email', name: 'name' },
  ),
  allowedDomains,
  /** Whether an email counts as verified if the provider does not send `email_verified`. */
  trustEmail: z._default(z.boolean(), false),
  patience: timeouts,
});
export type OidcSettings = z.infer<typeof oidcSettings>;
