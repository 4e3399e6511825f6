/** A picture on the wall, and looked at from near. */
import { expect, test, type Page } from './harness.ts';
import { atRest, expectAccessible } from './accessible.ts';
import { doubleClick } from './areaPage.ts';
import { inLounge, lounge, poster } from './widgetVenue.ts';

const open = `${lounge}?widget=poster`;
const panel = (page: Page) => page.getByRole('dialog', { name: 'Poster' });
const zoomed = (page: Page) => panel(page).getByRole('status');
const picture = (page: Page) => panel(page).locator('.picture-moved');

/** Goes there, and waits until the open panel takes keys. */
async function goAndOpen(page: Page): Promise<void> {
  await page.goto(open);
  await expect(panel(page).getByRole('img')).toBeVisible();
  await expect(panel(page)).toBeFocused();
}

/** How far the picture's middle is from the frame's, pixels. */
const moved = (page: Page) =>
  picture(page).evaluate((element) => {
    const { e, f } = new DOMMatrix(getComputedStyle(element).transform);
    return { x: e, y: f };
  });

/** The middle of the frame on the screen. */
async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await panel(page).locator('.picture-frame').boundingBox();
  if (!box) throw new Error('the picture has no frame');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("WIDGET-05a the language's own picture is shown, with its own alternative text", async ({
  page,
  foyer,
}) => {
  const assets = [
    { locale: 'en', assetId: 'poster-light' },
    { locale: 'de', assetId: 'poster-garden' },
  ] as const;
  await foyer.live(inLounge(poster([{ assets: [...assets] }])));
  await page.goto(open);
  const shown = panel(page).getByRole('img');
  await expect(shown).toHaveAttribute('src', /\/poster-light\//);
  await expect(shown).toHaveAttribute('alt', /^Warm rings of light/);
  await page.goto(`${open}&lang=de`);
  await expect(shown).toHaveAttribute('src', /\/poster-garden\//);
  await expect(shown).toHaveAttribute('alt', /^Blätter und Halme/);
});

test('WIDGET-05b the wheel, a double click, the keys and the buttons zoom', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster()));
  await goAndOpen(page);
  await expect(zoomed(page)).toHaveText('100 %');
  await page.mouse.move((await middleOf(page)).x, (await middleOf(page)).y);
  await page.mouse.wheel(0, -400);
  await expect(zoomed(page)).not.toHaveText('100 %');
  await page.keyboard.press('0');
  await expect(zoomed(page)).toHaveText('100 %');
  await page.keyboard.press('+');
  await expect(zoomed(page)).toHaveText('150 %');
  await page.keyboard.press('-');
  await expect(zoomed(page)).toHaveText('100 %');
  await panel(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect(zoomed(page)).toHaveText('150 %');
  await panel(page).getByRole('button', { name: 'Whole picture' }).click();
  await expect(zoomed(page)).toHaveText('100 %');
  const { x, y } = await middleOf(page);
  await doubleClick(page, { x, y });
  await expect(zoomed(page)).toHaveText('250 %');
  await doubleClick(page, { x, y });
  await expect(zoomed(page)).toHaveText('100 %');
});

test('WIDGET-05c dragging and the arrow keys pan, never beyond the edge', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster()));
  await goAndOpen(page);
  await expect(picture(page)).toBeVisible();
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 80, y + 40, { steps: 4 });
  await page.mouse.up();
  expect(await moved(page)).toEqual({ x: 0, y: 0 });
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await moved(page)).x).toBeLessThan(0);
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await page.mouse.down();
  await page.mouse.move(x + 3_000, y, { steps: 6 });
  await page.mouse.up();
  await expect
    .poll(async () => {
      const frame = await panel(page).locator('.picture-frame').boundingBox();
      const box = await picture(page).boundingBox();
      return Math.abs((box?.x ?? Number.NaN) - (frame?.x ?? 0));
    })
    .toBeLessThan(0.5);
});

test('WIDGET-05d two fingers zoom', async ({ browser, foyer }) => {
  await foyer.live(inLounge(poster()));
  const context = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(`${foyer.url}${open}`);
  await expect(panel(page).getByRole('img')).toBeVisible();
  await expect(panel(page)).toBeFocused();
  await expect(zoomed(page)).toHaveText('100 %');
  const { x, y } = await middleOf(page);
  const touch = await context.newCDPSession(page);
  const fingers = (apart: number) => [
    { x: x - apart, y, id: 1 },
    { x: x + apart, y, id: 2 },
  ];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) });
  for (const apart of [60, 80, 100, 120]) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(zoomed(page)).toHaveText('300 %');
  await context.close();
});

test('WIDGET-05e zoom: false leaves the picture as it is', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster([{ zoom: false }])));
  await goAndOpen(page);
  await expect(panel(page).getByRole('img')).toBeVisible();
  await expect(panel(page).getByRole('group', { name: 'Zoom' })).toHaveCount(0);
  await atRest(page);
  const before = await picture(page).boundingBox();
  const { x, y } = await middleOf(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400);
  await doubleClick(page, { x, y });
  await page.keyboard.press('+');
  expect(await picture(page).boundingBox()).toEqual(before);
});

test('WIDGET-05f a sized picture first, a larger one as one comes closer', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster()));
  await page.setViewportSize({ width: 820, height: 700 });
  await goAndOpen(page);
  const shown = panel(page).getByRole('img');
  await expect(shown).toHaveAttribute('src', /suffix=w(640|1280)/);
  const first = await shown.getAttribute('src');
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('+');
  await expect(shown).not.toHaveAttribute('src', first ?? '');
});

test('WIDGET-05g a picture that is not there is said, and nothing else breaks', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/status of 404/);
  await foyer.live(inLounge(poster()));
  await page.route(/\/poster-light\//, (route) => route.fulfill({ status: 404 }));
  await page.goto(open);
  await expect(panel(page).getByText('The picture is not here')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toBeHidden();
});

test('WIDGET-05h the open picture has no fault that axe finds', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster()));
  await goAndOpen(page);
  await expect(panel(page).getByRole('img')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('+');
  await expect(zoomed(page)).toHaveText('150 %');
  await expectAccessible(page);
});
