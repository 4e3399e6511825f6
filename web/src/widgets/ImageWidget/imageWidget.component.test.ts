/** Opening and zooming a picture. */
import { expect, test } from 'vitest';
import type { Asset } from '@foyer/contract';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { expectOpen, lounge, panel as panelOf, poster, serverWith } from '../testing/widgetPage.ts';

const address = `${lounge}?widget=poster`;
const panel = (page: AppPage) => panelOf(page, 'Poster');
const zoomed = (page: AppPage) => panel(page).getByRole('status');
const shown = (page: AppPage) => panel(page).getByRole('img');
const picture = (page: AppPage) => panel(page).getByCSS('.zoomablePicture_moved');
const frame = (page: AppPage) => panel(page).getByCSS('.zoomablePicture_frame');
const server = () => serverWith(poster());

/** Opens the picture by URL and waits until its panel has the focus. */
async function openPicture(options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(address, { server: server(), ...options });
  await expect.element(shown(page)).toBeVisible();
  await expectOpen(page, 'Poster');
  await page.atRest();
  return page;
}

/** Offset of the picture from the center of its frame, in pixels. */
function offsetOf(page: AppPage): { x: number; y: number } {
  const { e, f } = new DOMMatrix(page.window.getComputedStyle(picture(page).element()).transform);
  return { x: e, y: f };
}

function centerOf(page: AppPage): { x: number; y: number } {
  const { x, y, width, height } = page.boxOf(frame(page));
  return { x: x + width / 2, y: y + height / 2 };
}

async function drag(page: AppPage, by: { x: number; y: number }, steps: number): Promise<void> {
  const { x, y } = centerOf(page);
  await page.mouse('mousePressed', { x, y });
  for (let step = 1; step <= steps; step += 1)
    await page.mouse('mouseMoved', { x: x + (by.x * step) / steps, y: y + (by.y * step) / steps });
  await page.mouse('mouseReleased', { x: x + by.x, y: y + by.y });
}

test('WIDGET-05a the picture and alternative text of the current language are shown', async () => {
  const assets = [
    { locale: 'en', assetId: 'poster-light' },
    { locale: 'de', assetId: 'poster-garden' },
  ] as const;
  const both = serverWith(poster([{ assets: [...assets] }])).change((_, venue) => {
    const light = venue.assets.find(({ id }) => id === 'poster-light') as Asset;
    venue.assets.push({
      ...light,
      id: 'poster-garden',
      uri: '/backend-assets/live/test/library/1',
      alts: [{ locale: 'de', text: 'Blätter und Halme' }],
    });
  });
  const page = await openPage(address, { server: both });
  await expect.element(shown(page)).toHaveAttribute('src', expect.stringContaining('/poster-light/'));
  await expect
    .element(shown(page))
    .toHaveAttribute('alt', expect.stringMatching(/^Two gates of many arches of light/));
  await page.goto(`${address}&lang=de`);
  await expect.element(shown(page)).toHaveAttribute('src', expect.stringContaining('/library/'));
  await expect.element(shown(page)).toHaveAttribute('alt', 'Blätter und Halme');
});

test('WIDGET-05l wheel, double click, keys and buttons zoom', async () => {
  const page = await openPicture();
  await expect.element(zoomed(page)).toHaveTextContent('100%');
  await page.mouse('mouseMoved', centerOf(page));
  await page.mouse('mouseWheel', { ...centerOf(page), deltaY: -400 });
  await expect.element(zoomed(page)).not.toHaveTextContent('100%');
  await page.press('0');
  await expect.element(zoomed(page)).toHaveTextContent('100%');
  await page.press('+');
  await expect.element(zoomed(page)).toHaveTextContent('150%');
  await page.press('-');
  await expect.element(zoomed(page)).toHaveTextContent('100%');
  await panel(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect.element(zoomed(page)).toHaveTextContent('150%');
  await panel(page).getByRole('button', { name: 'Fit to screen' }).click();
  await expect.element(zoomed(page)).toHaveTextContent('100%');
  await page.doubleClick(centerOf(page));
  await expect.element(zoomed(page)).toHaveTextContent('250%');
  await page.doubleClick(centerOf(page));
  await expect.element(zoomed(page)).toHaveTextContent('100%');
});

test('WIDGET-05c dragging and arrow keys move the picture within its edges', async () => {
  const page = await openPicture();
  await drag(page, { x: 80, y: 40 }, 4);
  await page.atRest();
  expect(offsetOf(page)).toEqual({ x: 0, y: 0 });
  await page.press('++');
  await expect.element(zoomed(page)).toHaveTextContent('225%');
  await page.press('{ArrowRight}');
  await expect.poll(() => offsetOf(page).x).toBeLessThan(0);
  await page.press('0');
  await page.press('+');
  await expect.element(zoomed(page)).toHaveTextContent('150%');
  // Input events outside of the page would get no response.
  await drag(page, { x: 600, y: 0 }, 6);
  await expect
    .poll(() => Math.abs(page.boxOf(picture(page)).x - page.boxOf(frame(page)).x))
    .toBeLessThan(0.5);
  expect(offsetOf(page).x).toBeGreaterThan(0);
});

test('WIDGET-05d a pinch zooms', async () => {
  const page = await openPicture(phone);
  await expect.element(zoomed(page)).toHaveTextContent('100%');
  await page.pinch(centerOf(page), 3);
  await expect.element(zoomed(page)).toHaveTextContent('300%');
});

test('WIDGET-05e a picture whose zoom is disabled cannot be zoomed', async () => {
  const page = await openPicture({ server: serverWith(poster([{ zoom: false }])) });
  await expect.element(panel(page).getByRole('group', { name: 'Zoom' })).not.toBeInTheDocument();
  const before = page.boxOf(picture(page));
  await page.mouse('mouseMoved', centerOf(page));
  await page.mouse('mouseWheel', { ...centerOf(page), deltaY: -400 });
  await page.doubleClick(centerOf(page));
  await page.press('+');
  await page.atRest();
  expect(page.boxOf(picture(page))).toEqual(before);
});

test('WIDGET-05f a small picture is loaded first, a larger one when zooming in', async () => {
  const page = await openPicture({ width: 820, height: 700 });
  await expect.element(shown(page)).toHaveAttribute('src', expect.stringMatching(/suffix=w(640|1280)/));
  const first = shown(page).element().getAttribute('src') ?? '';
  await page.press('++++');
  await expect.element(shown(page)).not.toHaveAttribute('src', first);
});

test('WIDGET-05g a missing picture is explained, and the panel still works', async () => {
  const without = server().change((_, venue) => {
    for (const asset of venue.assets)
      if (asset.id === 'poster-light') asset.uri = '/backend-assets/live/test/absent/1';
  });
  const allowedErrors = [/picture poster-light cannot be shown/];
  const page = await openPage(address, { server: without, allowedErrors });
  await expect.element(panel(page).getByText('This picture isn’t available')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
});

test('WIDGET-05h axe finds no violations in the open picture', async () => {
  const page = await openPicture();
  await page.expectAccessible();
  await page.press('+');
  await expect.element(zoomed(page)).toHaveTextContent('150%');
  await page.expectAccessible();
});
