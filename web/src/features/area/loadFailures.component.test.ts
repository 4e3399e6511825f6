/** What still works when a part of an area does not load or is invalid. */
import { expect, test } from 'vitest';
import { holdTimers } from '../../testing/holdTimers.ts';
import { openPage, type AppPage } from '../../testing/page.ts';
import {
  areaPath,
  demoWithoutWidgets,
  hotspot,
  waitForPanorama,
  requestedUrls,
  waitForSharpPicture,
} from './testing/areaPage.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';

const missing = (page: AppPage) =>
  page.getByText('This area’s picture is missing. You can still use its doors.');
const allowedErrors = [/picture (lounge|lobby) cannot be shown/];
const unreachable = (page: AppPage) =>
  page.getByText('The picture didn’t load. We’ll keep trying, and the doors still work.');

test('AREA-01 a missing picture leaves its average color, an explanation, and working doors', async () => {
  await interceptFiles('*/lounge/*', () => ({ status: 404 }));
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets(), allowedErrors });
  await expect.element(missing(page)).toBeVisible();
  await expect.element(page.getByTestId('backdrop')).not.toHaveStyle({ backgroundColor: 'rgba(0, 0, 0, 0)' });
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await hotspot(page, 'Library').click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await waitForSharpPicture(page);
  await expect.element(missing(page)).not.toBeInTheDocument();
});

test('AREA-01 an invalid picture counts as missing, in a flat area and in a panorama', async () => {
  const broken = { status: 200, type: 'image/webp', body: 'RIFF and then nothing' };
  await interceptFiles('*/backend-assets/*', ({ request }) =>
    /\/(lounge|lobby)\//.test(request.url) ? broken : 'real',
  );
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets() });
  await expect.element(missing(page)).toBeVisible();
  await hotspot(page, 'Lobby').click();
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
  await expect.element(missing(page)).toBeVisible();
  await expect.element(hotspot(page, 'Plenary')).toBeVisible();
});

test('AREA-01 "Try now" requests a picture again at once after no response', async () => {
  let isOffline = true;
  await interceptFiles('*/lounge/*', () => (isOffline ? 'lost' : 'real'));
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets(), allowedErrors });
  await expect.element(unreachable(page)).toBeVisible();
  isOffline = false;
  await page.getByRole('button', { name: 'Try now' }).click();
  await waitForSharpPicture(page);
  await expect.element(unreachable(page)).not.toBeInTheDocument();
});

test('AREA-01 a picture is requested again ten seconds after no response', async () => {
  let isOffline = true;
  await interceptFiles('*/lounge/*', () => (isOffline ? 'lost' : 'real'));
  const page = await openPage(areaPath('lounge'), {
    server: demoWithoutWidgets(),
    stopTimeAt: Date.now(),
    allowedErrors,
  });
  await expect
    .poll(async () => {
      await page.advance(200);
      return unreachable(page).query();
    })
    .not.toBeNull();
  isOffline = false;
  await page.advance(9_000);
  await expect.element(unreachable(page)).toBeVisible();
  await page.advance(1_000);
  await waitForSharpPicture(page);
  await expect.element(unreachable(page)).not.toBeInTheDocument();
});

test('AREA-01 a panorama without its sharp picture is drawn as soon as the browser is online again', async () => {
  let isOffline = true;
  let failures = 0;
  let successes = 0;
  // The viewer uses fetch; the painted preview is an image.
  await interceptFiles('*/lobby/*', ({ resourceType }) => {
    if (resourceType === 'Image') return 'real';
    if (isOffline) failures += 1;
    else successes += 1;
    return isOffline ? 'lost' : 'real';
  });
  const page = await openPage(areaPath('lobby'), {
    server: demoWithoutWidgets(),
    allowedErrors,
    // The retry after ten seconds.
    prepare: holdTimers((ms) => ms === 10_000),
  });
  await expect.element(page.getByCSS('[data-phase="current"] canvas').first()).toBeVisible();
  await expect.poll(() => failures).toBeGreaterThan(0);
  isOffline = false;
  // The page may not have noticed the failure yet.
  await expect
    .poll(
      () => {
        if (successes === 0) page.setOnline(true);
        return successes;
      },
      { interval: 100 },
    )
    .toBeGreaterThan(0);
  await waitForPanorama(page);
});

test('AREA-11 without the viewer the panorama is painted and its doors work', async () => {
  await interceptFiles('*sphere-*.js*', () => 'lost');
  const page = await openPage(areaPath('lobby'), {
    server: demoWithoutWidgets(),
    allowedErrors: [/panorama viewer did not open/],
  });
  await expect.element(page.getByText('can’t show this view in full quality')).toBeVisible();
  await expect.element(page.getByCSS('[data-phase="current"] canvas').first()).toBeVisible();
  expect(requestedUrls(page).some((url) => /sphere-.*\.js/.test(url))).toBe(true);
  await hotspot(page, 'Plenary').click();
  await expect.element(page.heading('Plenary')).toBeInTheDocument();
});

test('axe finds nothing in a flat area, a panorama and an area with a video', async () => {
  const page = await openPage(areaPath('lounge'), { server: demoWithoutWidgets() });
  await waitForSharpPicture(page);
  await page.expectAccessible();
  await page.goto(areaPath('lobby'));
  await waitForPanorama(page);
  await page.expectAccessible();
  await page.goto(areaPath('plenary'));
  await waitForSharpPicture(page);
  await page.expectAccessible();
});

test('ERROR-09i texts that could not be downloaded are requested again within ten seconds', async () => {
  let isLost = true;
  let losses = 0;
  await interceptFiles('*/assets/language-de*', () => {
    if (isLost) losses += 1;
    return isLost ? 'lost' : 'real';
  });
  const page = await openPage('/v/nightfall/imprint', {
    language: 'de',
    stopTimeAt: Date.now(),
    allowedErrors: [/\[LANGUAGE\]/],
  });
  await expect.poll(() => losses).toBeGreaterThan(0);
  expect(page.getByRole('heading').elements()).toEqual([]);
  isLost = false;
  await page.advance(10_000);
  await expect.element(page.heading('Impressum')).toBeVisible();
});
