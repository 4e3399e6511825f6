import { analyticsHit } from '@foyer/contract/analytics';
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hitFactory, plainUrl, type Hit } from './hits.ts';
import { track, trackPageView, setTrackReceiver, type Tracked } from './track.ts';

const lobby = 'https://venue.example.org/v/nightfall/area/lobby';
const lounge = 'https://venue.example.org/v/nightfall/area/lounge';
const at = new Date(2026, 10, 20, 9, 5, 7).getTime();

beforeEach(() => void vi.useFakeTimers({ now: at }));
afterEach(() => void vi.useRealTimers());

/** What the contract's schema makes of a hit, without random values. */
function read(hit: Hit): object {
  const { rand, pv_id, ...rest } = z.parse(analyticsHit, { ...hit, _id: '0123456789abcdef' });
  expect([rand.length, pv_id.length]).toEqual([16, 6]);
  return rest;
}

const common = {
  idsite: '1',
  rec: '1',
  apiv: '1',
  url: lobby,
  urlref: 'https://search.example.org/',
  _id: '0123456789abcdef',
  h: '9',
  m: '5',
  s: '7',
  lang: 'en-GB',
  send_image: '0',
};

test('TRACK-01a page views, events and heartbeats have the parameters of the contract', () => {
  const { hitOf, heartbeat } = hitFactory(lobby, 'https://search.example.org/', 'en-GB');
  expect(read(hitOf({ url: `${lobby}?ticket=1#there`, title: 'Lobby', at }))).toEqual({
    ...common,
    action_name: 'Lobby',
  });
  const subject = { type: 'ImageWidget', area: 'lobby', widget: 'poster' };
  expect(read(hitOf({ category: 'widget', action: 'open', subject, at }))).toEqual({
    ...common,
    e_c: 'widget',
    e_a: 'open',
    e_n: 'area=lobby widget=poster type=ImageWidget',
    ca: '1',
  });
  const login = read(hitOf({ category: 'login', action: 'anonymous', subject: {}, at }));
  expect(login).toEqual({ ...common, e_c: 'login', e_a: 'anonymous', ca: '1' });
  expect(read(heartbeat())).toEqual({ ...common, ping: '1' });
});

test('TRACK-01b hits of a page view have its id and page, and the page before as their referrer', () => {
  const { hitOf, heartbeat } = hitFactory(lobby, '', 'en');
  const hits = [
    hitOf({ url: lobby, title: 'Lobby', at }),
    heartbeat(),
    hitOf({ url: lounge, title: 'Lounge', at }),
    hitOf({ category: 'reaction', action: 'send', subject: { kind: 'clap' }, at }),
  ];
  expect(hits.map(({ url, urlref }) => [url, urlref])).toEqual([
    [lobby, undefined],
    [lobby, undefined],
    [lounge, lobby],
    [lounge, lobby],
  ]);
  const views = hits.map(({ pv_id }) => pv_id);
  expect([views[0] === views[1], views[1] === views[2], views[2] === views[3]]).toEqual([true, false, true]);
  expect(new Set(hits.map(({ rand }) => rand)).size).toBe(4);
});

test('TRACK-01c a URL is sent without query and hash, and only if it is one of a website', () => {
  expect(plainUrl('https://venue.example.org/link?token=1#token=2')).toBe('https://venue.example.org/link');
  expect(['', 'android-app://com.example', 'https://'].map(plainUrl)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('TRACK-02a at most 500 events wait for the tracker, which gets them in their order, with their time', () => {
  trackPageView(lobby, 'Lobby');
  vi.setSystemTime(at + 1_000);
  for (let count = 0; count < 600; count++) track('floorplan', 'navigate', { area: `area-${count}` });
  const received: Tracked[] = [];
  setTrackReceiver((tracked) => received.push(tracked));
  expect(received).toHaveLength(500);
  expect(received[0]).toEqual({ url: lobby, title: 'Lobby', at });
  expect(received[499]).toEqual({
    category: 'floorplan',
    action: 'navigate',
    subject: { area: 'area-498' },
    at: at + 1_000,
  });
  track('login', 'anonymous');
  expect(received).toHaveLength(501);
});

test.each([
  ['de-DE', 'de-DE'],
  ['en-US@posix', 'en-US'],
  ['', undefined],
])('TRACK-01w the language %j of a browser is sent as the tag %j', (language, lang) => {
  const { heartbeat } = hitFactory('https://venue.example.org/', '', language);
  expect(heartbeat().lang).toBe(lang);
});
