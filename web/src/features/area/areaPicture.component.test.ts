/** Flat areas: the picture, what is in it, and how to move in it. */
import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import {
  areaIn,
  areaPath,
  arrived,
  decideFiles,
  demoAreas,
  door,
  doubleTap,
  expectForm,
  hotspots,
  inSight,
  opening,
  pictureRect,
  pictureThing,
  pinch,
  sharp,
  swipe,
  tap,
} from './area.testing.ts';

async function openLounge(
  server = new FakeServer('demo'),
  options: Omit<PageOptions, 'server'> = {},
): Promise<AppPage> {
  const page = await openPage(areaPath('lounge'), { server, ...options });
  await sharp(page);
  return page;
}

test('AREA-01a a flat area shows its picture over the whole screen, at any size', async () => {
  const page = await openLounge();
  await expect.element(page.getByRole('img', { name: /round sofa/ })).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
    [844, 390],
  ] as const) {
    page.resize(width, height);
    await expect
      .poll(() => {
        const { left, top, right, bottom, width: wide, height: high } = pictureRect(page);
        const covers = left <= 0.5 && top <= 0.5 && right >= width - 0.5 && bottom >= height - 0.5;
        return covers && Math.abs(wide / high - 2560 / 1440) < 0.01;
      })
      .toBe(true);
  }
});

test('AREA-02a every door is over its opening, with name and icon, at any size', async () => {
  const page = await openLounge();
  const doors = areaIn(page.server.architecture, 'lounge').viewPoints[0]?.doors ?? [];
  expect(doors.length).toBe(3);
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [1180, 760],
  ] as const) {
    page.resize(width, height);
    for (const { targetAreaId, opening: doorway } of doors) {
      if (doorway?.position.kind !== '2D') throw new Error('The doors of the lounge have openings.');
      const { position, size } = doorway;
      await expect
        .poll(() => {
          const picture = pictureRect(page);
          const middle = picture.x + position.x * picture.width;
          const lintel = picture.y + (position.y - size.height / 2) * picture.height;
          const box = page.boxOf(opening(page, targetAreaId));
          return Math.hypot(box.x + box.width / 2 - middle, box.y - lintel);
        })
        .toBeLessThan(2);
    }
  }
  page.resize(1440, 900);
  await expect
    .poll(() => {
      const plate = page.boxOf(door(page, 'Expo hall'));
      const doorway = page.boxOf(opening(page, 'expo'));
      const aside = Math.abs(plate.x + plate.width / 2 - doorway.x - doorway.width / 2);
      return aside < 2 && Math.abs(doorway.y - plate.y - plate.height - 18) < 1.5;
    })
    .toBe(true);
  await expect.element(door(page, 'Expo hall').getByCSS('svg').first()).toBeInTheDocument();
});

test('AREA-02e a door opens by its plate and by its opening, and is a link for the browser as well', async () => {
  const page = await openLounge();
  await door(page, 'Library').click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  page.back();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await arrived(page);
  const { x, y, width, height } = page.boxOf(opening(page, 'expo'));
  const at = { x: x + width / 2, y: y + height * 0.7 };
  await page.mouse('mousePressed', at);
  await page.mouse('mouseReleased', at);
  await expect.element(page.heading('Expo hall')).toBeInTheDocument();
  page.back();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await arrived(page);
  // The app leaves these clicks to the browser, which opens the address of the link in a new tab.
  const leftToBrowser: (string | null | undefined)[] = [];
  for (const type of ['click', 'auxclick'] as const)
    page.window.addEventListener(type, (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      leftToBrowser.push((event.target as Element).closest('a')?.getAttribute('href'));
    });
  await door(page, 'Library').click({ button: 'middle' });
  await door(page, 'Library').click({ modifiers: ['Control'] });
  await expect.poll(() => leftToBrowser.length).toBe(2);
  for (const address of leftToBrowser) expect(address).toMatch(/^\/v\/nightfall\/area\/library/);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});

