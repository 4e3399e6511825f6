/** Sessions: sign-in, sign-out, ID tokens and their refresh, devices (SESSION, CALL-07, CALL-22). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fieldLength } from './limits.ts';
import { id } from './values.ts';

export const roles = ['ROLE_ATTENDEE', 'ROLE_HOST', 'ROLE_DESIGNER', 'ROLE_ADMIN'] as const;
export type Role = (typeof roles)[number];

/** Whether the roles include ROLE_HOST or ROLE_ADMIN. */
export const hasHostRole = (given: readonly Role[]): boolean =>
  given.some((role) => role === 'ROLE_HOST' || role === 'ROLE_ADMIN');

/**
 * The subject of a token: an account; a guest of an anonymous venue (`anon-…`, without roles); or a browser that opened
 * a stage link (`stage-…`, without roles, read access to the stage).
 */
export const sessionKinds = ['account', 'guest', 'stage'] as const;

/** The claims of an ID token (a signed JWT) that the web app uses. */
export const idTokenClaims = z.object({
  sub: z.string(),
  kind: z.enum(sessionKinds),
  /** '' for guests and the stage. */
  email: z.string(),
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  title: z.optional(z.string()),
  authorities: z.array(z.enum(roles)),
  /** The login option: 'password', 'cvent', 'bizzabo', the id of an OIDC or SAML provider, 'anonymous' or 'stage'. */
  provider: z.string(),
  /** The id of the session; absent for guests. */
  sid: z.optional(z.string()),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
});
export type IdTokenClaims = z.infer<typeof idTokenClaims>;

/** A new ID token. Browsers keep it in memory; the refresh token is set as an HttpOnly cookie. */
export const issuedIdToken = z.strictObject({
  idToken: z.string(),
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: z.number(),
});
export type IssuedIdToken = z.infer<typeof issuedIdToken>;

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

export const device = z.strictObject({
  sessionId: z.string(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  lastUsedAt: z.number(),
  provider: z.string(),
  /** Names such as 'Firefox' and 'Windows'; '' if unknown. */
  browser: z.string(),
  os: z.string(),
});
export type Device = z.infer<typeof device>;

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/session/sign-in',
  summary: 'Signs in with email and password, or with email and ticket number after a ticket lookup',
  body: z.strictObject({
    email: z.string().check(z.minLength(1), z.maxLength(fieldLength)),
    password: z.string().check(z.minLength(1), z.maxLength(fieldLength)),
  }),
  response: issuedIdToken,
  errors: [
    'invalidCredentials',
    'unknownUser',
    'forbidden',
    'accountBlocked',
    'tooManyAttempts',
    'requestTimeout',
    'notFound',
  ],
  example: { body: { email: 'nobody@example.com', password: 'not the right one' } },
});

export const refreshSession = endpoint({
  name: 'refreshSession',
  method: 'POST',
  path: '/session/refresh',
  summary: 'Returns a new ID token for the refresh cookie and rotates the cookie',
  response: issuedIdToken,
  errors: ['unauthorized'],
  example: {},
});

export const openGuestSession = endpoint({
  name: 'openGuestSession',
  method: 'POST',
  path: '/session/guest',
  summary: 'Opens a guest session in an anonymous venue. The same browser keeps the same identity',
  response: issuedIdToken,
  errors: ['notFound'],
  example: {},
});

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  path: '/session/sign-out',
  summary: 'Ends this session, or all sessions of the account',
  body: z.strictObject({ everywhere: z.boolean() }),
  example: { body: { everywhere: false } },
});

export const listDevices = endpoint({
  name: 'listDevices',
  method: 'GET',
  path: '/session/devices',
  summary: 'Lists the sessions of the account, most recently used first',
  response: z.strictObject({ devices: z.array(device) }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/session/devices/:sessionId',
  summary: 'Ends one session of the account',
  params: z.strictObject({ sessionId: id }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { sessionId: 'a-session' } },
});

export const checkVenueAccess = endpoint({
  name: 'checkVenueAccess',
  method: 'HEAD',
  path: '/venue',
  summary: 'Checks whether the session may access the venue: 200, 401 or 403, without a body',
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

/**
 * For accounts and guests; 403 for a stage link. The web app does not call this endpoint, it reads the ID token.
 */
export const getUserInfo = endpoint({
  name: 'getUserInfo',
  method: 'GET',
  path: '/userInfo',
  summary: 'Returns the account or guest of the session. A session of a stage link is rejected',
  response: userInfo,
  errors: ['unauthorized', 'forbidden'],
  example: {},
});
