/** The login options of the venue (LOGIN, CALL-06). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const loginProviders = ['ANONYMOUS', 'CVENT_LOGIN', 'BIZZABO_LOGIN', 'FIREBASE'] as const;

/** A login option. `providerID` is 'password' for email and password, `saml.…` for SAML, anything else for OIDC. */
export const loginConfiguration = z.strictObject({
  loginProvider: z.enum(loginProviders),
  loginType: z.optional(z.enum(loginProviders)),
  apiKey: z.optional(z.string()),
  authDomain: z.optional(z.string()),
  idpProvider: z._default(z.array(z.strictObject({ displayName: z.string(), providerID: z.string() })), []),
  /** The operator's label for the CVENT_LOGIN or BIZZABO_LOGIN button. */
  displayName: z.optional(z.string()),
  /** Password provider only: whether the server can send email, which a password reset needs. */
  passwordReset: z.optional(z.boolean()),
  /** Password provider only: set if users may register, with the allowed email domains ([] allows all). */
  registration: z.optional(z.strictObject({ allowedDomains: z.array(z.string()) })),
  /** Password provider in a demo only: accounts to sign in with. */
  demoAccounts: z.optional(
    z.array(z.strictObject({ role: z.string(), email: z.string(), password: z.string() })),
  ),
  /** Demo only: a ticket number, and for Bizzabo its email, to sign in with. */
  demoTicket: z.optional(z.strictObject({ number: z.string(), email: z.optional(z.string()) })),
});
export type LoginConfiguration = z.infer<typeof loginConfiguration>;

/** Whether the venue asks for a login (LOGIN-19): exactly when no ANONYMOUS provider is configured. */
export const isLoginEnabled = (configurations: readonly LoginConfiguration[]): boolean =>
  !configurations.some((configuration) => configuration.loginProvider === 'ANONYMOUS');

export const getLoginOptions = endpoint({
  name: 'getLoginOptions',
  method: 'GET',
  path: '/loginOptions',
  summary: 'Lists the login options. Those of the stage never include ANONYMOUS',
  response: z.array(loginConfiguration),
  example: {},
});