test('AREA-02p going back before the next picture came leaves the area as it was, with nothing over it', async () => {
  const held = Promise.withResolvers<void>();
  await decideFiles('*/library/*', async () => {
    await held.promise;
    return 'real' as const;
  });
  const page = await openLounge();
  // In one go: a step of a test would take longer than the old picture waits for the new one.
  const phasesOf = () =>
    [...page.document.querySelectorAll<HTMLElement>('[data-phase]')].map(({ dataset }) => dataset['phase']);
  const phases = await new Promise<unknown>((resolve) => {
    new page.window.MutationObserver((_changes, observer) => {
      if (phasesOf().length < 2) return;
      observer.disconnect();
      const before = phasesOf();
      page.back();
      resolve(before);
    }).observe(page.document.body, { childList: true, subtree: true });
    (door(page, 'Library').element() as HTMLElement).click();
  });
  expect(phases).toEqual(['waiting', 'here']);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await arrived(page);
  await sharp(page);
  const whole = pictureRect(page);
  await page.press('+');
  await expect.poll(() => pictureRect(page).width).toBeGreaterThan(whole.width * 1.2);
  await page.press('0');
  await expect.poll(() => pictureRect(page).width).toBeCloseTo(whole.width, 0);
  await door(page, 'Library').click();
  held.resolve();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await arrived(page);
});

test('AREA-02f the keyboard alone meets the doors from the reading side and goes in', async () => {
  const page = await openLounge();
  const names = hotspots(page)
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent.split(/(?=[A-Z])/)[0]);
  expect(names).toEqual(['Expo hall', 'Lobby', 'Library', 'Round the table']);
  for (let presses = 0; presses < 30 && page.focused !== door(page, 'Lobby').element(); presses += 1)
    await page.press('{Tab}');
  await expect.element(door(page, 'Lobby')).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(page.heading('Lobby')).toHaveFocus();
});

test('AREA-02g things are in the picture, say that they are new, and open', async () => {
  const page = await openLounge(
    demoAreas((plan) => {
      areaIn(plan, 'lounge').contentWidgets = [pictureThing('Poster')];
    }),
  );
  const thing = door(page, 'Poster');
  await expect.element(thing).toHaveAccessibleName('Poster, new');
  const picture = pictureRect(page);
  const box = page.boxOf(thing);
  expect(Math.abs(box.x + box.width / 2 - picture.x - picture.width * 0.5)).toBeLessThan(1.5);
  expect(Math.abs(box.y + 22 - picture.y - picture.height * 0.6)).toBeLessThan(1.5);
  await thing.click();
  const dialog = page.getByRole('dialog', { name: 'Poster' });
  await expect.element(dialog).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(thing).toHaveAccessibleName('Poster');
  await expect.element(thing).toHaveFocus();
});

test('AREA-02h labels of many things never overlap, and those without room are chips at the edge', async () => {
  const page = await openLounge(
    demoAreas((plan) => {
      areaIn(plan, 'lounge').contentWidgets = Array.from({ length: 24 }, (_, index) =>
        pictureThing(`Thing number ${index + 1}`, {
          placements: [
            {
              viewpointId: 'main',
              position: { kind: '2D', x: 0.3 + 0.02 * (index % 6), y: 0.45 + 0.03 * Math.floor(index / 6) },
            },
          ],
        }),
      );
    }),
  );
  await expect.poll(() => hotspots(page).getByCSS('[data-form="chip"]').elements().length).toBeGreaterThan(0);
  const boxes = hotspots(page)
    .getByCSS('li:not([data-form="hidden"])')
    .elements()
    .map((item) => item.getBoundingClientRect());
  expect(boxes.length).toBeGreaterThan(20);
  const overlapping = boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          one.right > other.left &&
          other.right > one.left &&
          one.bottom > other.top &&
          other.bottom > one.top,
      )
      .map((other) => [one.toJSON(), other.toJSON()] as const),
  );
  expect(overlapping).toEqual([]);
});

test('AREA-02i from right to left places stay where they are, plates are mirrored inside, and the order begins at the right', async () => {
  const page = await openLounge();
  const before = page.boxOf(door(page, 'Expo hall'));
  await page.goto('/v/nightfall/area/lounge?lang=ar');
  await sharp(page);
  const list = page.getByRole('list', { name: 'الأبواب والعناصر في هذا القسم' });
  const expo = list.getByRole('link', { name: /^قاعة المعرض/ });
  await expect
    .poll(() => {
      const { x, width } = page.boxOf(expo);
      return Math.abs(x + width / 2 - before.x - before.width / 2);
    })
    .toBeLessThan(1.5);
  const after = page.boxOf(expo);
  expect(page.boxOf(expo.getByCSS('svg').nth(1)).x).toBeGreaterThan(after.x + after.width / 2);
  // The last of the three doors; the thing comes after them.
  expect(list.getByRole('link').nth(2).element().textContent).toMatch(/^قاعة المعرض/);
});

