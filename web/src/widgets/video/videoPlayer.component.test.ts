/**
 * The player of films, in the panel of a film on Vimeo whose stream the server names. The stream is that of the demo's
 * plenary, 10 seconds long, below playlists of the tests.
 */
import { accessVideo, type ResponseOf } from '@foyer/contract';
import { expect, test } from 'vitest';
import { requestedUrls } from '../../features/area/testing/areaPage.ts';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import type { FakeServer, PageWindow } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { filmFrame, filmRequests } from '../../testing/vimeoFilm.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import {
  askingForConsent,
  expectOpen,
  hotspot,
  lounge,
  panel,
  passTimeUntilShown,
  serverWith,
} from '../testing/widgetPage.ts';

type Access = ResponseOf<typeof accessVideo>;

/** Of pages whose clock is stopped. */
const start = Date.UTC(2026, 10, 20, 12);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const plenary = '/backend-assets/live/demo/plenary-hls/1';
const stream = `${plenary}/playlist.m3u8`;
const loop = '/backend-assets/live/demo/plenary-loop/1';
const file: Access = { kind: 'file', url: loop };

const filmOf = (id: string) => [{ locale: 'en' as const, uri: `https://vimeo.com/${id}` }];

/** A server with a film in the lounge, and its answers to requests for access; the last one is repeated. */
function serverWithFilm(
  answers: readonly Access[],
  configuration: Partial<ConfigurationOf<'VimeoWidget'>> = {},
): FakeServer {
  const server = serverWith({
    id: 'film',
    type: 'VimeoWidget',
    name: 'Opening',
    configurations: [
      {
        id: 'always',
        name: 'film',
        cookieProviders: [],
        uris: filmOf('600001'),
        ...configuration,
      },
    ],
    placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
  });
  server.widgetSettings = { ...server.widgetSettings, vimeoStreams: true };
  return server.respondTo(accessVideo, () => {
    const count = server.calls(accessVideo).length;
    const answer = answers[Math.min(count, answers.length) - 1];
    if (!answer) throw new Error('The test has no answer.');
    return answer;
  });
}

async function openFilm(server: FakeServer, options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(`${lounge}?widget=film`, { server, ...options });
  await expectOpen(page, 'Opening');
  return page;
}

const video = (page: AppPage) => panel(page, 'Opening').getByCSS('video');
const element = (page: AppPage): HTMLVideoElement => video(page).element() as HTMLVideoElement;
const setting = (page: AppPage, name: string) => panel(page, 'Opening').getByRole('combobox', { name });

async function choose(page: AppPage, name: string, option: string): Promise<void> {
  await setting(page, name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const expectPicture = (page: AppPage): Promise<void> =>
  expect.poll(() => (video(page).query() as HTMLVideoElement | null)?.readyState).toBeGreaterThan(1);

/** Waits until the film has a picture, and plays it in a loop. */
async function play(page: AppPage): Promise<void> {
  await expectPicture(page);
  // Browsers start films with sound only after a click.
  element(page).muted = true;
  // The film would end while a slow test looks at it.
  element(page).loop = true;
  await element(page).play();
}

const cdn = 'https://skyfire.vimeocdn.com/film';

const levelOf = (height: number, bandwidth: number, attributes = ''): string =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${Math.round((height * 16) / 9)}x${height}${attributes}\n${height}.m3u8\n`;

/** The levels of a stream. */
const levels = (attributes = ''): string =>
  levelOf(360, 300_000, attributes) + levelOf(720, 900_000, attributes);

/** @param segment the address of the segments without their numbers */
const mediaPlaylist = (segment: string): string =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n${[0, 1, 2].map((at) => `#EXTINF:3.333333,\n${segment}${at}.ts`).join('\n')}\n#EXT-X-ENDLIST\n`;

/** Vimeo's CDN: two levels, and English and German captions. Its media playlist names the segments of the demo. */
const onCdn = (headers: Readonly<Record<string, string>>) =>
  interceptFiles(`${cdn}/*`, ({ request: { url } }) => {
    const type = 'application/vnd.apple.mpegurl';
    const captions = ['en', 'de'].map(
      (language) =>
        `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="texts",NAME="${language}",LANGUAGE="${language}",DEFAULT=${language === 'en' ? 'YES' : 'NO'},AUTOSELECT=YES,URI="${language}.m3u8"`,
    );
    const bodies: Readonly<Record<string, string>> = {
      'playlist.m3u8': `#EXTM3U\n${captions.join('\n')}\n${levels(',SUBTITLES="texts"')}`,
      ...Object.fromEntries(
        ['360.m3u8', '720.m3u8'].map((name) => [name, mediaPlaylist(`${location.origin}${plenary}/segment`)]),
      ),
      ...Object.fromEntries(
        ['en', 'de'].flatMap((language) => [
          [
            `${language}.m3u8`,
            `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${language}.vtt\n#EXT-X-ENDLIST\n`,
          ],
          [`${language}.vtt`, `WEBVTT\n\n00:00.000 --> 00:10.000\nText in ${language}\n`],
        ]),
      ),
    };
    const body = bodies[new URL(url).pathname.split('/').at(-1) ?? ''];
    return body === undefined ? { status: 404, headers } : { status: 200, type, body, headers };
  });

const streamed: Access = { kind: 'hls', url: `${cdn}/playlist.m3u8` };

/** The texts that the film shows now. */
const shownTexts = (page: AppPage): string[] =>
  [...element(page).textTracks]
    .filter(({ mode }) => mode === 'showing')
    .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text));

