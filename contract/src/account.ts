/** Accounts: links sent by email, registration, settings of the signed-in user, and administration. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fieldLength, maxReturnToLength, profileValueLength } from './limits.ts';
import { issuedIdToken, roles } from './session.ts';
import { id, locale } from './values.ts';

const email = z.string().check(z.minLength(1), z.maxLength(fieldLength));
const password = z.string().check(z.minLength(1), z.maxLength(fieldLength));
const name = z.string().check(z.maxLength(profileValueLength));
/** The secret of a link: the value after `#token=` in its URL. */
const token = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'is not a link token (43 characters of A-Z a-z 0-9 _ -)'));

/** The purposes of a link. */
export const accountLinkKinds = [
  'passwordReset',
  'invitation',
  'registration',
  'emailChange',
  'firstAdministrator',
] as const;
export type AccountLinkKind = (typeof accountLinkKinds)[number];

/**
 * The session that a link of an email has opened, like a sign-in; absent if the account cannot log in with a password here.
 */
const session = z.optional(issuedIdToken);

/** The path in the web app to open afterwards. A URL of another origin is ignored. */
const returnTo = z.optional(z.string().check(z.maxLength(maxReturnToLength)));

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/account/reset-password',
  summary: 'Emails a password reset link. The response is the same if the account does not exist',
  body: z.strictObject({
    email,
    locale,
    returnTo,
  }),
  errors: ['notFound', 'functionUnsupported'],
  example: { body: { email: 'nobody@example.com', locale: 'en' } },
});

export const getAccountLink = endpoint({
  name: 'getAccountLink',
  method: 'POST',
  path: '/account/link',
  summary: 'Returns the purpose and the owner of a link, without using the link up',
  body: z.strictObject({ token }),
  response: z.strictObject({
    kind: z.enum(accountLinkKinds),
    /** Empty for `firstAdministrator`. */
    email: z.string(),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
    returnTo: z.optional(z.string()),
  }),
  errors: ['linkExpired'],
  example: { body: { token: 'an-example-token-that-was-never-issued-0123' } },
});

export const setPassword = endpoint({
  name: 'setPassword',
  method: 'POST',
  path: '/account/set-password',
  summary:
    'Sets a password with a link, invalidates the link, ends all sessions of the account and signs in this browser',
  body: z.strictObject({ token, password }),
  response: z.strictObject({ email: z.string(), session }),
  errors: ['linkExpired', 'weakPassword', 'accountBlocked'],
  example: {
    body: { token: 'an-example-token-that-was-never-issued-0123', password: 'a long enough password' },
  },
});

export const registerAccount = endpoint({
  name: 'registerAccount',
  method: 'POST',
  path: '/account/register',
  summary:
    'Creates an account that its owner confirms by email. The response is the same if the account already exists',
  body: z.strictObject({ email, password, name, locale, returnTo }),
  errors: ['notFound', 'weakPassword', 'forbidden', 'functionUnsupported'],
  example: {
    body: {
      email: 'nobody@example.com',
      password: 'a long enough password',
      name: 'Example Person',
      locale: 'en',
    },
  },
});

export const confirmAccountLink = endpoint({
  name: 'confirmAccountLink',
  method: 'POST',
  path: '/account/confirm',
  summary: 'Confirms a registration, which also signs in, or an email change',
  body: z.strictObject({ token }),
  response: z.strictObject({
    kind: z.enum(accountLinkKinds),
    email: z.string(),
    /**
     * Set if a registration is confirmed in another browser: the token to set a new password with. The password of the
     * registration is discarded.
     */
    passwordToken: z.optional(z.string()),
    session,
  }),
  errors: ['linkExpired', 'duplicateAccount'],
  example: { body: { token: 'an-example-token-that-was-never-issued-0123' } },
});

export const createFirstAdministrator = endpoint({
  name: 'createFirstAdministrator',
  method: 'POST',
  path: '/account/first-administrator',
  summary:
    'Creates the first administrator with the link that the server prints at its first start, and signs in',
  body: z.strictObject({ token, email, password, name }),
  response: z.strictObject({ session }),
  errors: ['linkExpired', 'weakPassword', 'duplicateAccount'],
  example: {
    body: {
      token: 'an-example-token-that-was-never-issued-0123',
      email: 'admin@example.com',
      password: 'a long enough password',
      name: 'Ada Admin',
    },
  },
});

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/account/password',
  summary: 'Changes the password and ends all other sessions of the account',
  body: z.strictObject({ currentPassword: password, newPassword: password }),
  errors: ['unauthorized', 'forbidden', 'conflict', 'weakPassword', 'tooManyAttempts'],
  example: { body: { currentPassword: 'not the right one', newPassword: 'a long enough password' } },
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/account/email',
  summary: 'Emails a confirmation link to the new address. The address changes when the link is opened',
  body: z.strictObject({ email, currentPassword: password, locale }),
  errors: ['unauthorized', 'forbidden', 'conflict', 'tooManyAttempts', 'functionUnsupported'],
  example: { body: { email: 'new@example.com', currentPassword: 'not the right one', locale: 'en' } },
});

