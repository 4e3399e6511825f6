/** From a sign-in to a sign-out: ID tokens, their refresh, the devices of a person (SESSION, CALL-07, CALL-22). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fieldLength } from './limits.ts';
import { id } from './values.ts';

export const roles = ['ROLE_ATTENDEE', 'ROLE_HOST', 'ROLE_DESIGNER', 'ROLE_ADMIN'] as const;
export type Role = (typeof roles)[number];

/**
 * Who a token speaks of: an account; a visitor of an anonymous venue (`anon-…`, no role); a browser that opened a stage
 * link (`stage-…`, may look at the stage, no role).
 */
export const sessionKinds = ['account', 'guest', 'stage'] as const;

/** The claims of an ID token (a signed JWT), as far as a browser reads them. */
export const idTokenClaims = z.object({
  sub: z.string(),
  kind: z.enum(sessionKinds),
  /** '' for guests and the stage. */
  email: z.string(),
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  title: z.optional(z.string()),
  authorities: z.array(z.enum(roles)),
  /** How one got in: 'password', 'cvent', 'bizzabo', an OIDC or SAML provider's id, 'anonymous', 'stage'. */
  provider: z.string(),
  /** Seconds since 1970. */
  iat: z.number(),
  exp: z.number(),
});
export type IdTokenClaims = z.infer<typeof idTokenClaims>;

/** The browser keeps the ID token in memory; the refresh token comes along as an HttpOnly cookie. */
export const openedSession = z.strictObject({
  idToken: z.string(),
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: z.number(),
});
export type OpenedSession = z.infer<typeof openedSession>;

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
  /** The session that asks. */
  current: z.boolean(),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  lastUsedAt: z.number(),
  provider: z.string(),
  /** As in 'Firefox on Windows'; '' where the browser does not say. */
  browser: z.string(),
  os: z.string(),
});
export type Device = z.infer<typeof device>;

export const signIn = endpoint({
  name: 'signIn',
  method: 'POST',
  path: '/session/sign-in',
  summary: 'Signs in with email and password, or with email and ticket number right after the ticket call',
  body: z.strictObject({
    email: z.string().check(z.minLength(1), z.maxLength(fieldLength)),
    password: z.string().check(z.minLength(1), z.maxLength(fieldLength)),
  }),
  answer: openedSession,
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
  summary: 'A new ID token for the refresh cookie, which is replaced',
  answer: openedSession,
  errors: ['unauthorized'],
  example: {},
});

export const openGuestSession = endpoint({
  name: 'openGuestSession',
  method: 'POST',
  path: '/session/guest',
  summary:
    'The signed identity of a visitor, where the venue is anonymous; the same one again for the same browser',
  answer: openedSession,
  errors: ['notFound'],
  example: {},
});

export const signOut = endpoint({
  name: 'signOut',
  method: 'POST',
  path: '/session/sign-out',
  summary: 'Ends this session, or every session of this account',
  body: z.strictObject({ everywhere: z.boolean() }),
  example: { body: { everywhere: false } },
});

export const listDevices = endpoint({
  name: 'listDevices',
  method: 'GET',
  path: '/session/devices',
  summary: 'Where this account is signed in, the last used first',
  answer: z.strictObject({ devices: z.array(device) }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const endDevice = endpoint({
  name: 'endDevice',
  method: 'DELETE',
  path: '/session/devices/:sessionId',
  summary: 'Ends one session of this account',
  params: z.strictObject({ sessionId: id }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { sessionId: 'a-session' } },
});

export const headVenue = endpoint({
  name: 'headVenue',
  method: 'HEAD',
  path: '/venue',
  summary: 'Whether this session may be here: 200, 401 or 403, without a body',
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

/**
 * Of an account or a guest. A browser that opened a stage link is no person: 403. The web app does not ask; it reads who
 * is here from the ID token.
 */
export const getUserInfo = endpoint({
  name: 'getUserInfo',
  method: 'GET',
  path: '/userInfo',
  summary: 'Who this session belongs to: a person with an account, or a guest; a stage link is neither',
  answer: userInfo,
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const sessionEndpoints = [
  signIn,
  refreshSession,
  openGuestSession,
  signOut,
  listDevices,
  endDevice,
  headVenue,
  getUserInfo,
] as const;
