import {
  accessVideo,
  saveVenue,
  uploadAsset,
  type BodyOf,
  type OperatingMode,
  type VenueInput,
} from '@foyer/contract';
import type { FailureKind, VendorStandIn } from '@foyer/standins/vendor';
import { startVimeoApi, vimeoToken } from '@foyer/standins/vimeoApi';
import { expect, onTestFinished, test } from 'vitest';
import { passwordLogin, sharedFoyer, startFoyer, testStart, type Caller, type Foyer } from '#testing/foyer';
import { readSetCookie } from '#testing/testUsers';
import { exampleVenue, publishExample } from '#testing/venues';
import { acceptedFiles, hlsFiles, tarOf } from '../asset/testing/uploads.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const opensAt = testStart + 10 * minuteMs;
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

const owned = 'https://vimeo.com/500001';
const addresses = [
  owned,
  'https://vimeo.com/500002/8272103f6e',
  'https://vimeo.com/500003',
  'https://vimeo.com/500004',
  'https://vimeo.com/500005',
  'https://vimeo.com/500006',
  'https://vimeo.com/500007',
  'https://vimeo.com/500404',
  'https://vimeo.com/event/500001',
];
const asset = (id: string, mode: 'live' | 'preview' = 'live') => `/backend-assets/${mode}/nightfall/${id}`;

/**
 * The lobby has a widget for each asset but `other`, which is in the lounge, and in the library as captions. `later` opens
 * after ten minutes; `f0`, `f1` … are the films on Vimeo.
 */
function venueWithFilms(): VenueInput {
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  const [lobby] = architecture?.areas ?? [];
  if (!architecture || !lobby) throw new Error('The example venue has no area');
  const shows = (id: string, assetId: string, more: object = {}) => ({
    id,
    name: id,
    assets: [{ locale: 'en' as const, assetId }],
    ...more,
  });
  const talks = { type: 'ImageWidget' as const, name: 'Talks' };
  lobby.contentWidgets = [
    { ...talks, id: 'talks', configurations: [shows('film', 'film')] },
    { ...talks, id: 'streams', configurations: [shows('stream', 'stream')] },
    { ...talks, id: 'papers', configurations: [shows('paper', 'paper')] },
    {
      ...talks,
      id: 'later',
      configurations: [shows('session', 'film', { begin: at(opensAt), end: at(opensAt + 20 * minuteMs) })],
    },
    {
      id: 'library',
      type: 'MediaLibraryWidget',
      name: 'Library',
      configurations: [
        {
          id: 'all',
          name: 'All',
          folders: [
            {
              id: 'talks',
              names: [],
              media: [
                {
                  id: 'talk',
                  names: [],
                  assets: [{ locale: 'en', assetId: 'film' }],
                  captions: [{ locale: 'en', assetId: 'other' }],
                  posterAssetId: 'paper',
                },
              ],
            },
          ],
        },
      ],
    },
    {
      id: 'page',
      type: 'IframePopupWidget',
      name: 'Page',
      configurations: [
        { id: 'page', name: 'Page', uris: [{ locale: 'en', uri: 'https://media.example.org/film.mp4' }] },
      ],
    },
    ...addresses.map((uri, index) => ({
      id: `f${index}`,
      type: 'VimeoWidget' as const,
      name: 'Film',
      configurations: [{ id: 'film', name: 'Film', uris: [{ locale: 'en' as const, uri }] }],
    })),
  ];
  architecture.areas.push({
    ...lobby,
    id: 'lounge',
    contentWidgets: [{ ...talks, id: 'other', configurations: [shows('other', 'other')] }],
  });
  venue.assets?.push(...['film', 'stream', 'paper', 'other'].map((id) => ({ id })));
  return venue;
}

