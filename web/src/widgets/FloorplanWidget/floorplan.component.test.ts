/** The floorplan: the areas and their positions, the current area, and links to each area. */
import { expect, test } from 'vitest';
import { FakeServer, ada } from '../../testing/fakeServer.ts';
import { desktop, openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { withoutWidgets } from '../../features/area/testing/areaPage.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { expectFocusTrapped } from '../testing/widgetPage.ts';

type Edit = Parameters<FakeServer['change']>[0];

const lounge = '/v/nightfall/area/lounge';
const plan = (page: AppPage) => page.getByRole('dialog', { name: 'Floorplan' });
const links = (page: AppPage) => plan(page).getByRole('link');
const expectAreas = (page: AppPage, count: number): Promise<void> =>
  expect.poll(() => links(page).elements().length).toBe(count);

/** Opens the demo venue with its seven areas and the floorplan open. */
async function openFloorplan(
  edit: Edit = () => undefined,
  { path = `${lounge}?floorplan`, ...options }: PageOptions & { path?: string } = {},
): Promise<AppPage> {
  const page = await openPage(path, { server: new FakeServer('demo').change(edit), ...options });
  await expect.element(plan(page)).toBeVisible();
  return page;
}

const withoutPicture: Edit = (venue) => {
  delete venue.floorplan?.assetId;
};

/** All pairs of overlapping boxes, by the names of their links. */
function overlaps(page: AppPage, selector: string): string[] {
  const shown = [...page.document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ opacityProperty: true }),
  );
  const isOverlapping = (one: Element, other: Element): boolean => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    // Pins are round: they overlap if their centers are closer than their width.
    if (one.matches('.planPicture_mark') && other.matches('.planPicture_mark'))
      return Math.hypot(a.x - b.x, a.y - b.y) < a.width - 1;
    return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  };
  return shown.flatMap((one, index) =>
    shown
      .slice(index + 1)
      .filter((other) => isOverlapping(one, other))
      .map((other) => `${one.parentElement?.ariaLabel} / ${other.parentElement?.ariaLabel}`),
  );
}

const freeLabel = '.planPicture_label[data-free=true]';
const pinsAndNames = `.planPicture_mark, ${freeLabel}`;

/** Waits until the pins are placed with the venue's font. */
async function waitForPins(page: AppPage): Promise<void> {
  await expect.element(plan(page).getByCSS('.planPicture_mark').first()).toBeVisible();
  await page.document.fonts.ready;
}

test('WIDGET-21 AREA-04a the dock opens the floorplan, which shows and links all areas', async () => {
  const page = await openPage(lounge, { server: new FakeServer('demo') });
  await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
  await expectAreas(page, 7);
  await expect.element(plan(page).getByText('7 areas')).toBeVisible();
  await plan(page).getByRole('link', { name: 'Go in, Library' }).click();
  await expect.poll(() => page.path).toMatch(/\/area\/library$/);
  await expect.element(plan(page)).not.toBeInTheDocument();
});

test('AREA-04b the plan marks the current area', async () => {
  const page = await openFloorplan();
  const here = plan(page).getByRole('link', { name: 'Lounge, you are here' });
  await expect.element(here).toHaveAttribute('aria-current', 'location');
  const current = plan(page).getByCSS('[aria-current]').elements();
  expect(current.filter((element) => element.checkVisibility()).length).toBe(1);
});

test('WIDGET-21e the plan and the list say how many people are in each area, and what is on there', async () => {
  const server = new FakeServer('demo').signIn(ada).change((venue) => {
    const programme = venue.areas.find(({ id }) => id === 'plenary')?.contentWidgets[0]?.configurations[0];
    if (!programme) throw new Error('The plenary of the demo has no notice.');
    programme.begin = '2020-01-01T00:00:00Z';
    programme.end = '2100-01-01T00:00:00Z';
  });
  const everyone = ['lobby', 'lobby', 'plenary'].map((areaId, index) => ({ uid: `u${index}`, areaId }));
  server.setAttendees(everyone);
  const page = await openPage(`${lounge}?floorplan`, { server });
  await expect.element(plan(page).getByRole('link', { name: 'Go in, Lobby, 2 people' })).toBeVisible();
  await expect
    .element(plan(page).getByRole('link', { name: 'Go in, Plenary, On now, 1 person' }))
    .toBeVisible();
  await expect
    .element(plan(page).getByRole('link', { name: 'Lounge, you are here, 1 person' }))
    .toBeVisible();
  await expect.element(plan(page).getByRole('link', { name: 'Go in, Library', exact: true })).toBeVisible();
  await waitForPins(page);
  await expect.poll(() => overlaps(page, pinsAndNames)).toEqual([]);
  await plan(page).getByRole('button', { name: 'List' }).click();
  const row = (name: string) =>
    plan(page).getByRole('listitem').filter({ hasText: name }).element().textContent;
  await expect.poll(() => row('Lobby')).toMatch(/starts2$/);
  await expect.poll(() => row('Plenary')).toMatch(/On now1$/);
  server.setAttendees([...everyone, { uid: 'u9', areaId: 'lobby' }]);
  await expect.poll(() => row('Lobby')).toMatch(/starts3$/);
  await page.expectAccessible('[data-dialog="widget-floorplan"]');
});

