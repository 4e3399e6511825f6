import { captureMessage, type BodyOf } from '@foyer/contract';
import {
  logDetailsLength,
  logMessageBurst,
  logMessageLength,
  logMessageRefillMs,
} from '@foyer/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api/apiError.ts';
import type { LogEntry } from './logEntry.ts';
import { LogSender, sendBurst, sendRefillMs } from './logSender.ts';
import { initialUser, useUser } from './state/user.ts';

type Message = BodyOf<typeof captureMessage>;

let sent: { readonly url: string; readonly init: RequestInit }[];
let status: number;
let now: number;

beforeEach(() => {
  [sent, status, now] = [[], 204, 0];
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall/area/lobby?ticket=secret#top'));
  vi.stubGlobal('navigator', { userAgent: 'Firefox/140.0', language: 'de-AT', cookieEnabled: true });
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(null, { status });
  });
  useUser.setState({ user: { userId: 'u-1', email: 'ada@example.org', attributes: {} } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useUser.setState(initialUser);
});

const bodies = (): Message[] => sent.map(({ init }) => JSON.parse(init.body as string) as Message);
const detailsOf = (message: Message | undefined): string => message?.messageDetails.details ?? '';
const entry = (changes: Partial<LogEntry> = {}): LogEntry => ({
  level: 'ERROR',
  category: 'ASSET',
  message: 'picture could not be loaded',
  cause: undefined,
  ...changes,
});
const createSender = (): LogSender => new LogSender(() => now);

test('CALL-05g a message is sent with level, category, origin and client details, once, with the token of its user', async () => {
  await createSender().send(entry(), 'token-of-ada');
  expect(sent.map(({ url, init }) => [url, init.method, init.credentials])).toEqual([
    ['/api/capture/log', 'POST', 'omit'],
  ]);
  expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer token-of-ada' });
  const [message] = bodies();
  expect(captureMessage.body.parse(message)).toEqual(message);
  expect(message).toMatchObject({
    messageDetails: { message: 'picture could not be loaded' },
    clientDetails: {
      clientUsername: 'ada@example.org',
      clientURL: '/v/nightfall/area/lobby',
      venueLanguage: 'de',
    },
    loglevel: 'ERROR',
    logCategory: 'ASSET',
    messageOrigin: 'UI',
  });
});

test('CALL-05h the details name the error, its stack, the failed call, and the errors that caused it', async () => {
  const failed = new ApiError('PROCESSING_ERROR', 'no venue', { status: 500, requestId: 'r-7' });
  const cause = new TypeError('x is undefined', { cause: failed });
  await createSender().send(entry({ cause }), 'token');
  const lines = detailsOf(bodies()[0]).split('\n');
  expect(lines[0]).toBe('TypeError: x is undefined');
  expect(lines[1]).toMatch(/^ +at .*logSender\.test\.ts/);
  const nested = lines.indexOf('Caused by ApiError: no venue');
  expect(lines[nested + 1]).toBe('code PROCESSING_ERROR, status 500, request r-7');
});

test('CALL-05i details contain no tokens, queries and hashes of URLs', async () => {
  const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1LTEifQ.c2lnbmF0dXJl';
  const message = [
    'GET https://venue.example.org/api/asset?signature=abc&expires=1 failed',
    'at open (https://venue.example.org/assets/area-1.js?again=1:2:3)',
    'at /account/link#opaque (redirect=%2Fv%2Fx) and ticket=kept?code=gone',
    `Bearer opaque and ${jwt}`,
  ].join('\n');
  const cause = Object.assign(new Error(message), { stack: '' });
  await createSender().send(entry({ message: `opening /x?opaque failed`, cause }), 'token');
  const [sentMessage] = bodies();
  expect(sentMessage?.messageDetails).toEqual({
    message: 'opening /x failed',
    details: [
      'Error: GET https://venue.example.org/api/asset failed',
      'at open (https://venue.example.org/assets/area-1.js)',
      'at /account/link (redirect=%2Fv%2Fx) and ticket=kept',
      'Bearer [token] and [token]',
    ].join('\n'),
  });
});

test('CALL-05j a longer message and its details are cut at the limits of the contract', async () => {
  const cause = Object.assign(new Error('/'.repeat(1_000_000)), { stack: '' });
  await createSender().send(entry({ message: 'm\0'.repeat(1_000_000), cause }), 'token');
  const [message] = bodies();
  expect(captureMessage.body.parse(message)).toEqual(message);
  expect([message?.messageDetails.message.length, detailsOf(message).length]).toEqual([
    logMessageLength,
    logDetailsLength,
  ]);
});

test.each([400, 401, 403, 429, 500])(
  'CALL-05k a message that is rejected with %i is not sent again',
  async (rejection) => {
    status = rejection;
    await expect(createSender().send(entry(), 'token')).rejects.toMatchObject({ status: rejection });
    expect(sent).toHaveLength(1);
  },
);

test('ERROR-10m equal messages are all sent, so that the server can count them', async () => {
  const sender = createSender();
  for (let count = 0; count < 3; count += 1) await sender.send(entry(), 'token');
  expect(bodies().map(({ messageDetails }) => messageDetails.message)).toEqual(
    Array.from({ length: 3 }, () => entry().message),
  );
});

test('ERROR-10n a page that logs without end sends more than the server accepts, which counts the rest, but not everything', async () => {
  const sender = createSender();
  const logMany = () =>
    Promise.allSettled(Array.from({ length: 1_000 }, () => sender.send(entry(), 'token')));
  const results = await logMany();
  expect(sent).toHaveLength(sendBurst);
  expect(results.filter((result) => result.status === 'rejected')).toHaveLength(1_000 - sendBurst);
  now = 2 * sendRefillMs;
  await logMany();
  expect(sent).toHaveLength(sendBurst + 2);
  expect(sendBurst).toBeGreaterThan(logMessageBurst);
  expect(sendRefillMs).toBeLessThan(logMessageRefillMs);
});
