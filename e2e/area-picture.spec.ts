/** Flat areas: the picture, what stands in it, and how one moves in it. */
import { demoVenue } from '@foyer/demo/venue';
import {
  areaIn,
  areaPath,
  door,
  doubleTap,
  heading,
  hotspots,
  label,
  pictureRect,
  pictureThing,
  pinch,
  rectOf,
  sharp,
  swipe,
  withoutWidgets,
} from './areaPage.ts';
import { expect, test, type Page } from './harness.ts';

const plan = demoVenue.architectures[0];
if (!plan) throw new Error('the demo has no architecture');
const loungeDoors = areaIn(plan, 'lounge').viewPoints[0]?.doors ?? [];

test('AREA-01a a flat area shows its picture over the whole screen, at any size', async ({ page }) => {
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await expect(page.getByRole('img', { name: /round sofa/ })).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(async () => {
        const { x, y, width: wide, height: high } = await pictureRect(page);
        const covers = x <= 0.5 && y <= 0.5 && x + wide >= width - 0.5 && y + high >= height - 0.5;
        return covers && Math.abs(wide / high - 2560 / 1440) < 0.01;
      })
      .toBe(true);
  }
});

test('AREA-02a every door stands over its opening, with name and icon, at any size', async ({ page }) => {
  await page.goto(areaPath('lounge'));
  await sharp(page);
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [1180, 760],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const { targetAreaId, opening } of loungeDoors) {
      if (opening?.position.kind !== '2D') throw new Error('the doors of the lounge have openings');
      const { position, size } = opening;
      await expect
        .poll(async () => {
          const picture = await pictureRect(page);
          const middle = picture.x + position.x * picture.width;
          const lintel = picture.y + (position.y - size.height / 2) * picture.height;
          const link = page.locator(`a[aria-hidden="true"][href*="/area/${targetAreaId}"]`);
          const box = await rectOf(link);
          return Math.hypot(box.x + box.width / 2 - middle, box.y - lintel);
        })
        .toBeLessThan(2);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect
    .poll(async () => {
      const plate = await rectOf(door(page, 'Expo hall'));
      const opening = await rectOf(page.locator('a[aria-hidden="true"][href*="/area/expo"]'));
      const aside = Math.abs(plate.x + plate.width / 2 - opening.x - opening.width / 2);
      return aside < 2 && Math.abs(opening.y - plate.y - plate.height - 18) < 1.5;
    })
    .toBe(true);
  await expect(door(page, 'Expo hall').locator('svg').first()).toBeAttached();
});

test('AREA-02e a door opens by its plate, by its opening, and as a link in a tab of its own', async ({
  page,
  context,
}) => {
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeAttached();
  await page.goBack();
  await expect(heading(page, 'Lounge')).toBeAttached();
  const opening = await rectOf(page.locator('[data-phase="here"] a[aria-hidden="true"][href*="/area/expo"]'));
  await expect(page.locator('[data-phase="going"], [data-phase="waiting"]')).toHaveCount(0);
  await page.mouse.click(opening.x + opening.width / 2, opening.y + opening.height * 0.7);
  await expect(heading(page, 'Expo hall')).toBeAttached();
  await page.goBack();
  await expect(heading(page, 'Lounge')).toBeAttached();
  await expect(page.locator('[data-phase="going"], [data-phase="waiting"]')).toHaveCount(0);
  // What becomes of a tab behind another, and when, is the browser's: that it is asked for is the link's.
  const [asked] = await Promise.all([
    context.waitForEvent('request', (request) => request.isNavigationRequest()),
    door(page, 'Library').click({ button: 'middle' }),
  ]);
  expect(new URL(asked.url()).pathname).toBe('/v/nightfall/area/library');
  await expect(heading(page, 'Lounge')).toBeAttached();
});

