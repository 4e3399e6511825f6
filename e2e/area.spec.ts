/** Areas on a real server: picture sizes, a panorama, signed videos, and an unreachable server. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  findArea,
  areaPath,
  door,
  expectDrawn,
  heading,
  expectSharp,
  withoutWidgets,
} from './pages/areaPage.ts';
import { expect, test, visitAs, type Page } from './harness/fixtures.ts';
import { restartErrors } from './harness/restartErrors.ts';

/** Records the response statuses of asset requests whose URL contains this text. */
function statusesOf(page: Page, text: string): { readonly url: string; readonly status: number }[] {
  const responses: { url: string; status: number }[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (url.includes('/backend-assets/') && url.includes(text))
      responses.push({ url, status: response.status() });
  });
  return responses;
}

test('AREA-02e AREA-10b AREA-11b doors, floorplan, Back and new tabs lead from area to area, with small pictures first', async ({
  page,
  context,
}) => {
  const pictures = statusesOf(page, '/library/');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(areaPath('lounge'));
  await expectSharp(page);
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeFocused();
  await expectSharp(page);
  await expect(page).toHaveTitle(/Library/);
  const [small, ...others] = requested.filter((url) => /\/backend-assets\/.*\/library\//.test(url));
  expect(small).toContain('suffix=w320');
  expect(others.some((url) => !url.includes('suffix=w320'))).toBe(true);
  expect(pictures.filter(({ status }) => status !== 200)).toEqual([]);
  await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Go in, Lobby' }).click();
  await expect(heading(page, 'Lobby')).toBeFocused();
  // The open floorplan is part of the URL that led to the lobby.
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Floorplan' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'Library')).toBeAttached();
  await page.goBack();
  await expect(heading(page, 'Lounge')).toBeFocused();
  // The browser decides when a background tab loads, so the link is checked instead.
  const [request] = await Promise.all([
    context.waitForEvent('request', (request) => request.isNavigationRequest()),
    door(page, 'Library').click({ button: 'middle' }),
  ]);
  expect(new URL(request.url()).pathname).toBe('/v/nightfall/area/library');
  await expect(heading(page, 'Lounge')).toBeAttached();
});

test('AREA-10 while the server is unreachable, a loaded area still opens with its doors', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(restartErrors);
  await foyer.saveAndPublish(withoutWidgets);
  await page.goto(areaPath('lounge'));
  await expectSharp(page);
  await door(page, 'Library').hover();
  const isLoaded = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .some(({ name }) => name.includes('/library/') && !name.includes('suffix=w320')),
    );
  await expect.poll(isLoaded).toBe(true);
  await foyer.stop();
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeFocused();
  await expectSharp(page);
  await expect(door(page, 'Lounge')).toBeVisible();
});

test.describe('the demo', () => {
  test.use({ server: { venue: 'demo' } });

  test('AREA-01b a panorama of the demo is drawn', async ({ page }) => {
    await page.goto(areaPath('lobby'));
    await expectDrawn(page);
    await expect(page.getByRole('img', { name: /round dome/ })).toBeVisible();
    await expect(door(page, 'Plenary')).toBeVisible();
  });
});

test.describe('the demo with a login', () => {
  test.use({
    server: { venue: 'demo', login: { providers: [{ type: 'password' }] } },
    contextOptions: { reducedMotion: 'no-preference' },
  });

  /** Waits until the background of the plenary plays. */
  const expectMoving = async (page: Page): Promise<void> => {
    const video = page.locator('[data-phase="current"] video');
    await expect(video).toHaveAttribute('data-shown', 'true');
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0);
  };

  test('AREA-03c ASSET-02e an MP4 as background is requested with a signature from the first request on', async ({
    page,
    foyer,
  }) => {
    const responses = statusesOf(page, '/plenary-loop/');
    await visitAs(page, foyer, await foyer.createAccount(), areaPath('plenary'));
    await expectMoving(page);
    expect(responses).not.toEqual([]);
    expect(responses.filter(({ url, status }) => status >= 400 || !url.includes('signature='))).toEqual([]);
  });

  test('AREA-03j ASSET-02 a stream (HLS) as background plays with the signature of its playlist', async ({
    page,
    foyer,
  }) => {
    const folder = new URL('../demo/assets/plenary-hls', import.meta.url).pathname;
    const { stdout } = await promisify(execFile)('tar', ['--create', '--directory', folder, '.'], {
      encoding: 'buffer',
      maxBuffer: 1e8,
    });
    expect((await foyer.putAsset('stream', stdout, 'application/x-tar')).status).toBe(200);
    await foyer.saveAndPublish((architecture, venue) => {
      withoutWidgets(architecture);
      venue.assets = [...(venue.assets ?? []), { id: 'stream' }];
      const background = findArea(architecture, 'plenary').viewPoints[0]?.background;
      if (!background || !('videoUrl' in background)) throw new Error('The plenary has a video background.');
      background.videoUrl = 'asset:stream';
    });
    const responses = statusesOf(page, '/stream/');
    await visitAs(page, foyer, await foyer.createAccount(), areaPath('plenary'));
    await expectMoving(page);
    expect(responses.some(({ url }) => url.includes('/segment0.ts?'))).toBe(true);
    expect(responses.filter(({ url, status }) => status >= 400 || !url.includes('signature='))).toEqual([]);
  });
});
