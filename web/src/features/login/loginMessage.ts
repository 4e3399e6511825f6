/** What the login says when something is over (LOGIN-14, LOGIN-15, LOGIN-17): from codes to words, in one table. */
import type { ErrorCode, LoginError, TicketLoginAnswer, UserLookupStatus } from '@foyer/contract';
import { lockoutMs } from '@foyer/contract/limits';
import { ApiError } from '../../platform/api/apiError.ts';
import { retryAfterMs } from '../../platform/api/retry.ts';

/** How somebody tried; `account` are the pages behind the links of mails. */
export type Attempt = 'EMAIL_PASSWORD' | 'CVENT_LOGIN' | 'BIZZABO_LOGIN' | 'register' | 'account';
export type FieldName = 'email' | 'password' | 'number';

const goodNews = ['emailSent', 'registered', 'passwordSet', 'confirmed', 'emailChanged'] as const;
export type GoodNews = (typeof goodNews)[number];

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
  | { readonly kind: 'news'; readonly news: GoodNews }
  /** `field`: what has to be typed again. */
  | { readonly kind: 'refusal'; readonly refusal: Refusal; readonly field?: FieldName | undefined }
  /** One was logged out without having asked for it: no fault of what is tried here. */
  | { readonly kind: 'ended' }
  /** The server's own words, in its own language. */
  | { readonly kind: 'said'; readonly errMsg: string }
  /** `until`: milliseconds by `Date.now()`. */
  | { readonly kind: 'wait'; readonly until: number };

/** Whether it speaks of what was typed, and is over as soon as that is another. */
export const isOfTyped = (message: LoginMessage | undefined): boolean =>
  message?.kind === 'refusal' || message?.kind === 'said';

const notThere: Readonly<Record<Attempt, LoginMessage>> = {
  EMAIL_PASSWORD: { kind: 'refusal', refusal: 'loginError', field: 'password' },
  CVENT_LOGIN: { kind: 'refusal', refusal: 'cventLoginError', field: 'number' },
  BIZZABO_LOGIN: { kind: 'refusal', refusal: 'bizzaboLoginError', field: 'number' },
  register: { kind: 'refusal', refusal: 'unknownError' },
  account: { kind: 'refusal', refusal: 'unknownError' },
};

/** The codes that have words in every language; for all others the server's `errMsg` wins. */
function knownRefusal(code: ErrorCode | undefined, attempt: Attempt): LoginMessage | undefined {
  switch (code) {
    case 'invalidCredentials':
      return notThere[attempt];
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
  const known = knownRefusal(code, attempt);
  if (known) return known;
  if (code !== undefined && message !== '') return { kind: 'said', errMsg: message };
  return { kind: 'refusal', refusal: status === 401 || status === 403 ? 'unauthorized' : 'unknownError' };
}

const notAccepted = {
  CVENT_LOGIN: { kind: 'refusal', refusal: 'cventUserNotAccepted' },
  BIZZABO_LOGIN: { kind: 'refusal', refusal: 'bizzaboUserNotAccepted' },
} as const;

/** What a ticket platform's answer refuses, undefined where one may go on; an empty email counts as wrong (LOGIN-13). */
export function messageOfTicket(
  { status, emailAddress }: TicketLoginAnswer,
  attempt: 'CVENT_LOGIN' | 'BIZZABO_LOGIN',
): LoginMessage | undefined {
  const words: Readonly<Record<UserLookupStatus, LoginMessage | undefined>> = {
    NO_USER_FOUND: notThere[attempt],
    USER_INACTIVE: notAccepted[attempt],
    USER_FOUND: undefined,
    USER_CREATED: undefined,
  };
  return words[status] ?? (emailAddress === '' ? notThere[attempt] : undefined);
}

const returned: Readonly<Record<LoginError | 'notReachable', Refusal>> = {
  notReachable: 'notReachable',
  loginError: 'providerLoginError',
  loginAborted: 'loginAborted',
  duplicateAccount: 'duplicateAccount',
  unauthorized: 'unauthorized',
  unknownError: 'unknownError',
};

/** What a redirect login comes back with, or a session that was not let in, or has ended. */
export const messageOfReturn = (error: LoginError | 'notReachable' | 'ended'): LoginMessage =>
  error === 'ended' ? { kind: 'ended' } : { kind: 'refusal', refusal: returned[error] };