const fileOf = (mediaType: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(acceptedFiles.find(([type]) => type === mediaType)?.[1] ?? []);

async function publishFilms(foyer: Foyer): Promise<void> {
  const files = {
    film: fileOf('video/mp4'),
    other: fileOf('video/webm'),
    paper: fileOf('application/pdf'),
    stream: new Uint8Array(await tarOf(hlsFiles())),
  };
  for (const [assetId, body] of Object.entries(files))
    await foyer.must(uploadAsset, { params: { assetId }, query: {}, body });
  await publishExample(foyer, venueWithFilms());
}

async function startWithFilms(options: Parameters<typeof startFoyer>[0] = {}): Promise<Foyer> {
  const foyer = await startFoyer(options);
  await publishFilms(foyer);
  return foyer;
}

const shared = sharedFoyer(publishFilms);

/** A server with the token of the account that owns the films. */
async function startWithVimeo(env: Readonly<Record<string, string>> = {}) {
  // The clock of the server, as soon as there is one.
  const clock = { now: () => testStart };
  const vimeo = await startVimeoApi({ now: () => clock.now() });
  onTestFinished(() => vimeo.stop());
  const foyer = await startWithFilms({ env: { VIMEO_TOKEN: vimeoToken, VIMEO_API_URL: vimeo.url, ...env } });
  clock.now = () => foyer.now;
  return { foyer, vimeo };
}

type Body = BodyOf<typeof accessVideo>;
const film: Body = {
  architectureId: 'nightfall',
  areaId: 'lobby',
  widgetId: 'talks',
  configId: 'film',
  videoUrl: asset('film'),
};
const onVimeo = (videoUrl: string): Body => ({
  ...film,
  widgetId: `f${addresses.indexOf(videoUrl)}`,
  videoUrl,
});

const request = (foyer: Foyer, body: Body, as: Caller = 'guest', mode: OperatingMode = 'LIVE') =>
  foyer.call(accessVideo, { body }, { as, mode });
const accessOf = async (foyer: Foyer, body: Body, as?: Caller) => (await request(foyer, body, as)).body;

/** A browser of an attendee. It keeps its cookie, which each browser gets with its first film. */
class Browser {
  private readonly foyer: Foyer;
  private readonly cookies: Record<string, string> = {};
  /** The `Set-Cookie` headers of the responses. */
  readonly received: string[] = [];

  constructor(foyer: Foyer) {
    this.foyer = foyer;
  }

  async open(body: Body, as: Caller = 'attendee', mode: OperatingMode = 'LIVE') {
    const response = await this.foyer.call(accessVideo, { body }, { as, mode, headers: this.cookies });
    const { headers } = response;
    this.received.push(...headers.getSetCookie());
    if (headers.getSetCookie().length > 0) this.cookies['cookie'] = readSetCookie(headers, 'foyer_viewer');
    return response.body;
  }

  load(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.foyer.fetch(url, { headers: { ...this.cookies, ...headers } });
  }

  async statusOf(url: string, headers?: Readonly<Record<string, string>>): Promise<number> {
    return (await this.load(url, headers)).status;
  }
}

test('CALL-11b the URL of an asset is valid for 15 minutes, also where assets need a login', async () => {
  const foyer = await startWithFilms({ login: passwordLogin });
  // Not at the begin of a window of the other signed URLs.
  foyer.shiftClock(7 * minuteMs + 123);
  const browser = new Browser(foyer);
  const { kind, url, expiresAt = 0 } = await browser.open(film);
  expect([kind, expiresAt]).toEqual(['file', foyer.now + 15 * minuteMs]);
  expect(url).toMatch(/^\/backend-assets\/live\/nightfall\/film\/1\?expires=\d+&signature=/);
  const statusIn = (ms: number): Promise<number> => {
    foyer.shiftClock(expiresAt - foyer.now + ms);
    return browser.statusOf(url);
  };
  expect(await statusIn(-1_001)).toBe(200);
  expect(await browser.statusOf(url.split('?')[0] ?? '')).toBe(403);
  expect(await browser.statusOf(url.replace('/film/', '/other/'))).toBe(403);
  expect(await statusIn(1)).toBe(403);
});

test('CALL-11c of an HLS video the URL is that of its playlist, whose segments the same browser can load until it expires', async () => {
  const foyer = await startWithFilms({ login: passwordLogin });
  const browser = new Browser(foyer);
  const stream = { ...film, widgetId: 'streams', configId: 'stream', videoUrl: asset('stream') };
  const { kind, url } = await browser.open(stream);
  expect([kind, url.split('?')[0]]).toEqual(['hls', `${asset('stream')}/1/playlist.m3u8`]);
  const follow = async (from: string): Promise<string> => {
    const playlist = await (await browser.load(from)).text();
    const reference = playlist.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
    return new URL(reference, new URL(from, foyer.url)).href.slice(foyer.url.length);
  };
  const variant = await follow(url);
  const segment = await follow(variant);
  expect(segment).toContain('/720p/seg0.ts?expires=');
  const statuses = async (by: Browser): Promise<number[]> => [
    await by.statusOf(url),
    await by.statusOf(variant),
    await by.statusOf(segment),
    await by.statusOf(segment, { range: 'bytes=0-99' }),
  ];
  expect(await statuses(browser)).toEqual([200, 200, 200, 206]);
  expect(await statuses(new Browser(foyer))).toEqual([403, 403, 403, 403]);
  foyer.advance(15 * minuteMs + 1);
  expect(await statuses(browser)).toEqual([403, 403, 403, 403]);
  // The signature of the next URL also reads the files that the first playlist lists.
  const { search } = new URL((await browser.open(stream)).url, foyer.url);
  expect(await browser.statusOf(segment.split('?')[0] + search)).toBe(200);
});

test('CALL-11ab the URL of an asset plays in all tabs of the browser for which it was signed, and in no other', async () => {
  const foyer = await startWithFilms({
    login: passwordLogin,
    env: { PUBLIC_URL: 'https://foyer.example.org' },
  });
  const browser = new Browser(foyer);
  const { url } = await browser.open(film);
  expect(await browser.statusOf(url)).toBe(200);
  expect(await browser.statusOf(url, { range: 'bytes=0-99' })).toBe(206);
  const other = new Browser(foyer);
  expect(await other.statusOf(url)).toBe(403);
  await other.open(film);
  expect(await other.statusOf(url)).toBe(403);
  expect(await browser.statusOf(url.replace('&viewer=1', ''))).toBe(403);
  // Another tab, or a renewal: the first URL stays valid. The stage has URLs of its own.
  await browser.open(film);
  const { url: onStage } = await browser.open(
    { ...film, videoUrl: asset('film', 'preview') },
    'designer',
    'STAGE',
  );
  expect([await browser.statusOf(url), await browser.statusOf(onStage)]).toEqual([200, 200]);
  expect(await other.statusOf(onStage)).toBe(403);
  expect(browser.received).toEqual([
    expect.stringMatching(
      /^__Host-foyer_viewer=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Strict; Secure$/,
    ),
  ]);
});

test.each<[what: string, change: Partial<Body>, message: string]>([
  ['another venue', { architectureId: 'other' }, 'There is no venue other.'],
  ['an area that does not exist', { areaId: 'nowhere' }, 'The venue has no area nowhere.'],
  ['a widget of another area', { areaId: 'lounge' }, 'The area lounge has no widget talks.'],
  [
    'a configuration of another widget',
    { configId: 'stream' },
    'The widget talks has no configuration stream.',
  ],
  ...['other', 'film/1', 'film?x=1', '../nightfall/film', ''].map((id): [string, Partial<Body>, string] => [
    `the asset “${id}”, which the configuration does not name`,
    { videoUrl: asset(id) },
    'The configuration film of the widget talks does not name this film.',
  ]),
  [
    'an asset by its URL on the stage',
    { videoUrl: asset('film', 'preview') },
    'The configuration film of the widget talks does not name this film.',
  ],
  [
    'a film on Vimeo of another widget',
    { videoUrl: owned },
    'The configuration film of the widget talks does not name this film.',
  ],
  ...['other', 'paper'].map((id): [string, Partial<Body>, string] => [
    `the asset “${id}”, which is not a film of the medium but its captions or its picture`,
    { widgetId: 'library', configId: 'all', videoUrl: asset(id) },
    'The configuration all of the widget library does not name this film.',
  ]),
])('CALL-11d there is no access to %s', async (_what, change, message) => {
  const foyer = await shared();
  const { status, error } = await request(foyer, { ...film, ...change }, 'administrator');
  expect([status, error?.code, error?.errMsg]).toEqual([404, 'notFound', message]);
});

test('CALL-11e a film can be played from the begin of its configuration until its end, by the clock of the server', async () => {
  const foyer = await startWithFilms();
  const statusAt = async (time: number): Promise<number> => {
    foyer.shiftClock(time - foyer.now);
    return (await request(foyer, { ...film, widgetId: 'later', configId: 'session' })).status;
  };
  expect([
    await statusAt(opensAt - 1),
    await statusAt(opensAt),
    await statusAt(opensAt + 20 * minuteMs - 1),
    await statusAt(opensAt + 20 * minuteMs),
  ]).toEqual([404, 200, 200, 404]);
});

test('CALL-11f the stage plays what is saved, the live venue what is published, and each its own URLs', async () => {
  const foyer = await startWithFilms();
  const venue = venueWithFilms();
  const [widget] = venue.architectures[0]?.areas[0]?.contentWidgets ?? [];
  if (widget?.type === 'ImageWidget')
    widget.configurations[0]?.assets?.push({ locale: 'de', assetId: 'other' });
  await foyer.must(saveVenue, { body: JSON.stringify({ baseVersion: 1, venue }) });
  const statusOf = async (videoUrl: string, mode: OperatingMode, as: Caller): Promise<number> =>
    (await request(foyer, { ...film, videoUrl }, as, mode)).status;
  expect(await statusOf(asset('other'), 'LIVE', 'administrator')).toBe(404);
  expect(await statusOf(asset('other', 'preview'), 'STAGE', 'administrator')).toBe(200);
  expect(await statusOf(asset('other'), 'STAGE', 'administrator')).toBe(404);
  expect(await statusOf(asset('other', 'preview'), 'STAGE', 'attendee')).toBe(403);
});

test('CALL-11g an asset that is not a video, and a page of another website, are in the venue but cannot be played', async () => {
  const foyer = await shared();
  const paper = { ...film, widgetId: 'papers', configId: 'paper', videoUrl: asset('paper') };
  const page = {
    ...film,
    widgetId: 'page',
    configId: 'page',
    videoUrl: 'https://media.example.org/film.mp4',
  };
  for (const body of [paper, page])
    expect((await request(foyer, body)).error).toMatchObject({ code: 'conflict' });
});

test('CALL-11h without a token, films on Vimeo play in Vimeo’s player, with their hash and without tracking', async () => {
  const foyer = await shared();
  expect(await accessOf(foyer, onVimeo('https://vimeo.com/500002/8272103f6e'))).toEqual({
    kind: 'iframe',
    url: 'https://player.vimeo.com/video/500002?h=8272103f6e&dnt=1',
  });
});

test('CALL-11i with a token, a film of the account is streamed, by a link that is at most a minute old', async () => {
  const { foyer, vimeo } = await startWithVimeo();
  const stream = (link: number) => ({
    kind: 'hls',
    url: `https://player.vimeo.com/external/500001.m3u8?s=${link}`,
    expiresAt: foyer.now + 24 * hourMs,
  });
  const first = stream(1);
  expect(await accessOf(foyer, onVimeo(owned))).toEqual(first);
  foyer.advance(minuteMs - 1);
  expect(await accessOf(foyer, onVimeo(owned), 'attendee')).toEqual(first);
  foyer.advance(1);
  expect(await accessOf(foyer, onVimeo(owned))).toEqual(stream(2));
  expect(vimeo.requests).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^GET \/videos\/500001\?fields=/) as string),
  );
  expect(JSON.stringify(foyer.logged)).not.toContain(vimeoToken);
});

