/** Areas to look around in. */
import {
  areaIn,
  areaPath,
  door,
  drawn,
  heading,
  label,
  pinch,
  rectOf,
  sharp,
  withoutWidgets,
} from './areaPage.ts';
import { expect, test, type Page } from './harness.ts';

test.beforeEach(async ({ foyer }) => {
  await foyer.live(withoutWidgets);
});

/** Where the label of a door in sight stands, as a measure of where one looks. */
const middleOf = async (page: Page, name: string): Promise<number> => {
  const { x, width } = await rectOf(door(page, name));
  return x + width / 2;
};

test('AREA-01b a panorama opens where its viewpoint looks, painted first and then drawn', async ({
  page,
}) => {
  await page.goto(areaPath('lobby'));
  await expect(page.locator('[data-phase="here"] canvas').first()).toBeVisible();
  await drawn(page);
  await expect(page.getByRole('img', { name: /round dome/ })).toBeVisible();
  await expect(label(page, 'Plenary')).toHaveAttribute('data-form', 'full');
  await expect(label(page, 'Library')).toHaveAttribute('data-form', 'chip');
});

test('AREA-01c another viewpoint turns one round, stands in the address, and Back turns one back', async ({
  page,
}) => {
  await page.goto(areaPath('lobby'));
  await drawn(page);
  await page.getByRole('link', { name: /^Next viewpoint/ }).click();
  await expect(page).toHaveURL(/viewpoint=reception/);
  await expect(label(page, 'Help desk')).toHaveAttribute('data-form', /full|brief/);
  await expect(label(page, 'Plenary')).toHaveAttribute('data-form', 'chip');
  await page.goBack();
  await expect(label(page, 'Plenary')).toHaveAttribute('data-form', /full|brief/);
});

test('AREA-11f one looks around by dragging, with a hint that goes with the first movement and stays away', async ({
  page,
}) => {
  await page.goto(areaPath('lobby'));
  await drawn(page);
  const hint = page.getByText('Drag to look around');
  await expect(hint).toBeVisible();
  const before = await middleOf(page, 'Plenary');
  await page.mouse.move(700, 600);
  await page.mouse.down();
  await page.mouse.move(820, 600, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => middleOf(page, 'Plenary')).toBeGreaterThan(before + 80);
  await expect(hint).toBeHidden();
  await page.reload();
  await drawn(page);
  await expect(hint).toBeHidden();
});

test('AREA-11g a drag may begin on a door and does not go through it', async ({ page }) => {
  await page.goto(areaPath('lobby'));
  await drawn(page);
  const { x, y, width, height } = await rectOf(door(page, 'Plenary'));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 150, y + height / 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => middleOf(page, 'Plenary')).toBeGreaterThan(x + width / 2 + 100);
  await expect(heading(page, 'Lobby')).toBeAttached();
});

test('AREA-11h arrow keys look around, plus and minus zoom within limits, and 0 leads back', async ({
  page,
}) => {
  await page.goto(areaPath('lobby'));
  await drawn(page);
  const before = await middleOf(page, 'Plenary');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => middleOf(page, 'Plenary')).toBeGreaterThan(before + 100);
  await page.keyboard.press('0');
  await expect.poll(() => middleOf(page, 'Plenary')).toBeCloseTo(before, 0);
  await page.keyboard.press('-');
  await expect.poll(() => middleOf(page, 'Plenary')).toBeGreaterThan(before + 40);
  await page.keyboard.press('0');
  await page.keyboard.press('+');
  await expect.poll(() => middleOf(page, 'Plenary')).toBeLessThan(before - 40);
});

test('AREA-02k a door out of sight: a click on its chip turns to it, and focus alone does', async ({
  page,
}) => {
  await page.goto(areaPath('lobby'));
  await drawn(page);
  await door(page, 'Library').click();
  await expect(label(page, 'Library')).toHaveAttribute('data-form', /full|brief|bare/);
  await expect(heading(page, 'Lobby')).toBeAttached();
  await page.keyboard.press('0');
  await expect(label(page, 'Library')).toHaveAttribute('data-form', 'chip');
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await door(page, 'Help desk').evaluate((element) => element === document.activeElement)) break;
  }
  await expect(label(page, 'Help desk')).toHaveAttribute('data-form', /full|brief|bare/);
  expect(
    await page.evaluate(() => [document.documentElement.scrollLeft, document.documentElement.scrollTop]),
  ).toEqual([0, 0]);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Help desk')).toBeFocused();
});

