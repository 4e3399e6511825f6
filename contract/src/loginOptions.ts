/** The ways in that the venue offers, asked for by every page (LOGIN, CALL-06). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const loginProviders = ['ANONYMOUS', 'CVENT_LOGIN', 'BIZZABO_LOGIN', 'FIREBASE'] as const;

/** One way in, as the server knows it; `providerID` 'password' is email and password, any other OIDC (`saml.…`: SAML). */
export const loginConfiguration = z.strictObject({
  loginProvider: z.enum(loginProviders),
  loginType: z.optional(z.enum(loginProviders)),
  apiKey: z.optional(z.string()),
  authDomain: z.optional(z.string()),
  idpProvider: z._default(z.array(z.strictObject({ displayName: z.string(), providerID: z.string() })), []),
  /** Label of a CVENT_LOGIN or BIZZABO_LOGIN button where the operator chose one. */
  displayName: z.optional(z.string()),
  /** Of the password provider: whether mails can be sent, and so a password reset. */
  passwordReset: z.optional(z.boolean()),
  /** Of the password provider: whether people may make accounts themselves, and with which domains ([]: any). */
  registration: z.optional(z.strictObject({ allowedDomains: z.array(z.string()) })),
  /** Of the password provider, in a demo alone: accounts to try it with. */
  demoAccounts: z.optional(
    z.array(z.strictObject({ role: z.string(), email: z.string(), password: z.string() })),
  ),
  /** In a demo alone: a number, and for bizzabo its email, to try it with. */
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
  summary: 'The ways into the venue; the stage has its own and never ANONYMOUS',
  answer: z.array(loginConfiguration),
  example: {},
});