test('CALL-11j a link that does not say when it expires counts as valid for 23 hours', async () => {
  const { foyer } = await startWithVimeo();
  expect(await accessOf(foyer, onVimeo('https://vimeo.com/500005'))).toMatchObject({
    kind: 'hls',
    expiresAt: foyer.now + 23 * hourMs,
  });
});

const framed = (id: string) => ({ kind: 'iframe', url: `https://player.vimeo.com/video/${id}?dnt=1` });

test.each([
  ['an expired link', 'https://vimeo.com/500004', framed('500004')],
  ['a link to a server that pages do not load from', 'https://vimeo.com/500006', framed('500006')],
  ['no such film', 'https://vimeo.com/500404', framed('500404')],
  [
    'a film of another account',
    'https://vimeo.com/500002/8272103f6e',
    { kind: 'iframe', url: 'https://player.vimeo.com/video/500002?h=8272103f6e&dnt=1' },
  ],
  [
    'an event, for which it is not asked',
    'https://vimeo.com/event/500001',
    { kind: 'iframe', url: 'https://vimeo.com/event/500001/embed?dnt=1' },
  ],
])('CALL-11k if Vimeo has %s, the film plays in Vimeo’s player', async (_what, videoUrl, expected) => {
  const { foyer, vimeo } = await startWithVimeo();
  expect(await accessOf(foyer, onVimeo(videoUrl))).toEqual(expected);
  expect(vimeo.requests).toHaveLength(videoUrl.includes('event') ? 0 : 1);
});

