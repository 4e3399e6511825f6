/** Accounts: links by mail, registration, changes by their owner, and the administrator's calls. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { fieldLength, maxReturnToLength, profileValueLength } from './limits.ts';
import { roles } from './session.ts';
import { id, locale } from './values.ts';

const email = z.string().check(z.minLength(1), z.maxLength(fieldLength));
const password = z.string().check(z.minLength(1), z.maxLength(fieldLength));
const name = z.string().check(z.maxLength(profileValueLength));
/** The secret part of a link, after its `#token=`. */
const token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'is not the token of a link'));

/** What a link is for: a forgotten password, an invitation, a new account, a change of email, the first administrator. */
export const accountLinkKinds = [
  'passwordReset',
  'invitation',
  'registration',
  'emailChange',
  'firstAdministrator',
] as const;
export type AccountLinkKind = (typeof accountLinkKinds)[number];

/** A path of the web app to come back to; one of another origin is ignored. */
const returnTo = z.optional(z.string().check(z.maxLength(maxReturnToLength)));

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/account/reset-password',
  summary: 'Sends a mail with a link to a new password, and answers alike where there is no such account',
  body: z.strictObject({
    email,
    locale,
    returnTo,
  }),
  errors: ['notFound', 'functionUnsupported'],
  example: { body: { email: 'nobody@example.com', locale: 'en' } },
});

export const readAccountLink = endpoint({
  name: 'readAccountLink',
  method: 'POST',
  path: '/account/link',
  summary: 'What a link is for and whose; burns nothing',
  body: z.strictObject({ token }),
  answer: z.strictObject({
    kind: z.enum(accountLinkKinds),
    /** '' for the first administrator. */
    email: z.string(),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
    returnTo: z.optional(z.string()),
  }),
  errors: ['linkExpired'],
  example: { body: { token: 'not-a-token-that-anybody-was-given-01234567' } },
});

export const setPassword = endpoint({
  name: 'setPassword',
  method: 'POST',
  path: '/account/set-password',
  summary: 'Sets the password a link allows to set, burns the link, and ends all sessions of the account',
  body: z.strictObject({ token, password }),
  answer: z.strictObject({ email: z.string() }),
  errors: ['linkExpired', 'weakPassword', 'accountBlocked'],
  example: {
    body: { token: 'not-a-token-that-anybody-was-given-01234567', password: 'a long enough password' },
  },
});

export const registerAccount = endpoint({
  name: 'registerAccount',
  method: 'POST',
  path: '/account/register',
  summary: 'Makes an account that its owner confirms by mail; answers alike where there is one already',
  body: z.strictObject({ email, password, name, locale, returnTo }),
  errors: ['notFound', 'weakPassword', 'forbidden', 'functionUnsupported'],
  example: {
    body: {
      email: 'nobody@example.com',
      password: 'a long enough password',
      name: 'Nobody at all',
      locale: 'en',
    },
  },
});

export const confirmAccountLink = endpoint({
  name: 'confirmAccountLink',
  method: 'POST',
  path: '/account/confirm',
  summary: 'Confirms a registration or a change of email',
  body: z.strictObject({ token }),
  answer: z.strictObject({
    kind: z.enum(accountLinkKinds),
    email: z.string(),
    /** Of a registration that is confirmed in another browser: the token of a link to a new password, the earlier one is dropped. */
    passwordToken: z.optional(z.string()),
  }),
  errors: ['linkExpired', 'duplicateAccount'],
  example: { body: { token: 'not-a-token-that-anybody-was-given-01234567' } },
});

