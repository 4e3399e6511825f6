/** Flat areas: the picture, its hotspots, and how to move in it. */
import { expect, test } from 'vitest';
import { FakeServer } from '../../../testing/fakeServer.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../../testing/page.ts';
import {
  findArea,
  areaPath,
  waitForTransition,
  demoWithoutWidgets,
  hotspot,
  doubleTap,
  expectForm,
  hotspots,
  labelForm,
  opening,
  pictureRect,
  imageWidget,
  waitForSharpPicture,
  swipe,
  tap,
} from '../testing/areaPage.ts';
import { interceptFiles } from '../../../testing/interceptFiles.ts';

async function openLounge(
  server = new FakeServer('demo'),
  options: Omit<PageOptions, 'server'> = {},
): Promise<AppPage> {
  const page = await openPage(areaPath('lounge'), { server, ...options });
  await waitForSharpPicture(page);
  return page;
}

test('AREA-01a the picture of a flat area covers the screen at any size', async () => {
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

test('AREA-02a every label is above the opening of its door, with name and icon, at any size', async () => {
  const page = await openLounge();
  const doors = findArea(page.server.architecture, 'lounge').viewPoints[0]?.doors ?? [];
  expect(doors.length).toBe(3);
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [1180, 760],
  ] as const) {
    page.resize(width, height);
    for (const { targetAreaId, opening: doorOpening } of doors) {
      if (doorOpening?.position.kind !== '2D') throw new Error('The doors of the lounge have openings.');
      const { position, size } = doorOpening;
      await expect
        .poll(() => {
          const picture = pictureRect(page);
          const middle = picture.x + position.x * picture.width;
          const top = picture.y + (position.y - size.height / 2) * picture.height;
          const box = page.boxOf(opening(page, targetAreaId));
          return Math.hypot(box.x + box.width / 2 - middle, box.y - top);
        })
        .toBeLessThan(2);
    }
  }
  page.resize(1440, 900);
  await expect
    .poll(() => {
      const plate = page.boxOf(hotspot(page, 'Expo hall'));
      const openingBox = page.boxOf(opening(page, 'expo'));
      const aside = Math.abs(plate.x + plate.width / 2 - openingBox.x - openingBox.width / 2);
      return aside < 2 && Math.abs(openingBox.y - plate.y - plate.height - 18) < 1.5;
    })
    .toBe(true);
  await expect.element(hotspot(page, 'Expo hall').getByCSS('svg').first()).toBeInTheDocument();
});

test('AREA-02q a door opens by its label and its opening, and is a real link', async () => {
  const page = await openLounge();
  await hotspot(page, 'Library').click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  page.back();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await waitForTransition(page);
  const { x, y, width, height } = page.boxOf(opening(page, 'expo'));
  const at = { x: x + width / 2, y: y + height * 0.7 };
  await page.mouse('mousePressed', at);
  await page.mouse('mouseReleased', at);
  await expect.element(page.heading('Expo hall')).toBeInTheDocument();
  page.back();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await waitForTransition(page);
  // The app leaves these clicks to the browser, which opens the link in a new tab.
  const leftToBrowser: (string | null | undefined)[] = [];
  for (const type of ['click', 'auxclick'] as const)
    page.window.addEventListener(type, (event) => {
      if (event.defaultPrevented) return;
      event.preventDefault();
      leftToBrowser.push((event.target as Element).closest('a')?.getAttribute('href'));
    });
  await hotspot(page, 'Library').click({ button: 'middle' });
  await hotspot(page, 'Library').click({ modifiers: ['Control'] });
  await expect.poll(() => leftToBrowser.length).toBe(2);
  for (const address of leftToBrowser) expect(address).toMatch(/^\/v\/nightfall\/area\/library/);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
});

test('AREA-02p going back before the next picture has loaded restores the area', async () => {
  const release = Promise.withResolvers<void>();
  await interceptFiles('*/library/*', async () => {
    await release.promise;
    return 'real' as const;
  });
  const page = await openLounge();
  // In one task: a step of the test would take longer than the scene waits for the new picture.
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
    (hotspot(page, 'Library').element() as HTMLElement).click();
  });
  expect(phases).toEqual(['waiting', 'current']);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await waitForTransition(page);
  await waitForSharpPicture(page);
  const whole = pictureRect(page);
  await page.press('+');
  await expect.poll(() => pictureRect(page).width).toBeGreaterThan(whole.width * 1.2);
  await page.press('0');
  await expect.poll(() => pictureRect(page).width).toBeCloseTo(whole.width, 0);
  await hotspot(page, 'Library').click();
  release.resolve();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await waitForTransition(page);
});