test('CALL-11l a film that is private on Vimeo and that the token cannot play is a conflict', async () => {
  const { foyer } = await startWithVimeo();
  const { status, error } = await request(foyer, onVimeo('https://vimeo.com/500003'));
  expect([status, error?.code]).toEqual([409, 'conflict']);
});

test('CALL-11da while the link of a private film is about to expire, players ask again', async () => {
  const { foyer } = await startWithVimeo();
  const { error, headers } = await request(foyer, onVimeo('https://vimeo.com/500007'));
  expect([error?.code, headers.get('retry-after')]).toEqual(['unavailable', '60']);
});

const failWith = (vimeo: VendorStandIn, kind: FailureKind, retryAfter?: number): void => {
  vimeo.failure = { kind, ...(retryAfter !== undefined && { retryAfter }) };
};
const warningsOf = ({ logged }: Foyer) =>
  logged.filter(({ msg }) => msg === 'Vimeo does not return the stream of a film').map(({ err }) => err);

// A rejected token is not tried again within a minute.
test.each<[what: string, kind: FailureKind, requests: number, reason: RegExp]>([
  ['rejects the token', 'unauthorized', 1, /VIMEO_TOKEN/],
  ['lacks a scope', 'forbidden', 2, /status 403/],
  ['is broken', 'broken', 2, /status 500/],
  ['sends no JSON', 'malformed', 2, /JSON/],
])(
  'CALL-11m if Vimeo %s, players ask again later, and the log says why once',
  async (_, kind, requests, reason) => {
    const { foyer, vimeo } = await startWithVimeo();
    failWith(vimeo, kind);
    for (const _request of ['first', 'second']) {
      const { error, headers } = await request(foyer, onVimeo(owned));
      expect([error?.code, Number(headers.get('retry-after')) > 0]).toEqual(['unavailable', true]);
    }
    expect(vimeo.requests).toHaveLength(requests);
    expect(warningsOf(foyer)).toEqual([
      expect.objectContaining({ message: expect.stringMatching(reason) as string }),
    ]);
    vimeo.failure = undefined;
    foyer.advance(minuteMs);
    expect(await accessOf(foyer, onVimeo(owned))).toMatchObject({ kind: 'hls' });
  },
);

