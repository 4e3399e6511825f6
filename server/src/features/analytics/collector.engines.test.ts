import { getTrackingUserId, setAccountBlocked, type AnalyticsHit } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Caller } from '#testing/calls';
import { passwordLogin, startFoyer, type Foyer } from '#testing/foyer';
import { publishExample } from '#testing/venues';
import { AnalyticsHitStore } from './hitStore.ts';
import type { AnalyticsHitRow } from './tables.ts';
import { saveArchitecture, startAnalytics } from './testing/analyticsVenue.ts';
import {
  ada,
  bo,
  eventOf,
  firefox,
  hitOf,
  inArea,
  ping,
  queryOf,
  send,
  storedHits,
  storedStays,
} from './testing/hits.ts';

test('TRACK-12a page views and events are stored by id, without network address and browser', async () => {
  const foyer = await startAnalytics();
  const sent = await send(foyer, { rand: '00aaaaaa' });
  expect([sent.status, sent.headers.get('cache-control'), sent.bytes.length]).toEqual([204, 'no-store', 0]);
  const event = eventOf('asset', 'access', 'area=lounge widget=poster type=VimeoWidget asset=logo');
  expect((await send(foyer, { rand: '00bbbbbb', ...event })).status).toBe(204);
  const [view, opened, ...others] = await storedHits(foyer);
  expect(others).toEqual([]);
  expect(view).toEqual({
    mode: 'LIVE',
    pageViewId: 'aB3dE6',
    rand: '00aaaaaa',
    at: foyer.now,
    visitor: expect.stringMatching(/^[\da-f]{16}$/),
    userKey: null,
    architectureId: 'nightfall',
    category: 'page',
    action: 'view',
    areaId: 'lobby',
    widgetId: '',
    widgetType: '',
    assetId: '',
    cardId: '',
    kind: '',
  });
  expect(view?.visitor).not.toBe(ada);
  // The area and the type of a widget are those of the venue.
  expect(opened).toMatchObject({
    category: 'asset',
    action: 'access',
    areaId: 'lobby',
    widgetId: 'poster',
    widgetType: 'ImageWidget',
    assetId: 'logo',
  });
});

test('TRACK-01n a hit that is sent again is counted once, also at the same time', async () => {
  const foyer = await startAnalytics();
  const again: Partial<AnalyticsHit> = { rand: 'aaaaaaaa', ...eventOf('reaction', 'send', 'kind=heart') };
  await Promise.all([send(foyer, again), send(foyer, again), send(foyer, { ...again, pv_id: 'zzzzzz' })]);
  expect((await send(foyer, again)).status).toBe(204);
  expect((await storedHits(foyer)).map(({ pageViewId, kind }) => `${pageViewId} ${kind}`).toSorted()).toEqual(
    ['aB3dE6 heart', 'zzzzzz heart'],
  );
});

test('TRACK-12b ids that the venue does not have are left out', async () => {
  const foyer = await startAnalytics();
  const widget = 'area=cellar widget=none type=NoWidget';
  await send(foyer, { ...inArea('cellar'), ...eventOf('asset', 'access', `${widget} asset=none`) });
  await send(foyer, { ...inArea('cellar'), ...eventOf('contentCard', 'open', `${widget} card=none`) });
  await send(foyer, { ...inArea('cellar'), ...eventOf('reaction', 'send', 'kind=none') });
  await send(foyer, { url: 'https://venue.example.org/v/other/area/lobby' });
  await send(foyer, { url: 'https://venue.example.org/stage/v/nightfall/area/lounge' });
  await send(foyer, { url: 'https://venue.example.org/' });
  const found = (await storedHits(foyer)).map(
    ({ architectureId, areaId, widgetId, widgetType, assetId, cardId, kind }) =>
      [architectureId, areaId, widgetId, widgetType, assetId, cardId, kind].join(),
  );
  const none = 'nightfall,,,,,,';
  expect(found).toEqual([none, none, none, ',,,,,,', 'nightfall,lounge,,,,,', none]);
});