test('AREA-04c an area that is not visible is not on the plan', async () => {
  const page = await openFloorplan((venue) => {
    const at = venue.floorplan?.areaPositions.find(({ areaId }) => areaId === 'helpdesk');
    if (!at) throw new Error('The floorplan of the demo has no help desk.');
    at.visible = false;
  });
  await expectAreas(page, 6);
  await expect.element(plan(page).getByRole('link', { name: /Help desk/ })).not.toBeInTheDocument();
});

test('AREA-04d the list shows the same areas and links', async () => {
  const page = await openFloorplan();
  await plan(page).getByRole('button', { name: 'List' }).click();
  await expect.poll(() => plan(page).getByRole('listitem').elements().length).toBe(7);
  await plan(page).getByRole('link', { name: 'Go in, Help desk' }).click();
  await expect.poll(() => page.path).toMatch(/\/area\/helpdesk$/);
});

test('AREA-04e without a picture the plan consists of the pictures of the areas', async () => {
  const page = await openFloorplan(withoutPicture);
  await expect.poll(() => plan(page).getByCSS('.planRooms_plan a').elements().length).toBe(7);
  await expect.poll(() => overlaps(page, '.planRooms_plan a')).toEqual([]);
  const box = (name: RegExp) =>
    page.boxOf(plan(page).getByCSS('.planRooms_plan').getByRole('link', { name }));
  expect(box(/Plenary/).y).toBeLessThan(box(/Lobby/).y);
  expect(box(/Workshop/).x).toBeLessThan(box(/Expo/).x);
});

test('AREA-04f if its picture does not load, the plan consists of the pictures of the areas', async () => {
  await interceptFiles('*/floorplan/*', () => ({ status: 500 }));
  const page = await openFloorplan(undefined, { allowedErrors: [/picture floorplan cannot be shown/] });
  await expect.poll(() => plan(page).getByCSS('.planRooms_plan a').elements().length).toBe(7);
});

test.for([
  ['desktop', desktop],
  ['tablet', { width: 820, height: 1180 }],
  ['phone', phone],
] as const)('AREA-04g names neither overlap nor leave the plan, %s', async ([, size]) => {
  const page = await openFloorplan((venue) => {
    // All in one corner, with very long names.
    for (const [index, at] of (venue.floorplan?.areaPositions ?? []).entries()) {
      at.x = 0.86 + 0.02 * (index % 3);
      at.y = 0.8 + 0.03 * (index % 4);
    }
    for (const area of venue.areas)
      area.names = [{ locale: 'en', text: `${area.id} of the Danube steamship company` }];
  }, size);
  await waitForPins(page);
  await expect.poll(() => overlaps(page, pinsAndNames)).toEqual([]);
  const picture = page.boxOf(plan(page).getByCSS('.planPicture_plan'));
  const boxes = plan(page)
    .getByCSS(pinsAndNames)
    .elements()
    .map((element) => element.getBoundingClientRect());
  expect(boxes.length).toBeGreaterThanOrEqual(7);
  const beyond = boxes.filter(
    ({ left, right, bottom }) =>
      left < picture.left - 1 || right > picture.right + 1 || bottom > picture.bottom + 1,
  );
  expect(beyond).toEqual([]);
});

test('AREA-04n on a phone of 390 or 360 px the plan shows the names of all areas of the demo', async () => {
  const page = await openFloorplan(undefined, phone);
  for (const width of [390, 360]) {
    page.resize(width, 844);
    await waitForPins(page);
    await expect.poll(() => plan(page).getByCSS(freeLabel).elements().length).toBe(7);
    await expect.poll(() => overlaps(page, pinsAndNames)).toEqual([]);
  }
});

test('AREA-04o closing a floorplan that was opened by URL does not focus a hotspot', async () => {
  const page = await openFloorplan(withoutWidgets, { path: '/v/nightfall/area/lobby?lang=en&floorplan' });
  await expect.poll(() => page.focused?.closest('[role="dialog"]')).toBeTruthy();
  await page.press('{Escape}');
  await expect.element(plan(page)).not.toBeInTheDocument();
  await expect.element(page.heading('Lobby')).toHaveFocus();
});

