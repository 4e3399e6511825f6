import type { ErrorCode } from '@foyer/contract';
import { errorCodes } from '@foyer/contract';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/apiError.ts';
import { messageOfError, messageOfLoginError, type Attempt } from './loginMessage.ts';
import { messageOfTicketLookup } from './ticketMessage.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const rejected = (code: ErrorCode, errMsg = 'message of the server', retryAfter: string | null = null) =>
  new ApiError('PROCESSING_ERROR', errMsg, { status: errorCodes[code], serverCode: code, retryAfter });
const messageOf = (code: ErrorCode, attempt: Attempt = 'EMAIL_PASSWORD') =>
  messageOfError(rejected(code), attempt, now);

test('LOGIN-15k an email of another login option shows login.duplicateAccount', () => {
  expect(messageOf('duplicateAccount')).toEqual({
    kind: 'error',
    error: 'duplicateAccount',
    field: 'email',
  });
  expect(messageOf('duplicateAccount', 'CVENT_LOGIN')).toMatchObject({
    error: 'duplicateAccount',
    field: 'number',
  });
});

test('LOGIN-15b an unknown user shows login.unknownUser', () => {
  expect(messageOf('unknownUser')).toEqual({ kind: 'error', error: 'unknownUser', field: 'email' });
});

test('LOGIN-15c invalid credentials show the error of the login option', () => {
  expect(messageOf('invalidCredentials')).toEqual({
    kind: 'error',
    error: 'loginError',
    field: 'password',
  });
  expect(messageOf('invalidCredentials', 'CVENT_LOGIN')).toMatchObject({
    error: 'cventLoginError',
    field: 'number',
  });
  expect(messageOf('invalidCredentials', 'BIZZABO_LOGIN')).toMatchObject({
    error: 'bizzaboLoginError',
    field: 'number',
  });
});

test('LOGIN-15d LOGIN-16m too many attempts show the end of the wait that the server sends', () => {
  expect(messageOfError(rejected('tooManyAttempts', '', '87'), 'EMAIL_PASSWORD', now)).toEqual({
    kind: 'wait',
    until: now + 87_000,
  });
  expect(messageOf('tooManyAttempts')).toEqual({ kind: 'wait', until: now + 120_000 });
  expect(messageOf('tooManyRequests', 'CVENT_LOGIN')).toMatchObject({ kind: 'wait' });
});

test('LOGIN-15e each error of a redirect login has a message', () => {
  expect(messageOfLoginError('loginAborted')).toEqual({ kind: 'error', error: 'loginAborted' });
  expect(messageOfLoginError('duplicateAccount')).toEqual({ kind: 'error', error: 'duplicateAccount' });
  expect(messageOfLoginError('loginError')).toEqual({ kind: 'error', error: 'providerLoginError' });
  expect(messageOfLoginError('unauthorized')).toEqual({ kind: 'error', error: 'unauthorized' });
  expect(messageOfLoginError('unknownError')).toEqual({ kind: 'error', error: 'unknownError' });
});

test('LOGIN-15f LOGIN-17a any other error shows the message of the server', () => {
  for (const code of ['notFound', 'unavailable', 'internal', 'functionUnsupported', 'forbidden'] as const)
    expect(messageOf(code)).toEqual({ kind: 'serverMessage', errMsg: 'message of the server' });
});

test('LOGIN-17b without a message, 401 and 403 show login.unauthorized, and all others login.unknownError', () => {
  const bare = (status: number) =>
    messageOfError(new ApiError('PROCESSING_ERROR', 'Bad Gateway', { status }), 'EMAIL_PASSWORD', now);
  expect([401, 403, 404, 502].map(bare)).toEqual(
    ['unauthorized', 'unauthorized', 'unknownError', 'unknownError'].map((error) => ({
      kind: 'error',
      error,
    })),
  );
  expect(messageOfError(new TypeError('ours'), 'EMAIL_PASSWORD', now)).toEqual({
    kind: 'error',
    error: 'unknownError',
  });
});

test('LOGIN-17c a missing response shows login.notReachable', () => {
  expect(messageOfError(new ApiError('NOT_REACHABLE', 'no response'), 'CVENT_LOGIN', now)).toEqual({
    kind: 'error',
    error: 'notReachable',
  });
});

test('LOGIN-17d a registration that is not allowed shows login.registrationRejected', () => {
  expect(messageOf('forbidden', 'register')).toMatchObject({
    error: 'registrationRejected',
    field: 'email',
  });
  expect(messageOf('weakPassword', 'register')).toMatchObject({ error: 'weakPassword', field: 'password' });
});

test('LOGIN-14e unknown numbers and rejected registrations have different messages', () => {
  const status = (status: 'NO_USER_FOUND' | 'USER_INACTIVE', attempt: 'CVENT_LOGIN' | 'BIZZABO_LOGIN') =>
    messageOfTicketLookup({ status, emailAddress: '' }, attempt);
  expect(status('NO_USER_FOUND', 'CVENT_LOGIN')).toMatchObject({ error: 'cventLoginError' });
  expect(status('NO_USER_FOUND', 'BIZZABO_LOGIN')).toMatchObject({ error: 'bizzaboLoginError' });
  expect(status('USER_INACTIVE', 'CVENT_LOGIN')).toMatchObject({ error: 'cventUserNotAccepted' });
  expect(status('USER_INACTIVE', 'BIZZABO_LOGIN')).toMatchObject({ error: 'bizzaboUserNotAccepted' });
});

test('LOGIN-14f a ticket that is found, and a user who is created, have no message', () => {
  expect(messageOfTicketLookup({ status: 'USER_FOUND', emailAddress: 'a@x' }, 'CVENT_LOGIN')).toBeUndefined();
  expect(
    messageOfTicketLookup({ status: 'USER_CREATED', emailAddress: 'a@x' }, 'BIZZABO_LOGIN'),
  ).toBeUndefined();
});

test('LOGIN-13o an empty email means invalid credentials', () => {
  expect(messageOfTicketLookup({ status: 'USER_FOUND', emailAddress: '' }, 'CVENT_LOGIN')).toMatchObject({
    error: 'cventLoginError',
  });
});