test('TRACK-12c a stay ends with the last heartbeat, and does not include the time elsewhere', async () => {
  const foyer = await startAnalytics();
  await send(foyer);
  foyer.advance(10_000);
  await send(foyer, ping);
  foyer.advance(15_000);
  await send(foyer, inArea('lounge'));
  foyer.advance(60_000);
  await send(foyer, inArea('lobby'));
  foyer.advance(15_000);
  await send(foyer, ping);
  const start = foyer.now - 100_000;
  expect(await storedStays(foyer)).toMatchObject([
    { areaId: 'lobby', slot: start, firstAt: start, lastAt: foyer.now, activeMs: 25_000 },
    { areaId: 'lounge', activeMs: 0 },
  ]);
  expect(await storedHits(foyer)).toHaveLength(3);
  // After five minutes a new stay begins.
  foyer.advance(200_000);
  await send(foyer, ping);
  expect((await storedStays(foyer)).map(({ slot, activeMs }) => [slot, activeMs])).toContainEqual([
    start + 300_000,
    15_000,
  ]);
});

test('TRACK-04n users and guests are known by their session for a day, others by the id of their browser', async () => {
  const foyer = await startAnalytics();
  const user = await foyer.account();
  const guest = await foyer.users.guest();
  const visitors = async () => (await storedHits(foyer)).map(({ visitor }) => visitor);
  for (const as of [user, user, guest, guest, 'anonymous'] as const) await send(foyer, { _id: ada }, { as });
  await send(foyer, { _id: bo }, { as: user });
  await send(foyer, { _id: bo });
  const [first, second, third, fourth, fifth, sixth, seventh] = await visitors();
  expect([second, sixth, fourth]).toEqual([first, first, third]);
  expect(new Set([first, third, fifth, seventh]).size).toBe(4);
  foyer.advance(24 * 3_600_000);
  await send(foyer, { _id: bo });
  expect((await visitors()).at(-1)).not.toBe(seventh);
});

test('TRACK-04o only a user who agreed has a key for all days, and the key of another user has no effect', async () => {
  const foyer = await startAnalytics();
  const [user, other] = [await foyer.account(), await foyer.account()];
  const { uid } = await foyer.must(getTrackingUserId, {}, { as: user });
  const { uid: foreign } = await foyer.must(getTrackingUserId, {}, { as: other });
  expect(uid).toMatch(/^[\da-f]{32}$/);
  expect(foreign).not.toBe(uid);
  await send(foyer, {}, { as: user });
  await send(foyer, { uid }, { as: user });
  await send(foyer, { uid: foreign }, { as: user });
  await send(foyer, { uid }, { as: 'guest' });
  await send(foyer, { uid });
  expect((await storedHits(foyer)).map(({ userKey }) => userKey)).toEqual([null, uid, uid, null, null]);
});

test('TRACK-03n an expired or invalid login never rejects a hit, and a wrong key counts as a guess', async () => {
  const foyer = await startAnalytics({ login: passwordLogin });
  const headers = { authorization: 'Bearer wrong-key' };
  for (let no = 0; no < 30; no += 1) expect((await send(foyer, {}, { headers })).status).toBe(204);
  const user = await foyer.account();
  await foyer.must(setAccountBlocked, { params: { userId: user.id }, body: { blocked: true } });
  foyer.advance(60_000);
  for (const mode of ['LIVE', 'STAGE'] as const)
    expect((await send(foyer, {}, { as: user, mode })).status).toBe(204);
  expect(await storedHits(foyer)).toHaveLength(31);
  // After 60 of the 120 seconds.
  expect((await foyer.fetch('/api/account', { headers })).status).toBe(429);
});

