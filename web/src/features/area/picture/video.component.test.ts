/** Areas with a background video. */
import type { Background } from '@foyer/contract';
import { expect, test } from 'vitest';
import { openPage, type AppPage, type PageOptions } from '../../../testing/page.ts';
import type { FakeServer, PageWindow } from '../../../testing/fakeServer.ts';
import { askFilm, filmFrame, filmRequests } from '../../../testing/vimeoFilm.ts';
import {
  findArea,
  areaPath,
  demoWithoutWidgets,
  hotspot,
  requestedUrls,
  waitForTransition,
} from '../testing/areaPage.ts';
import { interceptFiles } from '../../../testing/interceptFiles.ts';
import { isolate } from '../../../widgets/testing/zoomMeeting.ts';

const pause = (page: AppPage) => page.getByRole('button', { name: 'Pause background video' });
const play = (page: AppPage) => page.getByRole('button', { name: 'Play background video' });
const poster = (page: AppPage) => page.getByCSS('[data-phase="current"] [data-state="sharp"] img').last();
const video = (page: AppPage) => page.getByCSS('[data-phase="current"] video');

function isMoving(page: AppPage): boolean {
  const element = page.document.querySelector<HTMLVideoElement>('[data-phase="current"] video');
  if (!element) return false;
  const { paused, muted, loop, playsInline, videoWidth } = element;
  return !paused && muted && loop && playsInline && videoWidth > 0;
}
const expectMoving = (page: AppPage, moving = true): Promise<void> =>
  expect.poll(() => isMoving(page)).toBe(moving);

/** HLS streams among the assets: that of the demo, and one whose files do not exist. */
const streams = {
  stream: '/backend-assets/live/demo/plenary-hls/1',
  'no-stream': '/backend-assets/live/demo/missing/1',
};

type VideoBackground = Extract<Background, { videoUrl: string }>;

/** The demo venue with a changed background video in the plenary. */
const plenaryWith = (change: Partial<VideoBackground> = {}): FakeServer =>
  demoWithoutWidgets((architecture, venue) => {
    for (const [id, path] of Object.entries(streams))
      venue.assets.push({ id, alts: [], uri: path, mediaType: 'application/vnd.apple.mpegurl' });
    const background = findArea(architecture, 'plenary').viewPoints[0]?.background;
    if (!background || !('videoUrl' in background))
      throw new Error('The plenary of the demo has a video background.');
    Object.assign(background, change);
  });

const openPlenary = (change: Partial<VideoBackground> = {}, options: PageOptions = {}): Promise<AppPage> =>
  openPage(areaPath('plenary'), { server: plenaryWith(change), reducedMotion: false, ...options });

test('AREA-03m an MP4 plays behind the doors: muted, looped, and with a button that pauses it', async () => {
  const page = await openPlenary();
  await expectMoving(page);
  await expect.element(video(page)).toHaveAttribute('data-shown', 'true');
  await pause(page).click();
  await expectMoving(page, false);
  await expect.element(play(page)).toHaveFocus();
  await page.press('{Enter}');
  await expectMoving(page);
});

/** A venue with this background that waits for the consent to its provider. */
const withConsent = (change: Partial<VideoBackground>): FakeServer =>
  plenaryWith({ cookieProviders: ['videos'], ...change }).change((architecture) => {
    architecture.cookieProviders = [
      { id: 'videos', name: 'Video host', type: 'EXTERNAL_MEDIA', attributes: [] },
    ];
    architecture.cookieBannerConfig = { type: 'SIMPLE', text: [] };
  });

async function changeConsent(page: AppPage, answer: 'Accept all' | 'Reject all'): Promise<void> {
  await page.getByCSS('footer a[href$="#privacy-preferences"]').click();
  await page.getByRole('button', { name: answer }).click();
}

test('CONSENT-09b CONSENT-10b a video whose provider is not accepted is listed and not fetched; accepted, it plays without a reload, until it is withdrawn', async () => {
  const server = withConsent({});
  const page = await openPage(areaPath('plenary'), { server, reducedMotion: false });
  await expect
    .element(page.getByText('Waiting for your choice: Background video (Video host)'))
    .toBeVisible();
  await expect.element(poster(page)).toBeVisible();
  expect(requestedUrls(page).filter((url) => /\.mp4|plenary-loop/.test(url))).toEqual([]);
  await page.getByRole('button', { name: 'Accept all' }).click();
  await expectMoving(page);
  const element = video(page).element() as HTMLVideoElement;
  await changeConsent(page, 'Reject all');
  await expect.poll(() => element.paused).toBe(true);
  await expect.element(video(page)).not.toBeInTheDocument();
  await expect.element(poster(page)).toBeVisible();
});

test('AREA-03d a paused video stays paused after a reload and shows its poster', async () => {
  const page = await openPlenary();
  await pause(page).click();
  await expect.element(play(page)).toBeVisible();
  await page.reload();
  await expect.element(play(page)).toBeVisible();
  await expect.element(poster(page)).toBeVisible();
  expect(isMoving(page)).toBe(false);
});

