import { afterEach, expect, test, vi } from 'vitest';
import type { VenueConsentSettings } from '../state/cookieBanner.ts';
import { initialUser, useUser } from '../state/user.ts';
import { beginVisit } from '../visit/currentVisit.ts';
import { reportDecision, sendWaitingReports } from './consentReports.ts';

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

test('CALL-04e a waiting decision of a user is not sent in the visit of the next one', async () => {
  const stored = new Map<string, string>();
  let onStored = (): void => undefined;
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem(key: string, value: string) {
      stored.set(key, value);
      onStored();
    },
  };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  vi.stubGlobal('navigator', { userAgent: 'a browser', language: 'en', cookieEnabled: true });
  vi.spyOn(console, 'error').mockReturnValue();
  let status = 401;
  const send = vi.fn();
  vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    send();
    return new Response(null, { status });
  });
  useUser.setState({ authToken: tokenOf('ada') });
  await reportDecision(settings, decided);
  await reportDecision(settings, decided);
  send.mockClear();
  status = 204;
  onStored = () => {
    beginVisit();
    useUser.setState({ authToken: tokenOf('bo') });
  };
  await sendWaitingReports();
  expect(send).toHaveBeenCalledOnce();
});
