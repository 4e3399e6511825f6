import type { UserInfo } from '@foyer/contract';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { clearCookieBanner, useCookieBanner, type VenueConsentSettings } from '../state/cookieBanner.ts';
import { initialUser, useUser } from '../state/user.ts';
import { beginVisit } from '../visit/currentVisit.ts';
import { reportDecision, sendWaitingReports } from './consentReports.ts';
import { decide } from './decide.ts';
import { deciderId } from './decider.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useUser.setState(initialUser);
});

const tokenOf = (sub: string): string => `head.${btoa(JSON.stringify({ sub, kind: 'account' }))}.signature`;
const settings: VenueConsentSettings = {
  architectureId: 'nightfall',
  cookieBannerConfig: { type: 'SIMPLE', text: [] },
  cookieProviders: [],
};
const decided = {
  action: 'acceptAll',
  decidedAt: '2026-01-01T00:00:00.000Z',
  revision: 'r1',
  consents: [],
} as const;

/** The storage of a browser; the function is called after each write. */
function stubBrowser() {
  const stored = new Map<string, string>();
  const browser = { stored, onStored: (): void => undefined };
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem(key: string, value: string) {
      stored.set(key, value);
      browser.onStored();
    },
  };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { userAgent: 'a browser', language: 'en', cookieEnabled: true });
  vi.spyOn(console, 'error').mockReturnValue();
  return browser;
}

/** A server that rejects the session until its status is changed. */
function stubServer() {
  const server = { status: 401, sent: [] as unknown[] };
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    server.sent.push(JSON.parse(body));
    return new Response(null, { status: server.status });
  });
  return server;
}
const logIn = (userId: string): void =>
  useUser.setState({
    authToken: tokenOf(userId),
    user: { userId, email: `${userId}@example.com` } as UserInfo,
  });

test('CALL-04e a waiting decision of a user is not sent in the visit of the next one', async () => {
  const browser = stubBrowser();
  let status = 401;
  const send = vi.fn();
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    send();
    return new Response(null, { status });
  });
  useUser.setState({ authToken: tokenOf('ada') });
  await reportDecision(settings, { ...decided, userId: deciderId() });
  await reportDecision(settings, { ...decided, userId: deciderId() });
  send.mockClear();
  status = 204;
  browser.onStored = () => {
    beginVisit();
    useUser.setState({ authToken: tokenOf('bo') });
  };
  await sendWaitingReports();
  expect(send).toHaveBeenCalledOnce();
});

test('CALL-04 a decision that waits is stored without the email address, and sent with it', async () => {
  const browser = stubBrowser();
  const server = stubServer();
  logIn('ada');
  await reportDecision(settings, { ...decided, userId: deciderId() });
  expect(browser.stored.size).toBe(1);
  expect([...browser.stored.values()].join()).not.toContain('ada@example.com');
  server.status = 204;
  await sendWaitingReports();
  expect(server.sent.at(-1)).toMatchObject({
    userId: 'ada',
    email: 'ada@example.com',
    clientDetails: { clientUsername: 'ada@example.com' },
  });
  expect(browser.stored.size).toBe(0);
});

test('a decision without a session is sent without the email address of the next user', async () => {
  const browser = stubBrowser();
  const server = stubServer();
  await reportDecision(settings, { ...decided, userId: deciderId() });
  server.status = 204;
  logIn('bo');
  await sendWaitingReports();
  expect(JSON.stringify(server.sent)).not.toContain('bo@example.com');
  expect(browser.stored.has('foyer.consentReports')).toBe(false);
});

test('SESSION-10 a decision is that of the user who takes it, although another one logs in during the download', async () => {
  const browser = stubBrowser();
  stubServer();
  logIn('ada');
  useCookieBanner.setState({ settings });
  onTestFinished(clearCookieBanner);
  decide('acceptAll', () => true);
  logIn('bo');
  await vi.waitFor(() => expect(browser.stored.has('foyer.consentReports')).toBe(true));
  expect(JSON.parse(browser.stored.get('foyer.consentReports') ?? '')).toMatchObject([{ userId: 'ada' }]);
});