test('AREA-02f the keyboard reaches the doors from the side where reading starts, and opens them', async () => {
  const page = await openLounge();
  const names = hotspots(page)
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent.split(/(?=[A-Z])/)[0]);
  expect(names).toEqual([
    'Expo hall',
    'Lobby',
    'Library',
    'Round the table',
    'Wall at the bar',
    'Talk with the night shift',
  ]);
  for (let presses = 0; presses < 30 && page.focused !== hotspot(page, 'Lobby').element(); presses += 1)
    await page.press('{Tab}');
  await expect.element(hotspot(page, 'Lobby')).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(page.heading('Lobby')).toHaveFocus();
});

test('AREA-02g widgets are in the picture, are announced as new, and open', async () => {
  const page = await openLounge(
    demoWithoutWidgets((architecture) => {
      findArea(architecture, 'lounge').contentWidgets = [imageWidget('Poster')];
    }),
  );
  const widget = hotspot(page, 'Poster');
  await expect.element(widget).toHaveAccessibleName('Poster, new');
  const picture = pictureRect(page);
  const box = page.boxOf(widget);
  expect(Math.abs(box.x + box.width / 2 - picture.x - picture.width * 0.5)).toBeLessThan(1.5);
  expect(Math.abs(box.y + 22 - picture.y - picture.height * 0.6)).toBeLessThan(1.5);
  await widget.click();
  const dialog = page.getByRole('dialog', { name: 'Poster' });
  await expect.element(dialog).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(widget).toHaveAccessibleName('Poster');
  await expect.element(widget).toHaveFocus();
});

test('AREA-02h labels of many widgets never overlap, and those without space are chips at the edge', async () => {
  const page = await openLounge(
    demoWithoutWidgets((architecture) => {
      findArea(architecture, 'lounge').contentWidgets = Array.from({ length: 24 }, (_, index) =>
        imageWidget(`Widget number ${index + 1}`, {
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

test('AREA-02i in right-to-left languages positions stay, labels are mirrored inside, and the order starts at the right', async () => {
  const page = await openLounge();
  const before = page.boxOf(hotspot(page, 'Expo hall'));
  await page.goto('/v/nightfall/area/lounge?lang=ar');
  await waitForSharpPicture(page);
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
  // The last of three doors; the widget comes after them.
  expect(list.getByRole('link').nth(2).element().textContent).toMatch(/^قاعة المعرض/);
});

test('AREA-11m a small picture is shown first, then the sharp one', async () => {
  const release = Promise.withResolvers<void>();
  await interceptFiles('*/lounge/*', async ({ request }) => {
    if (!request.url.includes('suffix=w320')) await release.promise;
    return 'real' as const;
  });
  const page = await openPage(areaPath('lounge'), { server: new FakeServer('demo') });
  const picture = page.getByCSS('[data-phase="current"] [data-state]');
  await expect.element(picture).toHaveAttribute('data-state', 'ready');
  expect(picture.getByCSS('img').elements().length).toBe(1);
  await expect.element(hotspot(page, 'Expo hall')).toBeVisible();
  release.resolve();
  await waitForSharpPicture(page);
  await expect.element(page.getByRole('img', { name: /round sofa/ })).toBeVisible();
});

test('AREA-11c keys pan and zoom a flat picture, and the wheel zooms it', async () => {
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
  await page.pinch({ x: 195, y: 560 }, 2);
  await expect.poll(() => pictureRect(page).width).toBeGreaterThan(before.width * 1.7);
  // Not on the edge chips.
  await doubleTap(page, { x: 195, y: 700 });
  await expect.poll(() => pictureRect(page).width).toBeCloseTo(before.width, 0);
});

test('AREA-02j a tap opens a door; the two nearest doors and a meeting out of view are chips', async () => {
  const page = await openLounge(undefined, phone);
  await expectForm(page, 'Wall at the bar', labelForm);
  await expectForm(page, 'Lobby', /chip/);
  expect(page.getByCSS('[data-kind="door"][data-form="chip"]').elements().length).toBe(2);
  expect(page.getByCSS('[data-kind="widget"][data-form="chip"]').elements().length).toBe(1);
  await tap(page, hotspot(page, 'Lobby'));
  await expectForm(page, 'Lobby', labelForm);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await tap(page, hotspot(page, 'Lobby'));
  await expect.element(page.heading('Lobby')).toBeInTheDocument();
});

test('AREA-07c no hotspot is under the hint to turn the phone', async () => {
  const page = await openLounge(
    demoWithoutWidgets((architecture) => {
      findArea(architecture, 'lounge').contentWidgets = [
        imageWidget('Lamp', {
          placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.08 } }],
        }),
      ];
    }),
    phone,
  );
  const hint = page.getByRole('complementary', { name: 'Turn your phone' });
  await expect.element(hint).toBeVisible();
  await expect
    .poll(() => page.boxOf(hotspot(page, 'Lamp')).y - page.boxOf(hint).bottom)
    .toBeGreaterThanOrEqual(0);
  await expectForm(page, 'Lamp', /full|brief|bare|chip/);
});
