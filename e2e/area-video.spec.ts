/** Areas whose background moves. */
import { readFile } from 'node:fs/promises';
import { areaIn, areaPath, door, heading, withoutWidgets } from './areaPage.ts';
import { expect, test, type Page, type VenueInput } from './harness.ts';

type Plan = VenueInput['architectures'][number];

const video = (page: Page) => page.locator('[data-phase="here"] video');
const pause = (page: Page) => page.getByRole('button', { name: 'Pause the moving background' });
const play = (page: Page) => page.getByRole('button', { name: 'Play the moving background' });
const poster = (page: Page) => page.locator('[data-phase="here"] [data-state="sharp"] img').last();

const isMoving = (page: Page): Promise<boolean> =>
  video(page).evaluate((element) => {
    const { paused, muted, loop, playsInline, videoWidth } = element as HTMLVideoElement;
    return !paused && muted && loop && playsInline && videoWidth > 0;
  });

const moving =
  (change: Partial<{ videoUrl: string; playerActive: boolean; posterAssetId: string }>) => (plan: Plan) => {
    withoutWidgets(plan);
    const [viewpoint] = areaIn(plan, 'plenary').viewPoints;
    if (!viewpoint || !('videoUrl' in viewpoint.background))
      throw new Error('the plenary has a moving background');
    Object.assign(viewpoint.background, change);
  };

test.beforeEach(async ({ foyer }) => {
  await foyer.live(withoutWidgets);
});

test('AREA-03c an MP4 plays behind the doors: muted, looped, and with a button that pauses it', async ({
  page,
}) => {
  await page.goto(areaPath('plenary'));
  await expect.poll(() => isMoving(page)).toBe(true);
  await expect(video(page)).toHaveAttribute('data-shown', 'true');
  await pause(page).click();
  await expect.poll(() => isMoving(page)).toBe(false);
  await expect(play(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => isMoving(page)).toBe(true);
});

test('AREA-03d who paused one finds it paused the next time, over its poster', async ({ page }) => {
  await page.goto(areaPath('plenary'));
  await pause(page).click();
  await page.reload();
  await expect(play(page)).toBeVisible();
  await expect(poster(page)).toBeVisible();
  expect(await isMoving(page)).toBe(false);
});

test('AREA-03e with less motion the poster stays, nothing of the video is fetched, and one may still play it', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(areaPath('plenary'));
  await expect(play(page)).toBeVisible();
  await expect(poster(page)).toBeVisible();
  expect(asked.filter((url) => url.includes('plenary-loop'))).toEqual([]);
  await play(page).click();
  await expect.poll(() => isMoving(page)).toBe(true);
});

test('AREA-03f where the browser refuses to play by itself the poster stays, with a button to play', async ({
  page,
}) => {
  await page.addInitScript(() => {
    let isAsked = false;
    addEventListener('click', () => (isAsked = true), { capture: true });
    const usual = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'play');
    Object.defineProperty(HTMLMediaElement.prototype, 'play', {
      value(this: HTMLMediaElement): unknown {
        if (isAsked) return Reflect.apply(usual?.value as () => unknown, this, []);
        return Promise.reject(new DOMException('not by itself', 'NotAllowedError'));
      },
    });
  });
  await page.goto(areaPath('plenary'));
  await expect(play(page)).toBeVisible();
  await expect(poster(page)).toBeVisible();
  await play(page).click();
  await expect.poll(() => isMoving(page)).toBe(true);
});

test('AREA-03g while the player is not active there is the poster, and nothing to pause', async ({
  page,
  foyer,
}) => {
  await foyer.live(moving({ playerActive: false }));
  await page.goto(areaPath('plenary'));
  await expect(poster(page)).toBeVisible();
  await expect(video(page)).toHaveCount(0);
  await expect(pause(page)).toHaveCount(0);
  await expect(play(page)).toHaveCount(0);
});

