/** The login screen and the ticket lookups of the event platforms (LOGIN, CALL-01, 02, 03). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fieldLength, registrationNumberMax } from './limits.ts';
import { getLoginOptions } from './loginOptions.ts';
import { id } from './values.ts';

export const loginOptionTypes = ['CVENT_LOGIN', 'BIZZABO_LOGIN', 'EMAIL_PASSWORD', 'FIREBASE_OIDC'] as const;
/** A button of the login screen. */
export const loginOption = z.strictObject({
  loginType: z.enum(loginOptionTypes),
  displayName: z.string(),
  providerId: z.optional(z.string()),
});
export type LoginOption = z.infer<typeof loginOption>;

export const userLookupStatuses = ['NO_USER_FOUND', 'USER_INACTIVE', 'USER_FOUND', 'USER_CREATED'] as const;
export type UserLookupStatus = (typeof userLookupStatuses)[number];

const field = z.string().check(z.maxLength(fieldLength));
export const cventLoginRequest = z.strictObject({
  architectureID: id,
  confirmationNumber: field.check(z.regex(/^[A-Za-z0-9]+$/)),
});
export const bizzaboLoginRequest = z.strictObject({
  architectureID: id,
  registrationNumber: z.number().check(z.int(), z.gte(0), z.lte(registrationNumberMax)),
  emailAddress: field.check(z.minLength(1)),
});
/** `emailAddress` is '' unless the status is USER_FOUND or USER_CREATED. */
export const ticketLookupResult = z.strictObject({
  status: z.enum(userLookupStatuses),
  emailAddress: z.string(),
});
export type TicketLookupResult = z.infer<typeof ticketLookupResult>;

export const loginWithCvent = endpoint({
  name: 'loginWithCvent',
  method: 'POST',
  path: '/cvent/login',
  summary: 'Looks up a Cvent confirmation number and allows one sign-in with it within 2 minutes',
  body: cventLoginRequest,
  response: ticketLookupResult,
  errors: ['notFound', 'duplicateAccount', 'accountBlocked', 'tooManyAttempts', 'functionUnsupported'],
  example: { body: { architectureID: 'nightfall', confirmationNumber: 'NIGHT2FALL26' } },
});

export const loginWithBizzabo = endpoint({
  name: 'loginWithBizzabo',
  method: 'POST',
  path: '/bizzabo/login',
  summary:
    'Looks up a Bizzabo registration number and its email and allows one sign-in with them within 2 minutes',
  body: bizzaboLoginRequest,
  response: ticketLookupResult,
  errors: ['notFound', 'duplicateAccount', 'accountBlocked', 'tooManyAttempts', 'functionUnsupported'],
  example: {
    body: { architectureID: 'nightfall', registrationNumber: 260001, emailAddress: 'mara@example.com' },
  },
});

export const countLogin = endpoint({
  name: 'countLogin',
  method: 'POST',
  path: '/capture/login',
  summary: 'Counts a login of the session, or of a guest',
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const loginEndpoints = [getLoginOptions, loginWithCvent, loginWithBizzabo, countLogin] as const;
