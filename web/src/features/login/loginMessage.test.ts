import type { ErrorCode } from '@foyer/contract';
import { errorCodes } from '@foyer/contract';
import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/apiError.ts';
import { messageOfError, messageOfReturn, messageOfTicket, type Attempt } from './loginMessage.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const refused = (code: ErrorCode, errMsg = 'in the words of the server', retryAfter: string | null = null) =>
  new ApiError('PROCESSING_ERROR', errMsg, { status: errorCodes[code], serverCode: code, retryAfter });
const said = (code: ErrorCode, attempt: Attempt = 'EMAIL_PASSWORD') =>
  messageOfError(refused(code), attempt, now);

test('LOGIN-15a an email in use elsewhere is told as login.duplicateAccount', () => {
  expect(said('duplicateAccount')).toEqual({ kind: 'refusal', refusal: 'duplicateAccount', field: 'email' });
  expect(said('duplicateAccount', 'CVENT_LOGIN')).toMatchObject({
    refusal: 'duplicateAccount',
    field: 'number',
  });
});

test('LOGIN-15b an unknown user is told as login.unknownUser', () => {
  expect(said('unknownUser')).toEqual({ kind: 'refusal', refusal: 'unknownUser', field: 'email' });
});

test('LOGIN-15c invalid credentials are told as the login error of the way one came', () => {
  expect(said('invalidCredentials')).toEqual({ kind: 'refusal', refusal: 'loginError', field: 'password' });
  expect(said('invalidCredentials', 'CVENT_LOGIN')).toMatchObject({
    refusal: 'cventLoginError',
    field: 'number',
  });
  expect(said('invalidCredentials', 'BIZZABO_LOGIN')).toMatchObject({
    refusal: 'bizzaboLoginError',
    field: 'number',
  });
});

test('LOGIN-15d LOGIN-16b too many attempts are told with the end of the wait, as the server names it', () => {
  expect(messageOfError(refused('tooManyAttempts', '', '87'), 'EMAIL_PASSWORD', now)).toEqual({
    kind: 'wait',
    until: now + 87_000,
  });
  expect(said('tooManyAttempts')).toEqual({ kind: 'wait', until: now + 120_000 });
  expect(said('tooManyRequests', 'CVENT_LOGIN')).toMatchObject({ kind: 'wait' });
});

test('LOGIN-15e what a redirect login comes back with has its words', () => {
  expect(messageOfReturn('loginAborted')).toEqual({ kind: 'refusal', refusal: 'loginAborted' });
  expect(messageOfReturn('duplicateAccount')).toEqual({ kind: 'refusal', refusal: 'duplicateAccount' });
  expect(messageOfReturn('loginError')).toEqual({ kind: 'refusal', refusal: 'providerLoginError' });
  expect(messageOfReturn('unauthorized')).toEqual({ kind: 'refusal', refusal: 'unauthorized' });
  expect(messageOfReturn('unknownError')).toEqual({ kind: 'refusal', refusal: 'unknownError' });
});

test('LOGIN-15f LOGIN-17a any other refusal passes through in the words of the server', () => {
  for (const code of ['notFound', 'unavailable', 'internal', 'functionUnsupported', 'forbidden'] as const)
    expect(said(code)).toEqual({ kind: 'said', errMsg: 'in the words of the server' });
});

test('LOGIN-17b without such words, 401 and 403 are told as login.unauthorized, all else as login.unknownError', () => {
  const bare = (status: number) =>
    messageOfError(new ApiError('PROCESSING_ERROR', 'Bad Gateway', { status }), 'EMAIL_PASSWORD', now);
  expect([401, 403, 404, 502].map(bare)).toEqual(
    ['unauthorized', 'unauthorized', 'unknownError', 'unknownError'].map((refusal) => ({
      kind: 'refusal',
      refusal,
    })),
  );
  expect(messageOfError(new TypeError('ours'), 'EMAIL_PASSWORD', now)).toEqual({
    kind: 'refusal',
    refusal: 'unknownError',
  });
});

test('LOGIN-17c no answer is told as such', () => {
  expect(messageOfError(new ApiError('NOT_REACHABLE', 'no response'), 'CVENT_LOGIN', now)).toEqual({
    kind: 'refusal',
    refusal: 'notReachable',
  });
});

test('LOGIN-17d a registration that is not allowed says so', () => {
  expect(said('forbidden', 'register')).toMatchObject({ refusal: 'registrationRefused', field: 'email' });
  expect(said('weakPassword', 'register')).toMatchObject({ refusal: 'weakPassword', field: 'password' });
});

test('LOGIN-14a a number that is not known, and one that is not accepted, have a message each', () => {
  const status = (status: 'NO_USER_FOUND' | 'USER_INACTIVE', attempt: 'CVENT_LOGIN' | 'BIZZABO_LOGIN') =>
    messageOfTicket({ status, emailAddress: '' }, attempt);
  expect(status('NO_USER_FOUND', 'CVENT_LOGIN')).toMatchObject({ refusal: 'cventLoginError' });
  expect(status('NO_USER_FOUND', 'BIZZABO_LOGIN')).toMatchObject({ refusal: 'bizzaboLoginError' });
  expect(status('USER_INACTIVE', 'CVENT_LOGIN')).toMatchObject({ refusal: 'cventUserNotAccepted' });
  expect(status('USER_INACTIVE', 'BIZZABO_LOGIN')).toMatchObject({ refusal: 'bizzaboUserNotAccepted' });
});

test('LOGIN-14b whoever is found or new goes on', () => {
  expect(messageOfTicket({ status: 'USER_FOUND', emailAddress: 'a@x' }, 'CVENT_LOGIN')).toBeUndefined();
  expect(messageOfTicket({ status: 'USER_CREATED', emailAddress: 'a@x' }, 'BIZZABO_LOGIN')).toBeUndefined();
});

test('LOGIN-13a an empty email means invalid credentials', () => {
  expect(messageOfTicket({ status: 'USER_FOUND', emailAddress: '' }, 'CVENT_LOGIN')).toMatchObject({
    refusal: 'cventLoginError',
  });
});