test('AREA-11i without WebGL the room is painted: the same doors at the same places, and one can still look around', async ({
  page,
  browser,
  foyer,
}) => {
  await page.goto(areaPath('lobby'));
  await drawn(page);
  const usual = await rectOf(door(page, 'Plenary'));
  const plain = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: foyer.url });
  await plain.addInitScript(() => {
    const usual = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext');
    Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
      value(this: HTMLCanvasElement, ...args: string[]): unknown {
        return args[0]?.startsWith('webgl') ? null : Reflect.apply(usual?.value as () => unknown, this, args);
      },
    });
  });
  const still = await plain.newPage();
  const asked: string[] = [];
  still.on('request', (request) => asked.push(request.url()));
  await still.goto(areaPath('lobby'));
  await expect(still.getByText('cannot draw the room in full')).toBeVisible();
  await expect.poll(() => rectOf(door(still, 'Plenary'))).toEqual(usual);
  const colours = () =>
    still
      .locator('[data-phase="here"] canvas')
      .first()
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const pixels =
          (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        return new Set(Array.from({ length: 500 }, (_, index) => pixels[index * 997 * 4] ?? 0)).size;
      });
  await expect.poll(colours).toBeGreaterThan(40);
  await still.keyboard.press('ArrowLeft');
  await expect.poll(() => middleOf(still, 'Plenary')).toBeGreaterThan(usual.x + usual.width / 2 + 100);
  await still.getByRole('button', { name: 'Close' }).click();
  await expect(still.getByText('cannot draw the room in full')).toBeHidden();
  expect(asked.filter((url) => /sphere-.*\.js/.test(url))).toEqual([]);
  await expect(still.getByRole('dialog')).toHaveCount(0);
  await plain.close();
});

test('AREA-11j the viewer comes only with a panorama, and leaves nothing behind', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(areaPath('lounge'));
  await sharp(page);
  expect(asked.filter((url) => /sphere-.*\.js/.test(url))).toEqual([]);
  for (let round = 0; round < 3; round += 1) {
    await door(page, 'Lobby').click();
    await drawn(page);
    await page.goBack();
    await sharp(page);
    await expect(page.locator('[data-phase="going"], [data-phase="waiting"]')).toHaveCount(0);
  }
  await expect(page.locator('canvas')).toHaveCount(0);
});

test('AREA-11k with less motion the view turns at once, and nothing scales', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(areaPath('lobby'));
  await drawn(page);
  await door(page, 'Library').click();
  await expect(label(page, 'Library')).toHaveAttribute('data-form', /full|brief|bare/, { timeout: 250 });
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeAttached();
  const scaling = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => {
        const frames = (animation.effect as KeyframeEffect | null)?.getKeyframes() ?? [];
        return frames.some(({ transform }) => typeof transform === 'string' && transform.includes('scale'));
      }).length,
  );
  expect(scaling).toBe(0);
});

test('AREA-01d a viewpoint with a background of its own shows that', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    withoutWidgets(plan);
    areaIn(plan, 'lounge').viewPoints.push({
      id: 'shelves',
      names: [{ locale: 'en', text: 'The shelves' }],
      background: { assetId: 'library' },
    });
  });
  await page.goto(areaPath('lounge', '&viewpoint=shelves'));
  await sharp(page);
  await expect(page.getByRole('img', { name: /Shelves up to the gallery/ })).toBeVisible();
  await page.getByRole('link', { name: /^Next viewpoint/ }).click();
  await expect(page.getByRole('img', { name: /round sofa/ })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('AREA-11l two fingers zoom a panorama', async ({ page }) => {
    await page.goto(areaPath('lobby'));
    await drawn(page);
    await expect(label(page, 'Plenary')).toHaveAttribute('data-form', /full|brief|bare/);
    const opening = page.locator('a[aria-hidden="true"][href*="/area/plenary"]');
    const before = await rectOf(opening);
    await pinch(page, { x: 195, y: 600 }, 1.6);
    await expect.poll(async () => (await rectOf(opening)).width).toBeGreaterThan(before.width * 1.3);
  });
});