test('AREA-03e with reduced motion the poster stays, and the video is not fetched until it is played', async () => {
  const page = await openPlenary({}, { reducedMotion: true });
  await expect.element(play(page)).toBeVisible();
  await expect.element(poster(page)).toBeVisible();
  expect(requestedUrls(page).filter((url) => url.includes('plenary-loop'))).toEqual([]);
  await play(page).click();
  await expectMoving(page);
});

/** What a browser that saves data reports. */
const savesData: Readonly<Record<string, (page: PageWindow) => void>> = {
  'its network settings': ({ navigator }) =>
    void Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  'a media feature': (page) => {
    const original = page.matchMedia.bind(page);
    page.matchMedia = (query) =>
      original(query.replace('(prefers-reduced-data: reduce)', '(min-width: 0px)'));
  },
};

test.each(Object.entries(savesData))(
  'AREA-03u if the browser saves data by %s, the poster stays, and the video is not fetched until it is played',
  async (_, prepare) => {
    const page = await openPlenary({}, { prepare });
    await expect.element(play(page)).toBeVisible();
    await expect.element(poster(page)).toBeVisible();
    expect(requestedUrls(page).filter((url) => url.includes('plenary-loop'))).toEqual([]);
    await play(page).click();
    await expectMoving(page);
  },
);

/** A browser that rejects `play()` before the first click. */
function rejectPlayback(page: PageWindow): void {
  let isClicked = false;
  page.addEventListener('click', () => (isClicked = true), { capture: true });
  const original = Object.getOwnPropertyDescriptor(page.HTMLMediaElement.prototype, 'play');
  Object.defineProperty(page.HTMLMediaElement.prototype, 'play', {
    value(this: HTMLMediaElement): unknown {
      if (isClicked) return Reflect.apply(original?.value as () => unknown, this, []);
      return page.Promise.reject(new page.DOMException('not before a click', 'NotAllowedError'));
    },
  });
}

test('AREA-03f if the browser blocks playback, the poster stays with a play button', async () => {
  const page = await openPlenary({}, { prepare: rejectPlayback });
  await expect.element(play(page)).toBeVisible();
  await expect.element(poster(page)).toBeVisible();
  await play(page).click();
  await expectMoving(page);
});

test('AREA-03g an inactive player leaves the poster, without video and pause button', async () => {
  const page = await openPlenary({ playerActive: false });
  await expect.element(poster(page)).toBeVisible();
  await expect.element(video(page)).not.toBeInTheDocument();
  await expect.element(pause(page)).not.toBeInTheDocument();
  await expect.element(play(page)).not.toBeInTheDocument();
  const origins = new Set(requestedUrls(page).map((url) => new URL(url).origin));
  expect([...origins]).toEqual([location.origin]);
});

test('AREA-03i an invalid video leaves its poster and its doors', async () => {
  await interceptFiles('https://media.nightfall.example/*', () => ({
    status: 200,
    type: 'video/mp4',
    body: 'this is no video',
  }));
  const page = await openPlenary({ videoUrl: 'https://media.nightfall.example/loop.mp4' });
  await expect.element(poster(page)).toBeVisible();
  await expect.element(video(page)).not.toBeInTheDocument();
  await expect.element(pause(page)).not.toBeInTheDocument();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await hotspot(page, 'Lobby').click();
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
});

test.each([
  ['an isolated page requests a video of another server with CORS', isolate, 'anonymous'],
  ['any other page requests it without', undefined, null],
])('COI-03u %s', async (_what, prepare, expected) => {
  await interceptFiles('https://media.nightfall.example/*', () => new Promise(() => undefined));
  const page = await openPlenary(
    { videoUrl: 'https://media.nightfall.example/loop.mp4' },
    prepare && { prepare },
  );
  await expect
    .poll(() => (video(page).query() as HTMLVideoElement | null)?.src)
    .toBe('https://media.nightfall.example/loop.mp4');
  expect((video(page).element() as HTMLVideoElement).crossOrigin).toBe(expected);
});

/** A browser without native support for HLS. */
function withoutNativeHls(page: PageWindow): void {
  const original = Object.getOwnPropertyDescriptor(page.HTMLMediaElement.prototype, 'canPlayType');
  Object.defineProperty(page.HTMLMediaElement.prototype, 'canPlayType', {
    value(this: HTMLMediaElement, type: string): unknown {
      return type.includes('mpegurl') ? '' : Reflect.apply(original?.value as () => unknown, this, [type]);
    },
  });
}

test('AREA-03n an HLS stream plays with hls.js without native support', async () => {
  const page = await openPlenary({ videoUrl: 'asset:stream' }, { prepare: withoutNativeHls });
  await expectMoving(page);
  const files = requestedUrls(page)
    .filter((url) => url.includes('plenary-hls'))
    .map((url) => url.split('/').at(-1));
  expect(files).toContain('playlist.m3u8');
  expect(files).toContain('segment0.ts');
  await pause(page).click();
  await expectMoving(page, false);
});