test('CALL-11s a film whose stream the server names plays in the page, with its qualities, speeds and captions, and counts as watched once', async () => {
  await onCdn({ 'access-control-allow-origin': '*' });
  const page = await openFilm(serverWithFilm([streamed]));
  await play(page);
  expect(filmFrame(page)).toBeNull();
  await expect.element(setting(page, 'Quality: Automatic')).toBeVisible();
  await expect.element(setting(page, 'Captions: Off')).toBeVisible();
  expect(shownTexts(page)).toEqual([]);
  await choose(page, 'Captions', 'German');
  await expect.poll(() => shownTexts(page)).toEqual(['Text in de']);
  await choose(page, 'Speed', '1.5×');
  await expect.poll(() => element(page).playbackRate).toBe(1.5);
  await choose(page, 'Quality', '360p');
  await expect.element(setting(page, 'Quality: 360p')).toBeVisible();
  await page.expectAccessible();
  element(page).pause();
  await element(page).play();
  await expectEvents(page.server, ['video'], ['video access area=lounge widget=film type=VimeoWidget']);
  // Another time, the captions are those that were chosen.
  await page.reload();
  await play(page);
  await expect.poll(() => shownTexts(page)).toEqual(['Text in de']);
});

test('CALL-11t captions are in the language of the user if the widget shows them, and can be turned off with the keyboard', async () => {
  await onCdn({ 'access-control-allow-origin': '*' });
  const page = await openFilm(serverWithFilm([streamed], { captions: true }));
  await play(page);
  await expect.poll(() => shownTexts(page)).toEqual(['Text in en']);
  await page.tabTo(setting(page, 'Captions: English'));
  await page.press('{Enter}');
  await expect.element(page.getByRole('option', { name: 'English' })).toHaveFocus();
  await page.press('{End}{Enter}');
  await expect.element(setting(page, 'Captions: Off')).toHaveFocus();
  await expect.poll(() => shownTexts(page)).toEqual([]);
});

/** A browser that plays HLS only by a script, as most did. */
function withoutNativeHls({ HTMLMediaElement: Media }: PageWindow): void {
  const original = Object.getOwnPropertyDescriptor(Media.prototype, 'canPlayType')?.value as (
    this: HTMLMediaElement,
    type: string,
  ) => string;
  Object.defineProperty(Media.prototype, 'canPlayType', {
    value(this: HTMLMediaElement, type: string) {
      return type.includes('mpegurl') ? '' : original.call(this, type);
    },
  });
}

const framed: Access = { kind: 'iframe', url: 'https://player.vimeo.com/video/600001?dnt=1' };

