/** Maps the results and errors of logins to messages (LOGIN-14, LOGIN-15, LOGIN-17). */
import type { ErrorCode, LoginError, TicketLookupResult, UserLookupStatus } from '@foyer/contract';
import { lockoutMs } from '@foyer/contract/limits';
import { ApiError } from '../../platform/api/apiError.ts';
import { retryAfterMs } from '../../platform/api/retry.ts';

/** What was submitted; `account` stands for the pages behind links in emails. */
export type Attempt = 'EMAIL_PASSWORD' | 'CVENT_LOGIN' | 'BIZZABO_LOGIN' | 'register' | 'account';
export type FieldName = 'email' | 'password' | 'number';

const goodNews = ['emailSent', 'registered', 'passwordSet', 'confirmed', 'emailChanged'] as const;
export type LoginSuccess = (typeof goodNews)[number];

export type Refusal =
  | 'loginError'
  | 'providerLoginError'
  | 'cventLoginError'
  | 'bizzaboLoginError'
  | 'cventUserNotAccepted'
  | 'bizzaboUserNotAccepted'
  | 'unknownUser'
  | 'duplicateAccount'
  | 'loginAborted'
  | 'unauthorized'
  | 'accountBlocked'
  | 'unknownError'
  | 'notReachable'
  | 'weakPassword'
  | 'registrationRefused';

export type LoginMessage =
  | { readonly kind: 'news'; readonly news: LoginSuccess }
  /** `field`: the field to correct. */
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly field?: FieldName | undefined }
  /** The session has ended without the user logging out. */
  | { readonly kind: 'ended' }
  /** The server's error message, in English. */
  | { readonly kind: 'serverMessage'; readonly errMsg: string }
  /** `until`: milliseconds by `Date.now()`. */
  | { readonly kind: 'wait'; readonly until: number };

/** Whether the message is about the values of the fields, so that it is removed when they change. */
export const isAboutInput = (message: LoginMessage | undefined): boolean =>
  message?.kind === 'refusal' || message?.kind === 'serverMessage';

const unknownCredentials: Readonly<Record<Attempt, LoginMessage>> = {
  EMAIL_PASSWORD: { kind: 'refusal', refusal: 'loginError', field: 'password' },
  CVENT_LOGIN: { kind: 'refusal', refusal: 'cventLoginError', field: 'number' },
  BIZZABO_LOGIN: { kind: 'refusal', refusal: 'bizzaboLoginError', field: 'number' },
  register: { kind: 'refusal', refusal: 'unknownError' },
  account: { kind: 'refusal', refusal: 'unknownError' },
};

/** The message for codes with a translated text; for all other codes the server's `errMsg` is shown. */
function refusalOfCode(code: ErrorCode | undefined, attempt: Attempt): LoginMessage | undefined {
  switch (code) {
    case 'invalidCredentials':
      return unknownCredentials[attempt];
    case 'unknownUser':
      return { kind: 'refusal', refusal: 'unknownUser', field: 'email' };
    case 'duplicateAccount':
      return {
        kind: 'refusal',
        refusal: 'duplicateAccount',
        field: attempt === 'CVENT_LOGIN' ? 'number' : 'email',
      };
    case 'accountBlocked':
      return { kind: 'refusal', refusal: 'accountBlocked' };
    case 'weakPassword':
      return { kind: 'refusal', refusal: 'weakPassword', field: 'password' };
    case 'forbidden':
      return attempt === 'register'
        ? { kind: 'refusal', refusal: 'registrationRefused', field: 'email' }
        : undefined;
    default:
      return undefined;
  }
}

/** @param now milliseconds by `Date.now()` */
export function messageOfError(error: unknown, attempt: Attempt, now: number): LoginMessage {
  if (!(error instanceof ApiError)) return { kind: 'refusal', refusal: 'unknownError' };
  const { status, serverCode: code, message, retryAfter } = error;
  if (status === 0) return { kind: 'refusal', refusal: 'notReachable' };
  if (status === 429) return { kind: 'wait', until: now + (retryAfterMs(retryAfter, now) ?? lockoutMs) };
  const known = refusalOfCode(code, attempt);
  if (known) return known;
  if (code !== undefined && message !== '') return { kind: 'serverMessage', errMsg: message };
  return { kind: 'refusal', refusal: status === 401 || status === 403 ? 'unauthorized' : 'unknownError' };
}

const notAccepted = {
  CVENT_LOGIN: { kind: 'refusal', refusal: 'cventUserNotAccepted' },
  BIZZABO_LOGIN: { kind: 'refusal', refusal: 'bizzaboUserNotAccepted' },
} as const;

/** The message for a failed ticket lookup; undefined if it succeeded. An empty email counts as failed (LOGIN-13). */
export function messageOfTicketLookup(
  { status, emailAddress }: TicketLookupResult,
  attempt: 'CVENT_LOGIN' | 'BIZZABO_LOGIN',
): LoginMessage | undefined {
  const messages: Readonly<Record<UserLookupStatus, LoginMessage | undefined>> = {
    NO_USER_FOUND: unknownCredentials[attempt],
    USER_INACTIVE: notAccepted[attempt],
    USER_FOUND: undefined,
    USER_CREATED: undefined,
  };
  return messages[status] ?? (emailAddress === '' ? unknownCredentials[attempt] : undefined);
}

const refusalOfLoginError: Readonly<Record<LoginError | 'notReachable', Refusal>> = {
  notReachable: 'notReachable',
  loginError: 'providerLoginError',
  loginAborted: 'loginAborted',
  duplicateAccount: 'duplicateAccount',
  unauthorized: 'unauthorized',
  unknownError: 'unknownError',
};

/** The message for the error of a redirect login, or for a session that was rejected or has ended. */
export const messageOfLoginError = (error: LoginError | 'notReachable' | 'ended'): LoginMessage =>
  error === 'ended' ? { kind: 'ended' } : { kind: 'refusal', refusal: refusalOfLoginError[error] };
