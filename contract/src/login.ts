import * as z from 'zod/mini';
import { fieldLength, registrationNumberMax } from './limits.ts';

export const loginProviders = ['ANONYMOUS', 'CVENT_LOGIN', 'BIZZABO_LOGIN', 'FIREBASE'] as const;

/** One way in, as the server knows it; `providerID` 'password' is email and password, any other OIDC (`saml.…`: SAML). */
export const loginConfiguration = z.strictObject({
  loginProvider: z.enum(loginProviders),
  loginType: z.optional(z.enum(loginProviders)),
  apiKey: z.optional(z.string()),
  authDomain: z.optional(z.string()),
  idpProvider: z._default(z.array(z.strictObject({ displayName: z.string(), providerID: z.string() })), []),
});
export type LoginConfiguration = z.infer<typeof loginConfiguration>;

export const loginOptionTypes = ['CVENT_LOGIN', 'BIZZABO_LOGIN', 'EMAIL_PASSWORD', 'FIREBASE_OIDC'] as const;
/** One button of the login screen. */
export const loginOption = z.strictObject({
  loginType: z.enum(loginOptionTypes),
  displayName: z.string(),
  providerId: z.optional(z.string()),
});
export type LoginOption = z.infer<typeof loginOption>;

export const userLookupStatuses = ['NO_USER_FOUND', 'USER_INACTIVE', 'USER_FOUND', 'USER_CREATED'] as const;

const field = z.string().check(z.maxLength(fieldLength));
export const cventLoginRequest = z.strictObject({
  architectureID: z.string(),
  confirmationNumber: field.check(z.regex(/^[A-Za-z0-9]+$/)),
});
export const bizzaboLoginRequest = z.strictObject({
  architectureID: z.string(),
  registrationNumber: z.number().check(z.int(), z.gte(0), z.lte(registrationNumberMax)),
  emailAddress: field,
});
export const ticketLoginAnswer = z.strictObject({
  status: z.enum(userLookupStatuses),
  emailAddress: z.string(),
});

export const roles = ['ROLE_ATTENDEE', 'ROLE_HOST', 'ROLE_DESIGNER', 'ROLE_ADMIN'] as const;
export type Role = (typeof roles)[number];

export const userInfo = z.strictObject({
  userId: z.string(),
  email: z.string(),
  attributes: z.strictObject({
    name: z.optional(z.string()),
    company: z.optional(z.string()),
    title: z.optional(z.string()),
  }),
});
export type UserInfo = z.infer<typeof userInfo>;

/** Whether the venue asks for a login (LOGIN-19): exactly when no ANONYMOUS provider is configured. */
export const isLoginEnabled = (configurations: readonly LoginConfiguration[]): boolean =>
  !configurations.some((configuration) => configuration.loginProvider === 'ANONYMOUS');