test.each<[what: string, headers: Record<string, string>]>([
  ['a prefetched page', { 'sec-purpose': 'prefetch;prerender' }],
  ['a prefetched page of an old browser', { purpose: 'prefetch' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  [
    'a search engine',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  ],
  ['a program', { 'user-agent': 'curl/8.5.0' }],
])('TRACK-01o a hit of %s is not counted', async (_what, headers) => {
  const foyer = await startAnalytics();
  expect((await send(foyer, {}, { headers })).status).toBe(204);
  expect(await storedHits(foyer)).toEqual([]);
  await send(foyer, {}, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(await storedHits(foyer)).toHaveLength(1);
});

test('TRACK-01p a HEAD request is not counted', async () => {
  const foyer = await startAnalytics();
  const query = new URLSearchParams(queryOf(hitOf()));
  const headers = { 'user-agent': firefox };
  const response = await foyer.fetch(`/api/capture/hit?${query.toString()}`, { method: 'HEAD', headers });
  expect([response.status, await storedHits(foyer)]).toEqual([204, []]);
});

test('TRACK-12d hits of the stage are counted separately, and only for callers who may see it', async () => {
  const foyer = await startAnalytics();
  for (const as of ['anonymous', 'attendee', 'designer', 'stage'] as const)
    expect((await send(foyer, {}, { as, mode: 'STAGE' })).status).toBe(204);
  expect((await storedHits(foyer)).map(({ mode }) => mode)).toEqual(['STAGE', 'STAGE']);
});

/** The statuses of this many hits at once, each with another id of the browser. */
const statusesOf = (foyer: Foyer, count: number, as: Caller) =>
  Promise.all(
    Array.from(
      { length: count },
      async (_each, no) => (await send(foyer, { _id: no.toString(16).padStart(16, '0') }, { as })).status,
    ),
  );
const rejectedOf = (statuses: readonly number[]) => statuses.filter((status) => status === 429).length;

test('TRACK-01q a user or guest may send 60 hits at once and five per second, whatever the browser calls itself', async () => {
  const foyer = await startAnalytics();
  const [user, guest] = [await foyer.account(), await foyer.users.guest()];
  expect(rejectedOf(await statusesOf(foyer, 62, user))).toBe(2);
  expect(rejectedOf(await statusesOf(foyer, 62, guest))).toBe(2);
  const rejected = await send(foyer, {}, { as: user });
  expect([rejected.error?.code, rejected.headers.get('retry-after')]).toEqual(['tooManyRequests', '1']);
  expect(rejected.headers.get('cache-control')).toBe('no-store');
  expect((await send(foyer, {}, { as: await foyer.account() })).status).toBe(204);
  foyer.advance(1_000);
  expect(rejectedOf(await statusesOf(foyer, 6, user))).toBe(1);
});

test('TRACK-12rb callers without a session of a network may together send 1,000 hits at once, and rejected ones are not logged', async () => {
  const foyer = await startAnalytics();
  const user = await foyer.account();
  expect(rejectedOf(await statusesOf(foyer, 1_003, 'anonymous'))).toBe(3);
  expect((await send(foyer, {}, { as: user })).status).toBe(204);
  foyer.advance(20);
  expect(rejectedOf(await statusesOf(foyer, 3, 'anonymous'))).toBe(1);
  expect(foyer.logged.filter(({ status }) => status === 429)).toEqual([]);
});

test('TRACK-12rc in a venue with a login, hits before the login and with an expired session are of no other person', async () => {
  const foyer = await startAnalytics({ login: passwordLogin });
  const user = await foyer.account();
  await send(foyer);
  await send(foyer, eventOf('url', 'access'));
  await send(foyer, ping);
  await send(foyer, {}, { as: user });
  await send(foyer, ping, { as: user });
  expect((await storedHits(foyer)).map(({ visitor }) => visitor === '')).toEqual([true, true, false]);
  expect(await storedStays(foyer)).toHaveLength(1);
});

test('TRACK-12rd in a venue without a login, a hit with an expired session is of no other person', async () => {
  const foyer = await startAnalytics();
  await send(foyer, {}, { headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x' } });
  expect([await storedHits(foyer), await storedStays(foyer)]).toMatchObject([[{ visitor: '' }], []]);
  await send(foyer);
  expect(await storedStays(foyer)).toHaveLength(1);
});

test('TRACK-12re a page view that is sent again neither extends a stay nor begins one', async () => {
  const foyer = await startAnalytics();
  const view = { rand: 'aaaaaaaa' };
  await send(foyer, view);
  const before = await storedStays(foyer);
  for (const ms of [10_000, 300_000]) {
    foyer.advance(ms);
    await send(foyer, view);
    expect(await storedStays(foyer)).toEqual(before);
  }
});

test('TRACK-12rf a hit of 100 kB is rejected, and the next one is counted', async () => {
  const foyer = await startAnalytics();
  const { status } = await send(foyer, { action_name: 'x'.repeat(100_000) });
  expect(status).toBe(431);
  expect((await send(foyer)).status).toBe(204);
  expect(await storedHits(foyer)).toHaveLength(1);
});

test('TRACK-12rg a hit of the stage belongs to the architecture of its page', async () => {
  const foyer = await startAnalytics();
  await saveArchitecture(foyer, 'daybreak', 'terrace');
  const hitIn = (architectureId: string, areaId: string) => ({
    url: `https://venue.example.org/stage/v/${architectureId}/area/${areaId}`,
  });
  const places = [hitIn('nightfall', 'lobby'), hitIn('daybreak', 'lobby'), hitIn('daybreak', 'terrace')];
  for (const place of [...places, hitIn('none', 'lobby')])
    await send(foyer, place, { as: 'designer', mode: 'STAGE' });
  // Only the published one is live.
  await send(foyer, hitIn('daybreak', 'terrace'));
  const found = (await storedHits(foyer)).map(({ mode, architectureId, areaId }) =>
    [mode, architectureId, areaId].join(),
  );
  expect(found).toEqual([
    'STAGE,nightfall,lobby',
    'STAGE,daybreak,lobby',
    'STAGE,daybreak,terrace',
    'STAGE,,',
    'LIVE,,',
  ]);
  expect(
    (await storedStays(foyer)).map(({ architectureId, areaId }) => `${architectureId} ${areaId}`),
  ).toEqual(expect.arrayContaining(['nightfall lobby', 'daybreak lobby', 'daybreak terrace']));
});

test('TRACK-04p without personalized tracking in the venue there is no key for all days', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const user = await foyer.account();
  const { status, error } = await foyer.call(getTrackingUserId, {}, { as: user });
  expect([status, error?.code]).toEqual([403, 'forbidden']);
  await send(foyer, { uid: 'f'.repeat(32) }, { as: user });
  expect(await storedHits(foyer)).toMatchObject([{ userKey: null }]);
  expect(await storedStays(foyer)).toMatchObject([{ userKey: null }]);
});

test('TRACK-01r many hits share a commit', async () => {
  const foyer = await startFoyer();
  const { storage } = foyer.running;
  const store = new AnalyticsHitStore(storage);
  const hit: AnalyticsHitRow = {
    mode: 'LIVE',
    pageViewId: 'aB3dE6',
    rand: '',
    at: foyer.now,
    visitor: ada,
    userKey: null,
    architectureId: 'nightfall',
    category: 'page',
    action: 'view',
    areaId: '',
    widgetId: '',
    widgetType: '',
    assetId: '',
    cardId: '',
    kind: '',
  };
  const before = storage.stats();
  const added = Array.from({ length: 200 }, (_each, no) =>
    store.add({ ...hit, rand: `r${no}` }, { withStay: true }),
  );
  expect(await Promise.all(added)).toEqual(added.map(() => true));
  expect(await store.add({ ...hit, rand: 'r1' }, { withStay: true })).toBe(false);
  // PostgreSQL groups commits itself.
  const after = storage.stats();
  if (before !== undefined && after !== undefined) expect(after.commits - before.commits).toBeLessThan(20);
});