test.each<[what: string, access: Access]>([
  ['the server names only Vimeo’s player', framed],
  ['the servers of the stream do not allow this page', { ...streamed, expiresAt: start + minuteMs }],
])('CALL-11u if %s, the film plays in Vimeo’s player, which stays', async (_what, access) => {
  await onCdn({});
  const server = serverWithFilm([access]);
  const page = await openPage(`${lounge}?widget=film`, {
    server,
    stopTimeAt: start,
    prepare: withoutNativeHls,
  });
  await passTimeUntilShown(page, page.getByCSS('iframe[src*="vimeo.com/"]'));
  const frame = filmFrame(page);
  expect(frame?.src).toBe(framed.url);
  await expect.element(video(page)).not.toBeInTheDocument();
  // The link of the stream expires meanwhile.
  await page.advance(minuteMs);
  expect(server.calls(accessVideo)).toHaveLength(1);
  expect(filmFrame(page)).toBe(frame);
});

test('CONSENT-10h nothing is requested for a film, neither from the server nor from Vimeo, before consent', async () => {
  await onCdn({ 'access-control-allow-origin': '*' });
  const server = serverWithFilm([streamed], { cookieProviders: ['vimeo'], uris: filmOf('600002') }).change(
    askingForConsent('vimeo', 'Vimeo'),
  );
  const page = await openPage(`${lounge}?widget=film`, { server });
  await page.getByRole('button', { name: 'Reject all' }).click();
  const allow = panel(page, 'Opening').getByRole('button', { name: 'Allow Vimeo' });
  await expect.element(allow).toBeVisible();
  expect(server.calls(accessVideo)).toEqual([]);
  await allow.click();
  await play(page);
  expect(await filmRequests('600002')).toEqual([]);
});

test('CALL-11v a film that fails to load can be tried again; one that is gone says so', async () => {
  const server = serverWithFilm([file]);
  const answer = { code: 'unavailable' } as const;
  server.reject(accessVideo, answer);
  const page = await openFilm(server, phone);
  const message = panel(page, 'Opening').getByRole('status');
  await expect.element(message).toMatchTextContent('“Opening” couldn’t be loaded');
  await page.expectAccessible();
  server.reject(accessVideo, { code: 'notFound' });
  const again = panel(page, 'Opening').getByRole('button', { name: 'Try again' });
  await again.click();
  await expect.element(message).toMatchTextContent('“Opening” isn’t available now');
  server.respondTo(accessVideo, () => file);
  const gate = server.hold(accessVideo);
  const calls = server.calls(accessVideo).length;
  await again.click();
  await expect.element(again).toHaveAttribute('aria-busy', 'true');
  await again.click({ force: true });
  gate.release();
  await play(page);
  expect(server.calls(accessVideo)).toHaveLength(calls + 1);
  await expect.element(again).not.toBeInTheDocument();
  await expect.element(video(page)).toHaveFocus();
});

test('CALL-11w without a network a film says so, and loads when the network is back', async () => {
  const server = serverWithFilm([file]);
  server.lose(accessVideo);
  const page = await openFilm(server, {
    prepare: ({ navigator }) =>
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true }),
  });
  await expect.element(panel(page, 'Opening').getByRole('status')).toMatchTextContent('You’re offline');
  server.respondTo(accessVideo, () => file);
  page.setOnline(true);
  await play(page);
});

test('CALL-11x a film that is private on Vimeo says so', async () => {
  const server = serverWithFilm([], { uris: filmOf('600003') });
  server.reject(accessVideo, { code: 'conflict' });
  const page = await openFilm(server);
  await expect
    .element(panel(page, 'Opening').getByRole('alert'))
    .toMatchTextContent('This film can’t be shown here');
  expect(await filmRequests('600003')).toEqual([]);
});

test('CALL-11y a film with autoplay starts when its panel opens, and pauses when another one starts', async () => {
  const page = await openPage(lounge, { server: serverWithFilm([file], { autoplay: true }) });
  // Browsers start films with sound only after a click.
  await hotspot(page, 'Opening').click();
  await expectOpen(page, 'Opening');
  await expect.poll(() => element(page).paused).toBe(false);
  element(page).loop = true;
  const other = page.document.createElement('video');
  Object.assign(other, { src: loop, muted: true, loop: true });
  page.document.body.append(other);
  await other.play();
  expect(element(page).paused).toBe(false);
  // A muted film pauses no sound until it is unmuted.
  other.muted = false;
  await expect.poll(() => [element(page).paused, other.paused]).toEqual([true, false]);
});

