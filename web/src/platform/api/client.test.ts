import { diffVersions, getMandatoryPages, getVenue } from '@foyer/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialUser, useUser } from '../state/user.ts';
import { globalErrorCodeOf } from './apiError.ts';
import { authorizationFor, call, MissingParameterError, type CallInput } from './client.ts';

beforeEach(() => vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall')));
afterEach(() => {
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
});

test.each([
  [0, 'NOT_REACHABLE'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'PROCESSING_ERROR'],
  [409, 'PROCESSING_ERROR'],
  [500, 'PROCESSING_ERROR'],
  [501, 'FUNCTION_UNSUPPORTED'],
])('ERROR-01a status %i means %s', (status, code) => {
  expect(globalErrorCodeOf(status)).toBe(code);
});

test('ERROR-05c a call without a required parameter is not sent, and the error names the parameter', async () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  const missing = (input: object) => input as CallInput<typeof getVenue>;
  await expect(call(getVenue, missing({ query: {} }))).rejects.toThrow(
    'the required parameter architectureId is missing',
  );
  await expect(call(getVenue, missing({}))).rejects.toBeInstanceOf(MissingParameterError);
  await expect(call(getMandatoryPages, { params: { architectureID: '' } })).rejects.toMatchObject({
    parameter: 'architectureID',
  });
  const from = { params: { from: 1 } } as unknown as CallInput<typeof diffVersions>;
  await expect(call(diffVersions, from)).rejects.toMatchObject({ parameter: 'to' });
  expect(sent).not.toHaveBeenCalled();
});

test('ASSET-04a the token is sent to this origin, by relative or absolute URL', () => {
  useUser.setState({ authToken: 'secret' });
  expect(authorizationFor('/api/ui/venue')).toEqual({ authorization: 'Bearer secret' });
  expect(authorizationFor('https://venue.example.org/backend-assets/live/a/b/1')).toEqual({
    authorization: 'Bearer secret',
  });
});

test.each([
  'https://evil.example/',
  '//evil.example/api/ui/venue',
  'https://venue.example.org.evil.example/',
  'http://venue.example.org/',
  'https://venue.example.org:8443/',
  'data:text/plain,x',
])('ASSET-04b the token is never sent to %s', (url) => {
  useUser.setState({ authToken: 'secret' });
  expect(authorizationFor(url)).toEqual({});
});

test('ASSET-04c without a token no authorization header is sent', () => {
  expect(authorizationFor('/api/ui/venue')).toEqual({});
});
