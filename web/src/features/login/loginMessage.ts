/** Maps the results and errors of logins to messages (LOGIN-14, LOGIN-15, LOGIN-17). */
import type { ErrorCode, LoginError } from '@foyer/contract';
import { lockoutMs } from '@foyer/contract/limits';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import { ApiError } from '../../platform/api/apiError.ts';

/** What was submitted; `account` stands for the pages behind links in emails. */
export type Attempt = 'EMAIL_PASSWORD' | 'CVENT_LOGIN' | 'BIZZABO_LOGIN' | 'register' | 'account';
export type FieldName = 'email' | 'password' | 'number';

const successes = ['emailSent', 'registered', 'passwordSet', 'confirmed', 'emailChanged'] as const;
export type LoginSuccess = (typeof successes)[number];

/** The texts of errors, by their keys in `login.messages`. */
export type LoginErrorKey =
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
  | 'registrationRejected';

export type LoginMessage =
  | { readonly kind: 'news'; readonly news: LoginSuccess }
  /** `field`: the field to correct. */
  | { readonly kind: 'error'; readonly error: LoginErrorKey; readonly field?: FieldName | undefined }
  /** The session has ended without the user logging out. */
  | { readonly kind: 'ended' }
  /** The server's error message, in English. */
  | { readonly kind: 'serverMessage'; readonly errMsg: string }
  /** `until`: milliseconds by `Date.now()`. */
  | { readonly kind: 'wait'; readonly until: number };

/** Whether the message is about the values of the fields, so that it is removed when they change. */
export const isAboutInput = (message: LoginMessage | undefined): boolean =>
  message?.kind === 'error' || message?.kind === 'serverMessage';

export const unknownCredentials: Readonly<Record<Attempt, LoginMessage>> = {
  EMAIL_PASSWORD: { kind: 'error', error: 'loginError', field: 'password' },
  CVENT_LOGIN: { kind: 'error', error: 'cventLoginError', field: 'number' },
  BIZZABO_LOGIN: { kind: 'error', error: 'bizzaboLoginError', field: 'number' },
  register: { kind: 'error', error: 'unknownError' },
  account: { kind: 'error', error: 'unknownError' },
};

/** The message for codes with a translated text; for all other codes the server's `errMsg` is shown. */
function messageOfCode(code: ErrorCode | undefined, attempt: Attempt): LoginMessage | undefined {
  switch (code) {
    case 'invalidCredentials':
      return unknownCredentials[attempt];
    case 'unknownUser':
      return { kind: 'error', error: 'unknownUser', field: 'email' };
    case 'duplicateAccount':
      return {
        kind: 'error',
        error: 'duplicateAccount',
        field: attempt === 'CVENT_LOGIN' ? 'number' : 'email',
      };
    case 'accountBlocked':
      return { kind: 'error', error: 'accountBlocked' };
    case 'weakPassword':
      return { kind: 'error', error: 'weakPassword', field: 'password' };
    case 'forbidden':
      return attempt === 'register'
        ? { kind: 'error', error: 'registrationRejected', field: 'email' }
        : undefined;
    default:
      return undefined;
  }
}

/** @param now milliseconds by `Date.now()` */
export function messageOfError(error: unknown, attempt: Attempt, now: number): LoginMessage {
  if (!(error instanceof ApiError)) return { kind: 'error', error: 'unknownError' };
  const { status, serverCode: code, message, retryAfter } = error;
  if (status === 0) return { kind: 'error', error: 'notReachable' };
  if (status === 429) return { kind: 'wait', until: now + (parseRetryAfter(retryAfter, now) ?? lockoutMs) };
  const translated = messageOfCode(code, attempt);
  if (translated) return translated;
  if (code !== undefined && message !== '') return { kind: 'serverMessage', errMsg: message };
  return { kind: 'error', error: status === 401 || status === 403 ? 'unauthorized' : 'unknownError' };
}

const keyOfLoginError: Readonly<Record<LoginError | 'notReachable', LoginErrorKey>> = {
  notReachable: 'notReachable',
  loginError: 'providerLoginError',
  loginAborted: 'loginAborted',
  duplicateAccount: 'duplicateAccount',
  unauthorized: 'unauthorized',
  unknownError: 'unknownError',
};

/** The message for the error of a redirect login, or for a session that was rejected or has ended. */
export const messageOfLoginError = (error: LoginError | 'notReachable' | 'ended'): LoginMessage =>
  error === 'ended' ? { kind: 'ended' } : { kind: 'error', error: keyOfLoginError[error] };