export const createFirstAdministrator = endpoint({
  name: 'createFirstAdministrator',
  method: 'POST',
  path: '/account/first-administrator',
  summary: 'Makes the first administrator, by the link that the first start prints',
  body: z.strictObject({ token, email, password, name }),
  errors: ['linkExpired', 'weakPassword', 'duplicateAccount'],
  example: {
    body: {
      token: 'not-a-token-that-anybody-was-given-01234567',
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
  summary: 'Changes the password and ends every other session of the account',
  body: z.strictObject({ currentPassword: password, newPassword: password }),
  errors: ['unauthorized', 'forbidden', 'conflict', 'weakPassword', 'tooManyAttempts'],
  example: { body: { currentPassword: 'not the right one', newPassword: 'a long enough password' } },
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/account/email',
  summary: 'Sends a mail to the new address; the change holds once its link was followed',
  body: z.strictObject({ email, currentPassword: password, locale }),
  errors: ['unauthorized', 'forbidden', 'conflict', 'tooManyAttempts', 'functionUnsupported'],
  example: { body: { email: 'new@example.com', currentPassword: 'not the right one', locale: 'en' } },
});

/** What an account may do itself. */
export const ownAccount = z.strictObject({
  email: z.string(),
  /** An email and password of its own: without one neither can be changed here. */
  hasPassword: z.boolean(),
  providers: z.array(z.string()),
  /** Milliseconds since 1970. */
  createdAt: z.number(),
  /** Whether this server can send mails. */
  mail: z.boolean(),
});
export const getOwnAccount = endpoint({
  name: 'getOwnAccount',
  method: 'GET',
  path: '/account',
  summary: 'What the settings of an account are drawn from',
  answer: ownAccount,
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const exportAccount = endpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/account/export',
  summary: 'Everything this server holds of the account, as JSON, a section for each feature',
  answer: z.record(z.string(), z.unknown()),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/account/delete',
  summary:
    'Deletes the account for good: its profile and sessions go, what others need to see is made anonymous',
  /** The account's own email, typed again; the password where there is one. */
  body: z.strictObject({ email, currentPassword: z.optional(password) }),
  errors: ['unauthorized', 'forbidden', 'conflict', 'tooManyAttempts'],
  example: { body: { email: 'nobody@example.com' } },
});

const rolesOfAccount = z.array(z.enum(roles)).check(z.maxLength(roles.length));

/** An account as administrators see it. */
export const accountEntry = z.strictObject({
  userId: z.string(),
  email: z.string(),
  /** False where a provider only names it: then it may be somebody else's, and another account may have it. */
  emailVerified: z.boolean(),
  name: z.string(),
  roles: rolesOfAccount,
  blocked: z.boolean(),
  /** Invited or registered, and not confirmed yet. */
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
  summary: 'Accounts by email, those whose email or name contains `q`',
  query: z.strictObject({
    q: z.optional(z.string().check(z.maxLength(fieldLength))),
    /** `next` of the answer before. */
    after: z.optional(z.string().check(z.maxLength(4 * fieldLength))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  }),
  answer: z.strictObject({ accounts: z.array(accountEntry), next: z.optional(z.string()) }),
  errors: ['unauthorized', 'forbidden'],
  example: { query: { limit: '20' } },
});

/** What was done about telling the person: `url` is the link itself where no mail can be sent. */
export const linkAnswer = z.strictObject({ sent: z.boolean(), url: z.optional(z.string()) });

export const addAccount = endpoint({
  name: 'addAccount',
  method: 'POST',
  path: '/admin/accounts',
  summary: 'Makes an account, with a password or with an invitation by mail',
  body: z.strictObject({
    email,
    name: z.optional(name),
    company: z.optional(name),
    title: z.optional(name),
    roles: z.optional(rolesOfAccount),
    locale: z.optional(locale),
    password: z.optional(password),
  }),
  answer: z.strictObject({ account: accountEntry, invitation: z.optional(linkAnswer) }),
  errors: ['unauthorized', 'forbidden', 'duplicateAccount', 'weakPassword'],
  example: { body: { email: 'example@example.com', password: 'a long enough password' } },
});

export const importAccounts = endpoint({
  name: 'importAccounts',
  method: 'POST',
  path: '/admin/accounts/import',
  summary:
    'Makes accounts of a CSV list (email, name, company, title, role, locale) and invites them by mail',
  body: z.strictObject({ csv: z.string(), invite: z._default(z.boolean(), true) }),
  answer: z.strictObject({
    created: z.number(),
    unchanged: z.number(),
    invited: z.number(),
    /** Nothing is made while a line has a fault. */
    faults: z.array(z.strictObject({ line: z.number(), reason: z.string() })),
  }),
  errors: ['unauthorized', 'forbidden', 'payloadTooLarge'],
  example: { body: { csv: 'email,name\nimported@example.com,Ida Import\n', invite: false } },
});

const userParams = z.strictObject({ userId: id });
export const setAccountRoles = endpoint({
  name: 'setAccountRoles',
  method: 'POST',
  path: '/admin/accounts/:userId/roles',
  summary: 'Gives an account its roles; its sessions have them with their next token',
  params: userParams,
  body: z.strictObject({ roles: rolesOfAccount }),
  answer: accountEntry,
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { userId: 'nobody' }, body: { roles: ['ROLE_ATTENDEE'] } },
});

export const setAccountBlocked = endpoint({
  name: 'setAccountBlocked',
  method: 'POST',
  path: '/admin/accounts/:userId/blocked',
  summary: 'Blocks an account and ends its sessions, or lets it in again',
  params: userParams,
  body: z.strictObject({ blocked: z.boolean() }),
  answer: accountEntry,
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { userId: 'nobody' }, body: { blocked: true } },
});

export const resetAccountPassword = endpoint({
  name: 'resetAccountPassword',
  method: 'POST',
  path: '/admin/accounts/:userId/reset',
  summary:
    'Sends a link to a new password, or an invitation again; answers the link where no mail can be sent',
  params: userParams,
  answer: linkAnswer,
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: { params: { userId: 'nobody' } },
});

export const accountEndpoints = [
  requestPasswordReset,
  readAccountLink,
  setPassword,
  registerAccount,
  confirmAccountLink,
  createFirstAdministrator,
  changePassword,
  changeEmail,
  getOwnAccount,
  exportAccount,
  deleteAccount,
  listAccounts,
  addAccount,
  importAccounts,
  setAccountRoles,
  setAccountBlocked,
  resetAccountPassword,
] as const;