test('AREA-03h a Vimeo address shows the poster and asks Vimeo for nothing', async ({ page, foyer }) => {
  await foyer.live(moving({ videoUrl: 'https://vimeo.com/76979871' }));
  await page.goto(areaPath('plenary'));
  await expect(poster(page)).toBeVisible();
  await expect(video(page)).toHaveCount(0);
});

test('AREA-03i a video that does not play leaves its poster and its doors', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.hosts.push('media.nightfall.example');
  allowed.console.push(/media\.nightfall\.example/);
  await page.route('https://media.nightfall.example/**', (route) =>
    route.fulfill({ status: 200, contentType: 'video/mp4', body: 'this is no video' }),
  );
  await foyer.live(moving({ videoUrl: 'https://media.nightfall.example/loop.mp4' }));
  await page.goto(areaPath('plenary'));
  await expect(poster(page)).toBeVisible();
  await expect(video(page)).toHaveCount(0);
  await expect(pause(page)).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await door(page, 'Lobby').click();
  await expect(heading(page, 'Lobby')).toBeAttached();
});

/** The demo's own stream, as a host outside of the venue would serve it. */
async function streamFrom(page: Page, host: string): Promise<string[]> {
  const asked: string[] = [];
  await page.route(`https://${host}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? '';
    asked.push(file);
    const headers = { 'access-control-allow-origin': '*' };
    try {
      const body = await readFile(new URL(`../demo/assets/plenary-hls/${file}`, import.meta.url));
      const contentType = file.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp2t';
      await route.fulfill({ body, contentType, headers });
    } catch {
      await route.fulfill({ status: 404, headers });
    }
  });
  return asked;
}

/** A browser that plays no playlists by itself. */
async function withoutOwnPlayer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const usual = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'canPlayType');
    Object.defineProperty(HTMLMediaElement.prototype, 'canPlayType', {
      value(this: HTMLMediaElement, type: string): unknown {
        return type.includes('mpegurl') ? '' : Reflect.apply(usual?.value as () => unknown, this, [type]);
      },
    });
  });
}

test('AREA-03j a stream (HLS) plays through hls.js where the browser cannot do it by itself', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.hosts.push('media.nightfall.example');
  await withoutOwnPlayer(page);
  const asked = await streamFrom(page, 'media.nightfall.example');
  await foyer.live(moving({ videoUrl: 'https://media.nightfall.example/night/playlist.m3u8' }));
  await page.goto(areaPath('plenary'));
  await expect.poll(() => isMoving(page)).toBe(true);
  expect(asked).toContain('playlist.m3u8');
  expect(asked.some((file) => file.endsWith('.ts'))).toBe(true);
  await pause(page).click();
  await expect.poll(() => isMoving(page)).toBe(false);
});

test('AREA-03k a stream that is not there leaves the poster', async ({ page, foyer, allowed }) => {
  allowed.hosts.push('media.nightfall.example');
  allowed.console.push(/media\.nightfall\.example/);
  await streamFrom(page, 'media.nightfall.example');
  await foyer.live(moving({ videoUrl: 'https://media.nightfall.example/night/gone.m3u8' }));
  await page.goto(areaPath('plenary'));
  await expect(poster(page)).toBeVisible();
  await expect(video(page)).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('AREA-03l a stream whose answer was lost is asked for again, and plays when it comes', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.hosts.push('media.nightfall.example');
  allowed.console.push(/media\.nightfall\.example/);
  await withoutOwnPlayer(page);
  await streamFrom(page, 'media.nightfall.example');
  let isAway = true;
  await page.route('https://media.nightfall.example/**', (route) =>
    isAway ? route.abort('connectionfailed') : route.fallback(),
  );
  await foyer.live(moving({ videoUrl: 'https://media.nightfall.example/night/playlist.m3u8' }));
  await page.goto(areaPath('plenary'));
  await expect(poster(page)).toBeVisible();
  // It is asked for a few times at once before it is given up.
  await expect(video(page)).toHaveCount(0);
  isAway = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect.poll(() => isMoving(page)).toBe(true);
});