test('AREA-11b a small picture is there first, the sharp one after', async () => {
  const held = Promise.withResolvers<void>();
  await decideFiles('*/lounge/*', async ({ request }) => {
    if (!request.url.includes('suffix=w320')) await held.promise;
    return 'real' as const;
  });
  const page = await openPage(areaPath('lounge'), { server: new FakeServer('demo') });
  const picture = page.getByCSS('[data-phase="here"] [data-state]');
  await expect.element(picture).toHaveAttribute('data-state', 'ready');
  expect(picture.getByCSS('img').elements().length).toBe(1);
  await expect.element(door(page, 'Expo hall')).toBeVisible();
  held.resolve();
  await sharp(page);
  await expect.element(page.getByRole('img', { name: /round sofa/ })).toBeVisible();
});

test('AREA-11c keys pan and zoom a flat picture, and the wheel does', async () => {
  const page = await openLounge();
  const whole = pictureRect(page);
  await page.press('+');
  await expect.poll(() => pictureRect(page).width).toBeGreaterThan(whole.width * 1.2);
  const closer = pictureRect(page);
  await page.press('{ArrowRight}');
  await expect.poll(() => pictureRect(page).x).toBeLessThan(closer.x - 60);
  await page.press('-');
  await expect.poll(() => pictureRect(page).width).toBeCloseTo(whole.width, 0);
  await page.mouse('mouseWheel', { x: 700, y: 450, deltaY: -400 });
  await expect.poll(() => pictureRect(page).width).toBeGreaterThan(whole.width * 1.3);
});

test('AREA-11d on a phone the picture fills the height, and a finger pans it sideways', async () => {
  const page = await openLounge(undefined, phone);
  const before = pictureRect(page);
  expect(before.height).toBeCloseTo(844, 0);
  expect(before.width).toBeGreaterThan(1400);
  await swipe(page, { x: 300, y: 600 }, { x: -200, y: 0 });
  await expect.poll(() => pictureRect(page).x).toBeLessThan(before.x - 150);
  expect(pictureRect(page).height).toBeCloseTo(844, 0);
});

test('AREA-11e two fingers zoom, and a double tap zooms in and out again', async () => {
  const page = await openLounge(undefined, phone);
  const before = pictureRect(page);
  await pinch(page, { x: 195, y: 560 }, 2);
  await expect.poll(() => pictureRect(page).width).toBeGreaterThan(before.width * 1.7);
  // Beside the chips of what is out of sight.
  await doubleTap({ x: 195, y: 700 });
  await expect.poll(() => pictureRect(page).width).toBeCloseTo(before.width, 0);
});

test('AREA-02j a finger goes through a door; the nearest two that are out of sight are chips', async () => {
  const page = await openLounge(undefined, phone);
  await expectForm(page, 'Expo hall', inSight);
  await expectForm(page, 'Library', /chip/);
  expect(page.getByCSS('[data-form="chip"]').elements().length).toBe(2);
  await tap(page, door(page, 'Library'));
  await expectForm(page, 'Library', inSight);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await tap(page, door(page, 'Library'));
  await expect.element(page.heading('Library')).toBeInTheDocument();
});

test('AREA-07c nothing that opens is below the hint to turn the phone', async () => {
  const page = await openLounge(
    demoAreas((plan) => {
      areaIn(plan, 'lounge').contentWidgets = [
        pictureThing('Lamp', {
          placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.08 } }],
        }),
      ];
    }),
    phone,
  );
  const hint = page.getByRole('complementary', { name: 'Turn your phone' });
  await expect.element(hint).toBeVisible();
  await expect
    .poll(() => page.boxOf(door(page, 'Lamp')).y - page.boxOf(hint).bottom)
    .toBeGreaterThanOrEqual(0);
  await expectForm(page, 'Lamp', /full|brief|bare|chip/);
});