/** A browser that plays HLS itself. */
function withNativeHls(page: PageWindow): void {
  Object.defineProperty(page.HTMLMediaElement.prototype, 'canPlayType', { value: () => 'maybe' });
}

test('AREA-03y ASSET-02u a stream whose signature has expired plays with a new one where the browser plays HLS itself', async () => {
  await interceptFiles('*/plenary-hls/*', ({ request: { url } }) =>
    url.includes('signature=') ? 'real' : { status: 403 },
  );
  const page = await openPlenary({ videoUrl: 'asset:stream' }, { prepare: withNativeHls });
  await expectMoving(page);
});

test('AREA-03k a stream that does not exist leaves the poster', async () => {
  const page = await openPlenary({ videoUrl: 'asset:no-stream' });
  await expect.element(poster(page)).toBeVisible();
  await expect.element(video(page)).not.toBeInTheDocument();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});

test('AREA-03l a stream without a response is requested again, and plays when it has loaded', async () => {
  let isOffline = true;
  await interceptFiles('*/plenary-hls/*', () => (isOffline ? 'lost' : 'real'));
  const page = await openPlenary({ videoUrl: 'asset:stream' }, { prepare: withoutNativeHls });
  await expect.element(poster(page)).toBeVisible();
  // hls.js repeats the request a few times before it fails.
  await expect.element(video(page)).not.toBeInTheDocument();
  isOffline = false;
  page.setOnline(true);
  await expectMoving(page);
});

test('CONSENT-10d AREA-03p after consent a film of Vimeo plays behind the doors, muted and with a button that pauses it, until it is withdrawn', async () => {
  const server = withConsent({ videoUrl: 'https://vimeo.com/400001/8272103f6e' });
  const page = await openPage(areaPath('plenary'), { server, reducedMotion: false });
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect.element(poster(page)).toBeVisible();
  expect(filmFrame(page)).toBeNull();
  expect(await filmRequests('400001')).toEqual([]);
  await changeConsent(page, 'Accept all');
  await expect.poll(() => filmFrame(page)?.dataset['shown']).toBe('true');
  const ask = askFilm(page);
  await expect.poll(() => [ask('getPaused'), ask('getMuted')]).toEqual([false, true]);
  expect((await filmRequests('400001')).map(({ path }) => path)).toEqual([
    '/video/400001?h=8272103f6e&dnt=1&background=1',
  ]);
  await pause(page).click();
  await expect.poll(() => ask('getPaused')).toBe(true);
  await expect.element(play(page)).toHaveFocus();
  await page.press('{Enter}');
  await expect.poll(() => ask('getPaused')).toBe(false);
  await expect.element(pause(page)).toBeVisible();
  await changeConsent(page, 'Reject all');
  await expect.poll(() => filmFrame(page)).toBeNull();
});

test('AREA-03q a film of Vimeo covers the picture, and takes neither focus nor clicks', async () => {
  const page = await openPlenary({ videoUrl: 'https://vimeo.com/400002' });
  await expect.poll(() => filmFrame(page)?.dataset['shown']).toBe('true');
  const frame = filmFrame(page) as HTMLIFrameElement;
  // The stand-in's films have this shape.
  const { width, height } = frame.getBoundingClientRect();
  expect(width / height).toBeCloseTo(16 / 9, 2);
  expect(height).toBeGreaterThanOrEqual(page.window.innerHeight);
  expect(page.document.elementsFromPoint(720, 300)).not.toContain(frame);
  frame.focus();
  expect(page.focused).not.toBe(frame);
  await page.expectAccessible();
});

test('AREA-03r with reduced motion Vimeo is not asked for its film until it is played', async () => {
  const page = await openPlenary({ videoUrl: 'https://vimeo.com/400003' }, { reducedMotion: true });
  await expect.element(play(page)).toBeVisible();
  await expect.element(poster(page)).toBeVisible();
  expect(await filmRequests('400003')).toEqual([]);
  await play(page).click();
  await expect.element(pause(page)).toBeVisible();
  expect(await filmRequests('400003')).toHaveLength(1);
});

test('AREA-03s a film that its owner does not allow leaves the poster', async () => {
  const page = await openPlenary({ videoUrl: 'https://vimeo.com/100403' });
  await expect.poll(() => filmRequests('100403?dnt=1&background=1')).not.toEqual([]);
  await expect.poll(() => filmFrame(page)).toBeNull();
  await expect.element(poster(page)).toBeVisible();
  await expect.element(pause(page)).not.toBeInTheDocument();
  await expect.element(play(page)).not.toBeInTheDocument();
});

test('AREA-03t without a poster the way into the area does not wait for Vimeo', async () => {
  const server = plenaryWith({ videoUrl: 'https://vimeo.com/400004', posterAssetId: undefined });
  const page = await openPage(areaPath('lobby'), { server });
  await hotspot(page, 'Plenary').click();
  await expect.element(page.heading('Plenary')).toBeInTheDocument();
  await waitForTransition(page);
  await expect.element(play(page)).toBeVisible();
  expect(await filmRequests('400004')).toEqual([]);
});
