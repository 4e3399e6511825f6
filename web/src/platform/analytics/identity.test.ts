import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openConsents } from '../consent/openConsents.ts';
import { clearUser } from '../../features/session/model/clearUser.ts';
import { useCookieBanner, type VenueConsentSettings } from '../state/cookieBanner.ts';
import { initialUser, useUser } from '../state/user.ts';
import { browserStorage, safeStorage } from '../storage/browserStorage.ts';
import { hitFactory } from './hits.ts';
import { followIdentity } from './identity.ts';
import { hitSender } from './tracker.ts';

const settings: VenueConsentSettings = {
  architectureId: 'nightfall',
  cookieBannerConfig: { type: 'BANNER' },
  cookieProviders: [],
  personalizedTrackingEnabled: true,
} as unknown as VenueConsentSettings;
const key = 'foyer.visitorId';
const kept = '0123456789abcdef';
const pseudonym = 'a'.repeat(32);

let storage: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('location', new URL('https://venue.example.org/'));
  storage = new Map();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useUser.setState(initialUser);
  useCookieBanner.setState({ settings: null });
});

/** The decision of the user about the tracking, as `openConsents` stores it. */
function decide(trackingConsentGiven: boolean): void {
  useCookieBanner.setState({ settings });
  useUser.setState({ trackingConsentGiven });
}
const logIn = (userId = 'u-ada'): void =>
  useUser.setState({ isLoggedIn: true, user: { userId, email: `${userId}@example.com`, attributes: {} } });

function setUp(fetchUserId: () => Promise<string> = async () => pseudonym) {
  const fetched = vi.fn(fetchUserId);
  const identity = followIdentity({
    storage: safeStorage(() => ({ getItem: () => null }) as unknown as Storage, storage),
    fetchUserId: fetched,
  });
  return { identity, fetched };
}

test('TRACK-03i without tracking consent the visitor id has 16 digits and is kept for the page only', () => {
  const { identity } = setUp();
  expect(identity.visitorId).toMatch(/^[\da-f]{16}$/);
  decide(false);
  expect(storage.has(key)).toBe(false);
  expect(setUp().identity.visitorId).not.toBe(identity.visitorId);
});

test('TRACK-03j with consent the visitor id of the page is stored, and used at the next visit', () => {
  const { identity } = setUp();
  const { visitorId } = identity;
  decide(true);
  expect([identity.visitorId, storage.get(key)]).toEqual([visitorId, visitorId]);
  expect(identity.takeNewVisit()).toBe(false);
  expect(setUp().identity.visitorId).toBe(visitorId);
});

test('TRACK-03k a stored visitor id is used only once the consent is known, and an invalid one is replaced', () => {
  storage.set(key, kept);
  const { identity } = setUp();
  expect(identity.visitorId).not.toBe(kept);
  decide(true);
  expect(identity.visitorId).toBe(kept);
  useUser.setState(initialUser);
  storage.set(key, 'ada@example.com');
  decide(true);
  expect(identity.visitorId).toMatch(/^[\da-f]{16}$/);
  expect(storage.get(key)).toBe(identity.visitorId);
});

test('TRACK-03l a visitor id of an earlier visit is removed if the consent no longer holds', () => {
  storage.set(key, kept);
  const { identity } = setUp();
  const { visitorId } = identity;
  expect(storage.has(key)).toBe(true);
  decide(false);
  expect(storage.has(key)).toBe(false);
  expect([identity.visitorId, identity.takeNewVisit()]).toEqual([visitorId, false]);
});

test('TRACK-04a the pseudonym is fetched once per login, only for accounts that have agreed', async () => {
  const { identity, fetched } = setUp();
  decide(true);
  useUser.setState({ authToken: 'a token of a guest' });
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).not.toHaveBeenCalled();
  logIn();
  logIn();
  await vi.advanceTimersByTimeAsync(0);
  expect(identity.userId).toBe(pseudonym);
  expect(fetched).toHaveBeenCalledOnce();
  decide(false);
  expect(identity.userId).toBeUndefined();
  useUser.setState({ authToken: 'renewed' });
  expect(fetched).toHaveBeenCalledOnce();
});

test.each([
  ['TRACK-04b a logout', clearUser],
  ['TRACK-04c a withdrawal', () => decide(false)],
  [
    'TRACK-04d a venue that switches personalized tracking off',
    () => openConsents({ ...settings, personalizedTrackingEnabled: false }),
  ],
])('%s removes both ids at once, and the next hit begins a new visit', async (_, end) => {
  storage.set(key, kept);
  decide(true);
  logIn();
  const { identity } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  expect([identity.visitorId, identity.userId]).toEqual([kept, pseudonym]);
  end();
  expect(storage.has(key)).toBe(false);
  expect(identity.userId).toBeUndefined();
  expect(identity.visitorId).not.toBe(kept);
  expect([identity.takeNewVisit(), identity.takeNewVisit()]).toEqual([true, false]);
});

test('TRACK-04k a logout before the tracker is loaded removes the visitor id', () => {
  browserStorage.set(key, kept);
  decide(true);
  logIn();
  clearUser();
  const identity = followIdentity({ storage: browserStorage, fetchUserId: async () => pseudonym });
  expect(identity.visitorId).not.toBe(kept);
  expect(browserStorage.get(key)).toBe(identity.visitorId);
  browserStorage.remove(key);
});

test('TRACK-03w a login after a logout stores the new visitor id, as the consent still holds', () => {
  decide(true);
  logIn();
  const { identity } = setUp();
  clearUser();
  const { visitorId } = identity;
  expect(storage.has(key)).toBe(false);
  logIn('u-bo');
  expect([identity.visitorId, storage.get(key)]).toEqual([visitorId, visitorId]);
});

test('TRACK-04e a pseudonym that arrives after the logout is ignored', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  decide(true);
  logIn();
  const { identity } = setUp(() => promise);
  clearUser();
  resolve(pseudonym);
  await vi.advanceTimersByTimeAsync(0);
  expect(identity.userId).toBeUndefined();
});

test('TRACK-04f without the pseudonym hits are sent without it', async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  decide(true);
  logIn();
  const { identity } = setUp(() => Promise.reject(new Error('no response')));
  await vi.advanceTimersByTimeAsync(0);
  expect(identity.userId).toBeUndefined();
  expect(warnings).toHaveBeenCalledOnce();
});

test('TRACK-04g a hit that is repeated after a withdrawal has the new visitor id, no pseudonym, and begins the visit', async () => {
  storage.set(key, kept);
  decide(true);
  logIn();
  const { identity } = setUp();
  await vi.advanceTimersByTimeAsync(0);
  const urls: URL[] = [];
  const send = hitSender(identity, async (url) => {
    urls.push(new URL(url, location.href));
    return new Response(null, { status: 503 });
  });
  const { heartbeat } = hitFactory('https://venue.example.org/', '', 'en');
  const [first, second] = [heartbeat(), heartbeat()];
  await send(first);
  decide(false);
  for (const hit of [first, first, second]) await send(hit);
  const { visitorId } = identity;
  expect(urls.map(({ pathname }) => pathname)).toEqual(urls.map(() => '/api/capture/hit'));
  expect(
    urls.map(({ searchParams }) => ['rand', '_id', 'uid', 'new_visit'].map((name) => searchParams.get(name))),
  ).toEqual([
    [first.rand, kept, pseudonym, null],
    [first.rand, visitorId, null, '1'],
    [first.rand, visitorId, null, '1'],
    [second.rand, visitorId, null, null],
  ]);
});