/** Opens the film on a page whose clock is stopped. */
async function openStopped(server: FakeServer): Promise<AppPage> {
  const page = await openPage(`${lounge}?widget=film`, { server, stopTimeAt: start });
  await passTimeUntilShown(page, video(page));
  return page;
}

const signed = (url: string, count: number, expiresAt = Date.now() + hourMs): Access => ({
  kind: url === stream ? 'hls' : 'file',
  url: `${url}?expires=${count}&signature=${count}`,
  expiresAt,
});

test.each([
  ['playing', false],
  ['paused', true],
])(
  'ASSET-02h a %s file gets its next URL before it expires, and stays at its time and speed',
  async (_what, isPaused) => {
    // It is renewed after half of its time.
    const server = serverWithFilm([signed(loop, 1, start + minuteMs), signed(loop, 2)]);
    const page = await openStopped(server);
    await play(page);
    element(page).currentTime = 4;
    // Slow, so that it does not end meanwhile.
    element(page).playbackRate = 0.1;
    await expect.poll(() => element(page).seeking).toBe(false);
    if (isPaused) element(page).pause();
    await page.advance(25_000);
    expect(server.calls(accessVideo)).toHaveLength(1);
    const continued = new Promise<number>((resolve) =>
      element(page).addEventListener('seeked', () => resolve(element(page).currentTime), { once: true }),
    );
    await page.advance(5_000);
    await expect.poll(() => element(page).currentSrc).toContain('signature=2');
    expect(await continued).toBeGreaterThanOrEqual(4);
    const { paused, playbackRate } = element(page);
    expect([paused, playbackRate]).toEqual([isPaused, 0.1]);
    await expect.element(panel(page, 'Opening').getByCSS('canvas')).not.toBeInTheDocument();
  },
);

test('CALL-11ah a film that is gone when its URL is renewed stops, with a message in its place', async () => {
  const server = serverWithFilm([signed(loop, 1, start + minuteMs)]);
  const page = await openStopped(server);
  await play(page);
  server.reject(accessVideo, { code: 'notFound' });
  await page.advance(30_000);
  await expect
    .element(panel(page, 'Opening').getByRole('status'))
    .toMatchTextContent('“Opening” isn’t available now');
  await expect.poll(() => [element(page).paused, element(page).hasAttribute('src')]).toEqual([true, false]);
});

const signaturesOf = (urls: readonly string[], file: string): string[] =>
  urls
    .filter((url) => url.includes(`plenary-hls/1/${file}`))
    .map((url) => new URL(url).searchParams.get('signature') ?? '');

/** The player of streams needs timers. */
const passTimeUntil = (page: AppPage, condition: () => boolean, stepMs = 50): Promise<void> =>
  expect
    .poll(
      async () => {
        await page.advance(stepMs);
        return condition();
      },
      { interval: 10 },
    )
    .toBe(true);

/** The stream of the demo, four times in a row: longer than what a player loads ahead. */
const longPlaylist = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n${Array.from(
  { length: 4 },
  (_, round) => [0, 1, 2].map((at) => `#EXTINF:3.333333,\nsegment${at}.ts?round=${round}`).join('\n'),
).join('\n#EXT-X-DISCONTINUITY\n')}\n#EXT-X-ENDLIST\n`;

test('ASSET-02i the later segments of a stream have the signature of its next URL, and the player does not load it again', async () => {
  const requested: string[] = [];
  await interceptFiles(`*${plenary}/*`, ({ request: { url } }) => {
    requested.push(url);
    return url.includes('playlist')
      ? { status: 200, type: 'application/vnd.apple.mpegurl', body: longPlaylist }
      : 'real';
  });
  const server = serverWithFilm([signed(stream, 1, start + minuteMs), signed(stream, 2)]);
  const page = await openStopped(server);
  await passTimeUntil(page, () => signaturesOf(requested, 'segment').length > 2);
  expect(new Set(signaturesOf(requested, 'segment'))).toEqual(new Set(['1']));
  await page.advance(30_000);
  await expect.poll(() => server.calls(accessVideo).length).toBe(2);
  // The response arrives after the call.
  await page.advance(50);
  element(page).currentTime = 38;
  await passTimeUntil(page, () => !element(page).seeking);
  expect(element(page).currentTime).toBe(38);
  expect(signaturesOf(requested, 'segment')).toContain('2');
  expect(signaturesOf(requested, 'playlist')).toEqual(['1']);
});