test('AREA-04h a name without a free position is shown on focus', async () => {
  const page = await openFloorplan((venue) => {
    for (const at of venue.floorplan?.areaPositions ?? []) Object.assign(at, { x: 0.9, y: 0.9 });
    for (const area of venue.areas)
      area.names = [{ locale: 'en', text: `${area.id}, a room with a name of some length` }];
  }, phone);
  await waitForPins(page);
  const label = plan(page).getByCSS('.planPicture_label[data-free=false]').first();
  await expect.element(label).toBeInTheDocument();
  const hidden = label.element();
  const opacity = () => page.window.getComputedStyle(hidden).opacity;
  await expect.poll(opacity).toBe('0');
  hidden.closest<HTMLElement>('.planPicture_pin')?.focus();
  await page.press('{Shift>}{Tab}{/Shift}');
  await page.press('{Tab}');
  expect(page.focused).toBe(hidden.closest('.planPicture_pin'));
  await expect.poll(opacity).toBe('1');
});

test('AREA-04i with more than twelve areas there is a search', async () => {
  const page = await openFloorplan((venue) => {
    const first = venue.areas[3];
    if (!first) throw new Error('The demo has too few areas.');
    for (let number = 1; number <= 8; number += 1) {
      const id = `studio-${number}`;
      venue.areas.push({
        ...structuredClone(first),
        id,
        names: [{ locale: 'en', text: `Studio ${number}` }],
      });
      venue.floorplan?.areaPositions.push({ areaId: id, visible: true, x: number / 10, y: 0.05 });
    }
  });
  const field = plan(page).getByRole('searchbox', { name: 'Find an area' });
  await field.fill('stud 3');
  await expectAreas(page, 1);
  await expect.element(plan(page).getByRole('link', { name: 'Go in, Studio 3' })).toBeVisible();
  await field.fill('zorn');
  await expect.element(plan(page).getByText('No areas match “zorn”')).toBeVisible();
  await plan(page).getByRole('button', { name: 'Show all areas' }).click();
  await expectAreas(page, 15);
});

test('AREA-04j on a phone the current area comes first, and nothing scrolls horizontally', async () => {
  const page = await openFloorplan(undefined, { path: '/v/nightfall/area/expo?floorplan', ...phone });
  const cards = plan(page).getByCSS('.planRooms_cards a');
  await expect.poll(() => cards.elements().length).toBe(7);
  await expect.element(cards.first()).toHaveAccessibleName('Expo hall, you are here');
  const { scrollWidth, clientWidth } = plan(page).element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test('WIDGET-21b the floorplan has a begin and an end like every widget', async () => {
  const server = new FakeServer().change((venue) => {
    const configuration = venue.globalWidgets[0]?.configurations[0];
    if (!configuration) throw new Error('The floorplan is the first global widget.');
    configuration.end = '2020-01-01T00:00:00Z';
  });
  const page = await openPage(`${lounge}?floorplan`, { server });
  await expect.element(page.getByText(/^Floorplan was available until .*2020/)).toBeVisible();
  await expect.poll(() => page.path).toMatch(/\/area\/lounge$/);
  await expect.element(page.getByRole('button', { name: 'Floorplan', exact: true })).not.toBeInTheDocument();
});

test('WIDGET-21c the floorplan works by keyboard and restores the focus on closing', async () => {
  const page = await openPage(lounge, { server: new FakeServer('demo') });
  const opener = page.getByRole('button', { name: 'Floorplan', exact: true });
  await expect.element(opener).toBeVisible();
  (opener.element() as HTMLElement).focus();
  await page.press('{Enter}');
  await expect.element(plan(page)).toHaveFocus();
  await expectFocusTrapped(page, plan(page), 14);
  await page.press('{Escape}');
  await expect.element(plan(page)).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('WIDGET-21d axe finds nothing in the floorplan as plan, as list and on a phone', async () => {
  const page = await openFloorplan();
  await expectAreas(page, 7);
  await page.expectAccessible();
  await plan(page).getByRole('button', { name: 'List' }).click();
  await page.expectAccessible();
  page.server.publish(withoutPicture);
  await page.goto(`${lounge}?floorplan&lang=ar`);
  await expect.poll(() => page.getByCSS('.planRooms_plan a').elements().length).toBe(7);
  page.resize(390, 844);
  await expect.element(page.getByCSS('.planRooms_cards')).toBeVisible();
  await page.expectAccessible();
});