test('CALL-11ac if Vimeo does not answer any more, a film that its player could show last is shown there', async () => {
  const { foyer, vimeo } = await startWithVimeo();
  const body = onVimeo('https://vimeo.com/500002/8272103f6e');
  const shown = await accessOf(foyer, body);
  expect(shown.kind).toBe('iframe');
  failWith(vimeo, 'broken');
  foyer.advance(minuteMs);
  expect(await accessOf(foyer, body)).toEqual(shown);
  expect(vimeo.requests).toHaveLength(2);
});

test('CALL-11n after a 429 Vimeo is not asked before the time that it names', async () => {
  const { foyer, vimeo } = await startWithVimeo();
  const retryAfter = async () => (await request(foyer, onVimeo(owned))).headers.get('retry-after');
  failWith(vimeo, 'throttled', 90);
  expect(await retryAfter()).toBe('90');
  vimeo.failure = undefined;
  foyer.advance(89_000);
  expect(await retryAfter()).toBe('5');
  expect(vimeo.requests).toHaveLength(1);
  foyer.advance(1_000);
  expect(await accessOf(foyer, onVimeo(owned))).toMatchObject({ kind: 'hls' });
});

test('CALL-11p a rate limit applies to each user', async () => {
  const foyer = await startWithFilms();
  for (let count = 0; count < 30; count += 1) expect((await request(foyer, film)).status).toBe(200);
  const { status, headers } = await request(foyer, film);
  expect([status, headers.get('retry-after')]).toEqual([429, '2']);
  expect((await request(foyer, film, 'attendee')).status).toBe(200);
  foyer.advance(2_000);
  expect((await request(foyer, film)).status).toBe(200);
});