/** The signed-in user's account, for the settings page. */
export const ownAccount = z.strictObject({
  email: z.string(),
  /** Whether the account has a password. Without one, neither password nor email can be changed. */
  hasPassword: z.boolean(),
  providers: z.array(z.string()),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Whether the server can send email. */
  mail: z.boolean(),
});
export const getAccount = endpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/account',
  summary: "Returns the signed-in user's account settings",
  response: ownAccount,
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const exportAccount = endpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/account/export',
  summary: 'Exports all personal data of the account as JSON, one section per feature',
  response: z.record(z.string(), z.unknown()),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/account/delete',
  summary:
    'Deletes the account, its profile and its sessions permanently. Content that others need is anonymized',
  /**
   * `email` is the email of the account, as a confirmation. `currentPassword` is required if the account has a
   * password.
   */
  body: z.strictObject({ email, currentPassword: z.optional(password) }),
  errors: ['unauthorized', 'forbidden', 'conflict', 'tooManyAttempts'],
  example: { body: { email: 'nobody@example.com' } },
});

const rolesOfAccount = z.array(z.enum(roles)).check(z.maxLength(roles.length));

/** An account as administrators see it. */
export const accountEntry = z.strictObject({
  userId: z.string(),
  email: z.string(),
  /** False if a login provider only states the email. It may then belong to another user, and to another account. */
  emailVerified: z.boolean(),
  name: z.string(),
  roles: rolesOfAccount,
  blocked: z.boolean(),
  /** Invited or registered, but not confirmed yet. */
  pending: z.boolean(),
  providers: z.array(z.string()),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  lastLoginAt: z.nullable(z.number()),
});
export type AccountEntry = z.infer<typeof accountEntry>;

export const listAccounts = endpoint({
  name: 'listAccounts',
  method: 'GET',
  path: '/admin/accounts',
  summary: 'Lists accounts sorted by email; `q` filters by a part of the email or name',
  query: z.strictObject({
    q: z.optional(z.string().check(z.maxLength(fieldLength))),
    /** `next` of the previous response. */
    cursor: z.optional(z.string().check(z.maxLength(4 * fieldLength))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  }),
  response: z.strictObject({ accounts: z.array(accountEntry), nextCursor: z.optional(z.string()) }),
  errors: ['unauthorized', 'forbidden'],
  example: { query: { limit: '20' } },
});

/** Whether a link was emailed. If the server cannot send email, `url` is the link. */
export const linkDelivery = z.strictObject({ sent: z.boolean(), url: z.optional(z.string()) });

export const createAccount = endpoint({
  name: 'createAccount',
  method: 'POST',
  path: '/admin/accounts',
  summary: 'Creates an account, either with a password or with an invitation by email',
  body: z.strictObject({
    email,
    name: z.optional(name),
    company: z.optional(name),
    title: z.optional(name),
    roles: z.optional(rolesOfAccount),
    locale: z.optional(locale),
    password: z.optional(password),
  }),
  response: z.strictObject({ account: accountEntry, invitation: z.optional(linkDelivery) }),
  errors: ['unauthorized', 'forbidden', 'duplicateAccount', 'weakPassword'],
  example: { body: { email: 'example@example.com', password: 'a long enough password' } },
});

export const importAccounts = endpoint({
  name: 'importAccounts',
  method: 'POST',
  path: '/admin/accounts/import',
  summary: 'Creates accounts from CSV (email, name, company, title, role, locale) and invites them by email',
  body: z.strictObject({ csv: z.string(), invite: z._default(z.boolean(), true) }),
  response: z.strictObject({
    created: z.number(),
    unchanged: z.number(),
    invited: z.number(),
    /** Errors by line. If there are any, no account is created. */
    errors: z.array(z.strictObject({ line: z.number(), reason: z.string() })),
  }),
  errors: ['unauthorized', 'forbidden', 'payloadTooLarge'],
  example: { body: { csv: 'email,name\nimported@example.com,Ida Import\n', invite: false } },
});

const userParams = z.strictObject({ userId: id });
export const setAccountRoles = endpoint({
  name: 'setAccountRoles',
  method: 'POST',
  path: '/admin/accounts/:userId/roles',
  summary: 'Replaces the roles of an account. They take effect with the next ID token of each session',
  params: userParams,
  body: z.strictObject({ roles: rolesOfAccount }),
  response: accountEntry,
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { userId: 'nobody' }, body: { roles: ['ROLE_ATTENDEE'] } },
});

export const setAccountBlocked = endpoint({
  name: 'setAccountBlocked',
  method: 'POST',
  path: '/admin/accounts/:userId/blocked',
  summary: 'Blocks an account and ends its sessions, or unblocks it',
  params: userParams,
  body: z.strictObject({ blocked: z.boolean() }),
  response: accountEntry,
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { userId: 'nobody' }, body: { blocked: true } },
});

export const resetAccountPassword = endpoint({
  name: 'resetAccountPassword',
  method: 'POST',
  path: '/admin/accounts/:userId/reset',
  summary:
    'Emails a password reset link, or the invitation again. Returns the link if the server cannot send email',
  params: userParams,
  response: linkDelivery,
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { userId: 'nobody' } },
});

export const accountEndpoints = [
  requestPasswordReset,
  getAccountLink,
  setPassword,
  registerAccount,
  confirmAccountLink,
  createFirstAdministrator,
  changePassword,
  changeEmail,
  getAccount,
  exportAccount,
  deleteAccount,
  listAccounts,
  createAccount,
  importAccounts,
  setAccountRoles,
  setAccountBlocked,
  resetAccountPassword,
] as const;