test.each([
  ['a segment', 'segment2', ['1']],
  ['its playlist', 'playlist', ['1', '2']],
])(
  'ASSET-02j a stream of which %s is refused gets one new URL and goes on from its time',
  async (_what, refused, playlists) => {
    await interceptFiles(`*${plenary}/${refused}*`, ({ request: { url } }) =>
      url.includes('signature=1') ? { status: 403 } : 'real',
    );
    const server = serverWithFilm([signed(stream, 1), signed(stream, 2)]);
    const page = await openFilm(server);
    await play(page);
    await expect.poll(() => signaturesOf(requestedUrls(page), 'segment2')).toContain('2');
    await expect.poll(() => element(page).paused).toBe(false);
    expect(server.calls(accessVideo)).toHaveLength(2);
    expect(signaturesOf(requestedUrls(page), 'playlist')).toEqual(playlists);
    await expect.element(panel(page, 'Opening').getByRole('status')).toMatchTextContent('');
  },
);

test('ASSET-02x a stream whose connection breaks goes on from its time, also if the next try fails', async () => {
  const requested: string[] = [];
  await interceptFiles(`*${plenary}/*`, ({ request: { url } }) => {
    requested.push(url);
    const isReachable = url.includes('signature=1') ? !url.includes('segment2') : url.includes('signature=3');
    return isReachable ? 'real' : 'lost';
  });
  const server = serverWithFilm([1, 2, 3].map((count) => signed(stream, count, start + hourMs)));
  const page = await openStopped(server);
  const isLost = (signature: string): boolean =>
    signaturesOf(requested, '').at(-1) === signature &&
    panel(page, 'Opening').getByRole('status').query()?.textContent.includes('couldn’t be loaded') === true;
  // hls.js retries a request for half a minute before it reports the failure.
  await passTimeUntil(page, () => isLost('1'), 1_000);
  element(page).currentTime = 4;
  await passTimeUntil(page, () => !element(page).seeking);
  page.setOnline(true);
  await passTimeUntil(page, () => isLost('2'), 1_000);
  page.setOnline(true);
  await passTimeUntil(page, () => signaturesOf(requested, 'segment2').includes('3'));
  await passTimeUntil(page, () => element(page).readyState > 1);
  expect(element(page).currentTime).toBe(4);
});

test('CALL-11al a stream whose chosen quality is refused goes on in it with its next URL', async () => {
  const requested: string[] = [];
  await interceptFiles(`*${plenary}/*`, ({ request: { url } }) => {
    requested.push(url);
    const type = 'application/vnd.apple.mpegurl';
    if (url.includes('playlist')) return { status: 200, type, body: `#EXTM3U\n${levels()}` };
    if (url.includes('m3u8'))
      return { status: 200, type, body: mediaPlaylist(url.includes('360') ? 'low' : 'segment') };
    if (url.includes('low2') && url.includes('signature=1')) return { status: 403 };
    // Both levels have the segments of the demo.
    return url.includes('low')
      ? { status: 302, headers: { location: url.replace('low', 'segment') } }
      : 'real';
  });
  const page = await openFilm(serverWithFilm([signed(stream, 1), signed(stream, 2)]));
  // It is not played, so that it stays far from the last segment.
  await expectPicture(page);
  await choose(page, 'Quality', '360p');
  await expect.poll(() => signaturesOf(requested, 'low2')).toEqual(['1', '2']);
});

test('ASSET-02k a film whose new URL is refused too says so instead of asking for more', async () => {
  await interceptFiles(`*${loop}*`, () => ({ status: 403 }));
  const server = serverWithFilm([file]);
  const page = await openFilm(server);
  await expect.poll(() => server.calls(accessVideo).length).toBe(2);
  await expect.poll(() => filmFrame(page)).not.toBeNull();
  expect(server.calls(accessVideo)).toHaveLength(2);
});