test('AREA-02p whoever turns back before the next picture came stands where they stood, with nothing over it', async ({
  page,
  foyer,
}) => {
  const held: (() => void)[] = [];
  await page.route(`${foyer.url}/backend-assets/**/library/**`, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await door(page, 'Library').focus();
  // Within the page: a step of a test and back again would take longer than the old picture waits for the new one.
  const phases = await page.evaluate(async () => {
    const standing = () => [...document.querySelectorAll<HTMLElement>('[data-phase]')];
    const changed = new Promise<void>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (standing().length < 2) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    if (document.activeElement instanceof HTMLElement) document.activeElement.click();
    await changed;
    const before = standing().map(({ dataset }) => dataset['phase']);
    history.back();
    return before;
  });
  expect(phases).toEqual(['waiting', 'here']);
  await expect(heading(page, 'Lounge')).toBeAttached();
  await expect(page.locator('[data-phase]')).toHaveCount(1);
  await sharp(page);
  const whole = await pictureRect(page);
  await page.keyboard.press('+');
  await expect.poll(async () => (await pictureRect(page)).width).toBeGreaterThan(whole.width * 1.2);
  await page.keyboard.press('0');
  await expect.poll(async () => (await pictureRect(page)).width).toBeCloseTo(whole.width, 0);
  await door(page, 'Library').click();
  for (const letGo of held) letGo();
  await expect(heading(page, 'Library')).toBeAttached();
  await expect(page.locator('[data-phase]')).toHaveCount(1);
});

test('AREA-02f the keyboard alone meets the doors from the reading side and goes in', async ({ page }) => {
  await page.goto(areaPath('lounge'));
  await sharp(page);
  const names = await hotspots(page).getByRole('link').allTextContents();
  expect(names.map((name) => name.split(/(?=[A-Z])/)[0])).toEqual([
    'Expo hall',
    'Lobby',
    'Library',
    'Round the table',
  ]);
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab');
    if (await door(page, 'Lobby').evaluate((element) => element === document.activeElement)) break;
  }
  await expect(door(page, 'Lobby')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Lobby')).toBeFocused();
});

test('AREA-02g things stand in the picture, call while they are new, and open', async ({ page, foyer }) => {
  await foyer.live((venue) => {
    withoutWidgets(venue);
    areaIn(venue, 'lounge').contentWidgets = [pictureThing('Poster')];
  });
  await page.goto(areaPath('lounge'));
  await sharp(page);
  const thing = door(page, 'Poster');
  await expect(thing).toHaveAccessibleName('Poster, new');
  const picture = await pictureRect(page);
  const box = await rectOf(thing);
  expect(Math.abs(box.x + box.width / 2 - picture.x - picture.width * 0.5)).toBeLessThan(1.5);
  expect(Math.abs(box.y + 22 - picture.y - picture.height * 0.6)).toBeLessThan(1.5);
  await thing.click();
  const dialog = page.getByRole('dialog', { name: 'Poster' });
  await expect(dialog).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(thing).toHaveAccessibleName('Poster');
  await expect(thing).toBeFocused();
});

test('AREA-02h labels of many things never overlap, and whatever has no room is an edge chip', async ({
  page,
  foyer,
}) => {
  await foyer.live((venue) => {
    withoutWidgets(venue);
    areaIn(venue, 'lounge').contentWidgets = Array.from({ length: 24 }, (_, index) =>
      pictureThing(`Thing number ${index + 1}`, {
        placements: [
          {
            viewpointId: 'main',
            position: { kind: '2D', x: 0.3 + 0.02 * (index % 6), y: 0.45 + 0.03 * Math.floor(index / 6) },
          },
        ],
      }),
    );
  });
  await page.goto(areaPath('lounge'));
  await sharp(page);
  const boxes = await hotspots(page)
    .getByRole('listitem')
    .evaluateAll((items) =>
      items
        .filter((item) => item instanceof HTMLElement && item.dataset['form'] !== 'hidden')
        .map((item) => {
          const { left, top, right, bottom } = item.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
    );
  expect(boxes.length).toBeGreaterThan(20);
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      const apart =
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top;
      expect(apart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`).toBe(true);
    }
  }
});

test('AREA-02i from right to left places stay where they are, plates are mirrored inside, and the order begins at the right', async ({
  page,
}) => {
  await page.goto(areaPath('lounge'));
  await sharp(page);
  const before = await rectOf(door(page, 'Expo hall'));
  await page.goto('/v/nightfall/area/lounge?lang=ar');
  await sharp(page);
  const list = page.getByRole('list', { name: 'الأبواب والأشياء في الصورة' });
  const expo = list.getByRole('link', { name: /^قاعة المعرض/ });
  const after = await rectOf(expo);
  expect(Math.abs(after.x + after.width / 2 - before.x - before.width / 2)).toBeLessThan(1.5);
  const tile = await rectOf(expo.locator('svg').nth(1));
  expect(tile.x).toBeGreaterThan(after.x + after.width / 2);
  // The last of the three doors; the thing comes after them.
  await expect(list.getByRole('link').nth(2)).toHaveAccessibleName(/^قاعة المعرض/);
});

test('AREA-11b a small picture is there first, the sharp one after', async ({ page, foyer }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`${foyer.url}/backend-assets/**/lounge/**`, async (route) => {
    if (!route.request().url().includes('suffix=w320')) await held;
    await route.continue();
  });
  await page.goto(areaPath('lounge'));
  const picture = page.locator('[data-phase="here"] [data-state]');
  await expect(picture).toHaveAttribute('data-state', 'ready');
  await expect(picture.locator('img')).toHaveCount(1);
  await expect(door(page, 'Expo hall')).toBeVisible();
  release();
  await sharp(page);
  await expect(page.getByRole('img', { name: /round sofa/ })).toBeVisible();
});

test('AREA-11c keys pan and zoom a flat picture, and the wheel does', async ({ page }) => {
  await page.goto(areaPath('lounge'));
  await sharp(page);
  const whole = await pictureRect(page);
  await page.keyboard.press('+');
  await expect.poll(async () => (await pictureRect(page)).width).toBeGreaterThan(whole.width * 1.2);
  const closer = await pictureRect(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await pictureRect(page)).x).toBeLessThan(closer.x - 60);
  await page.keyboard.press('-');
  await expect.poll(async () => (await pictureRect(page)).width).toBeCloseTo(whole.width, 0);
  await page.mouse.move(700, 450);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await pictureRect(page)).width).toBeGreaterThan(whole.width * 1.3);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  const moved = async (page: Page): Promise<number> => (await pictureRect(page)).x;

  test('AREA-11d the picture fills the height, and a finger pans it sideways', async ({ page }) => {
    await page.goto(areaPath('lounge'));
    await sharp(page);
    const before = await pictureRect(page);
    expect(before.height).toBeCloseTo(844, 0);
    expect(before.width).toBeGreaterThan(1400);
    await swipe(page, { x: 300, y: 600 }, { x: -200, y: 0 });
    await expect.poll(() => moved(page)).toBeLessThan(before.x - 150);
    await expect.poll(async () => (await pictureRect(page)).height).toBeCloseTo(844, 0);
  });

  test('AREA-11e two fingers zoom, and a double tap goes closer and back', async ({ page }) => {
    await page.goto(areaPath('lounge'));
    await sharp(page);
    const before = await pictureRect(page);
    await pinch(page, { x: 195, y: 560 }, 2);
    await expect.poll(async () => (await pictureRect(page)).width).toBeGreaterThan(before.width * 1.7);
    // Beside the chips of what is out of sight.
    await doubleTap(page, { x: 195, y: 700 });
    await expect.poll(async () => (await pictureRect(page)).width).toBeCloseTo(before.width, 0);
  });

  test('AREA-02j a finger goes through a door; one out of sight is a chip, of which the nearest two show', async ({
    page,
  }) => {
    await page.goto(areaPath('lounge'));
    await sharp(page);
    await expect(label(page, 'Expo hall')).toHaveAttribute('data-form', /full|brief|bare/);
    await expect(label(page, 'Library')).toHaveAttribute('data-form', 'chip');
    await expect(page.locator('[data-form="chip"]')).toHaveCount(2);
    await door(page, 'Library').tap();
    await expect(label(page, 'Library')).toHaveAttribute('data-form', /full|brief|bare/);
    await expect(heading(page, 'Lounge')).toBeAttached();
    await door(page, 'Library').tap();
    await expect(heading(page, 'Library')).toBeAttached();
  });
});

test('AREA-07c nothing that one can open lies under the hint to turn the phone', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    withoutWidgets(plan);
    areaIn(plan, 'lounge').contentWidgets = [
      pictureThing('Lamp', {
        placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.08 } }],
      }),
    ];
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await expect
    .poll(async () => {
      const hint = await rectOf(page.getByRole('complementary', { name: 'Turn your phone' }));
      return (await rectOf(door(page, 'Lamp'))).y - hint.y - hint.height;
    })
    .toBeGreaterThanOrEqual(0);
  await expect(label(page, 'Lamp')).toHaveAttribute('data-form', /full|brief|bare|chip/);
});
