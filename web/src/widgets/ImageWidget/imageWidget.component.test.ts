/** A picture that is opened, and zoomed. */
import { expect, test } from 'vitest';
import type { Asset } from '@foyer/contract';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { expectOpen, lounge, panel as panelOf, poster, serverWith } from '../widgets.testing.ts';

const address = `${lounge}?widget=poster`;
const panel = (page: AppPage) => panelOf(page, 'Poster');
const zoomed = (page: AppPage) => panel(page).getByRole('status');
const shown = (page: AppPage) => panel(page).getByRole('img');
const picture = (page: AppPage) => panel(page).getByCSS('.picture-moved');
const frame = (page: AppPage) => panel(page).getByCSS('.picture-frame');
const server = () => serverWith(poster());

/** Opens the picture by its address and waits until its panel takes keys. */
async function openPicture(options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(address, { server: server(), ...options });
  await expect.element(shown(page)).toBeVisible();
  await expectOpen(page, 'Poster');
  await page.atRest();
  return page;
}

/** How far the middle of the picture is from the middle of its frame, in pixels. */
function moved(page: AppPage): { x: number; y: number } {
  const { e, f } = new DOMMatrix(page.window.getComputedStyle(picture(page).element()).transform);
  return { x: e, y: f };
}

function middleOf(page: AppPage): { x: number; y: number } {
  const { x, y, width, height } = page.boxOf(frame(page));
  return { x: x + width / 2, y: y + height / 2 };
}

async function drag(page: AppPage, by: { x: number; y: number }, steps: number): Promise<void> {
  const { x, y } = middleOf(page);
  await page.mouse('mousePressed', { x, y });
  for (let step = 1; step <= steps; step += 1)
    await page.mouse('mouseMoved', { x: x + (by.x * step) / steps, y: y + (by.y * step) / steps });
  await page.mouse('mouseReleased', { x: x + by.x, y: y + by.y });
}

test("WIDGET-05a the language's own picture is shown, with its own alternative text", async () => {
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
  await expect.element(shown(page)).toHaveAttribute('alt', expect.stringMatching(/^Warm rings of light/));
  await page.goto(`${address}&lang=de`);
  await expect.element(shown(page)).toHaveAttribute('src', expect.stringContaining('/library/'));
  await expect.element(shown(page)).toHaveAttribute('alt', 'Blätter und Halme');
});

test('WIDGET-05b the wheel, a double click, the keys and the buttons zoom', async () => {
  const page = await openPicture();
  await expect.element(zoomed(page)).toHaveTextContent('100%');
  await page.mouse('mouseMoved', middleOf(page));
  await page.mouse('mouseWheel', { ...middleOf(page), deltaY: -400 });
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
  await page.doubleClick(middleOf(page));
  await expect.element(zoomed(page)).toHaveTextContent('250%');
  await page.doubleClick(middleOf(page));
  await expect.element(zoomed(page)).toHaveTextContent('100%');
});

test('WIDGET-05c dragging and the arrow keys move the picture, never beyond its edge', async () => {
  const page = await openPicture();
  await drag(page, { x: 80, y: 40 }, 4);
  await page.atRest();
  expect(moved(page)).toEqual({ x: 0, y: 0 });
  await page.press('++');
  await expect.element(zoomed(page)).toHaveTextContent('225%');
  await page.press('{ArrowRight}');
  await expect.poll(() => moved(page).x).toBeLessThan(0);
  await page.press('0');
  await page.press('+');
  await expect.element(zoomed(page)).toHaveTextContent('150%');
  // A mouse outside of the page would not be answered.
  await drag(page, { x: 600, y: 0 }, 6);
  await expect
    .poll(() => Math.abs(page.boxOf(picture(page)).x - page.boxOf(frame(page)).x))
    .toBeLessThan(0.5);
  expect(moved(page).x).toBeGreaterThan(0);
});

test('WIDGET-05d two fingers zoom', async () => {
  const page = await openPicture(phone);
  await expect.element(zoomed(page)).toHaveTextContent('100%');
  const { x, y } = middleOf(page);
  const fingers = (apart: number) => [
    { x: x - apart, y },
    { x: x + apart, y },
  ];
  await page.touch('touchStart', fingers(40));
  for (const apart of [60, 80, 100, 120]) await page.touch('touchMove', fingers(apart));
  await page.touch('touchEnd', []);
  await expect.element(zoomed(page)).toHaveTextContent('300%');
});

test('WIDGET-05e zoom: false leaves the picture as it is', async () => {
  const page = await openPicture({ server: serverWith(poster([{ zoom: false }])) });
  await expect.element(panel(page).getByRole('group', { name: 'Zoom' })).not.toBeInTheDocument();
  const before = page.boxOf(picture(page));
  await page.mouse('mouseMoved', middleOf(page));
  await page.mouse('mouseWheel', { ...middleOf(page), deltaY: -400 });
  await page.doubleClick(middleOf(page));
  await page.press('+');
  await page.atRest();
  expect(page.boxOf(picture(page))).toEqual(before);
});

test('WIDGET-05f a small picture is fetched first, a larger one on zooming in', async () => {
  const page = await openPicture({ width: 820, height: 700 });
  await expect.element(shown(page)).toHaveAttribute('src', expect.stringMatching(/suffix=w(640|1280)/));
  const first = shown(page).element().getAttribute('src') ?? '';
  await page.press('++++');
  await expect.element(shown(page)).not.toHaveAttribute('src', first);
});

test('WIDGET-05g a picture that does not exist is reported, and nothing else breaks', async () => {
  const without = server().change((_, venue) => {
    for (const asset of venue.assets)
      if (asset.id === 'poster-light') asset.uri = '/backend-assets/live/test/absent/1';
  });
  const page = await openPage(address, { server: without });
  await expect.element(panel(page).getByText('This picture isn’t available')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
});

test('WIDGET-05h axe finds no fault in the open picture', async () => {
  const page = await openPicture();
  await page.expectAccessible();
  await page.press('+');
  await expect.element(zoomed(page)).toHaveTextContent('150%');
  await page.expectAccessible();
});
