/** The floorplan: where everything is, where one is, and the way there. */
import { expect, test, type Page, type VenueInput } from './harness.ts';
import { expectAccessible } from './accessible.ts';
import { expectFocusHeld, lounge } from './widgetVenue.ts';

type Plan = VenueInput['architectures'][number];

const plan = (page: Page) => page.getByRole('dialog', { name: 'Floorplan' });
const withoutPicture = (venue: Plan): void => {
  delete venue.floorplan?.assetId;
};
const position = (venue: Plan, areaId: string) => {
  const found = venue.floorplan?.areaPositions.find((one) => one.areaId === areaId);
  if (!found) throw new Error(`the demo's floorplan has no ${areaId}`);
  return found;
};

/** Every pair of boxes that lie on each other, by their texts. */
async function overlaps(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((elements) => {
    const shown = elements.filter((element) => element.checkVisibility({ opacityProperty: true }));
    const meet = (one: Element, other: Element): boolean => {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      // Pins are round: they meet where their middles are nearer than a pin is wide.
      if (one.matches('.pin-mark') && other.matches('.pin-mark'))
        return Math.hypot(a.x - b.x, a.y - b.y) < a.width - 1;
      return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    };
    return shown.flatMap((one, index) =>
      shown
        .slice(index + 1)
        .filter((other) => meet(one, other))
        .map((other) => `${one.parentElement?.ariaLabel} / ${other.parentElement?.ariaLabel}`),
    );
  });
}

test('WIDGET-21 AREA-04a the dock opens the floorplan, it shows each area and leads there', async ({
  page,
}) => {
  await page.goto(lounge);
  await page.getByRole('button', { name: 'Floorplan', exact: true }).click();
  await expect(plan(page).getByRole('link')).toHaveCount(7);
  await expect(plan(page).getByText('7 areas')).toBeVisible();
  await plan(page).getByRole('link', { name: 'Go in, Library' }).click();
  await expect(page).toHaveURL(/\/area\/library$/);
  await expect(plan(page)).toBeHidden();
});

test('AREA-04b one sees where one is', async ({ page }) => {
  await page.goto('/v/nightfall/area/lounge?floorplan');
  const here = plan(page).getByRole('link', { name: 'Lounge, you are here' });
  await expect(here).toHaveAttribute('aria-current', 'location');
  await expect(plan(page).locator('[aria-current]:visible')).toHaveCount(1);
});

test('AREA-04c an area that is not visible is not on the plan', async ({ page, foyer }) => {
  await foyer.live((venue) => {
    position(venue, 'helpdesk').visible = false;
  });
  await page.goto(`${lounge}?floorplan`);
  await expect(plan(page).getByRole('link')).toHaveCount(6);
  await expect(plan(page).getByRole('link', { name: /Help desk/ })).toHaveCount(0);
});

test('AREA-04d the list shows the same areas, and leads there', async ({ page }) => {
  await page.goto(`${lounge}?floorplan`);
  await plan(page).getByRole('button', { name: 'List' }).click();
  await expect(plan(page).getByRole('listitem')).toHaveCount(7);
  await plan(page).getByRole('link', { name: 'Go in, Help desk' }).click();
  await expect(page).toHaveURL(/\/area\/helpdesk$/);
});

test('AREA-04e without a picture of its own the rooms themselves are the plan', async ({ page, foyer }) => {
  await foyer.live(withoutPicture);
  await page.goto(`${lounge}?floorplan`);
  await expect(plan(page).locator('.plan a')).toHaveCount(7);
  await expect.poll(() => overlaps(page, '.plan a')).toEqual([]);
  const box = async (name: RegExp) =>
    (await plan(page).getByRole('link', { name }).boundingBox()) ?? { x: 0, y: 0 };
  expect((await box(/Plenary/)).y).toBeLessThan((await box(/Lobby/)).y);
  expect((await box(/Workshop/)).x).toBeLessThan((await box(/Expo/)).x);
});

test('AREA-04f a picture that does not come leaves the rooms as the plan', async ({ page, allowed }) => {
  allowed.console.push(/status of 500/);
  await page.route(/\/floorplan\/\d+/, (route) => route.fulfill({ status: 500 }));
  await page.goto(`${lounge}?floorplan`);
  await expect(plan(page).locator('.plan a')).toHaveCount(7);
});

for (const [name, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['tablet', { width: 820, height: 1180 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`AREA-04g names neither overlap nor leave the plan, ${name}`, async ({ page, foyer }) => {
    await foyer.live((venue) => {
      // All in one corner, with names of a length that no designer meant.
      for (const [index, at] of (venue.floorplan?.areaPositions ?? []).entries()) {
        at.x = 0.86 + 0.02 * (index % 3);
        at.y = 0.8 + 0.03 * (index % 4);
      }
      for (const area of venue.areas) {
        area.names = [{ locale: 'en', text: `${area.id} of the Danube steamship company` }];
      }
    });
    await page.setViewportSize(viewport);
    await page.goto(`${lounge}?floorplan`);
    await expect(plan(page).locator('.pin-mark').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await expect.poll(() => overlaps(page, '.pin-mark, .pin-label[data-free=true]')).toEqual([]);
    const beyond = () =>
      page.locator('.plan-picture').evaluate((picture) => {
        const frame = picture.getBoundingClientRect();
        return [...picture.querySelectorAll('.pin-mark, .pin-label[data-free=true]')]
          .map((element) => element.getBoundingClientRect())
          .filter(
            (box) =>
              box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1,
          ).length;
      });
    await expect.poll(beyond).toBe(0);
  });
}

for (const width of [390, 360]) {
  test(`AREA-04n on a phone of ${width} px every room of the demo has its name on the plan`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${lounge}?floorplan`);
    await expect(plan(page).locator('.pin-mark').first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    await expect(plan(page).locator('.pin-label[data-free=true]')).toHaveCount(7);
    await expect.poll(() => overlaps(page, '.pin-mark, .pin-label[data-free=true]')).toEqual([]);
  });
}

test('AREA-04o a floorplan that its address opened closes without turning the picture', async ({
  page,
  foyer,
}) => {
  await foyer.live((venue) => {
    for (const area of venue.areas) area.contentWidgets = [];
  });
  await page.goto('/v/nightfall/area/lobby?lang=en&floorplan');
  await expect(plan(page)).toBeVisible();
  await expect(page.locator('[role="dialog"]:focus, [role="dialog"] :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(plan(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Lobby' })).toBeFocused();
});

test('AREA-04h a name without a free place shows with the focus', async ({ page, foyer }) => {
  await foyer.live((venue) => {
    for (const at of venue.floorplan?.areaPositions ?? []) Object.assign(at, { x: 0.9, y: 0.9 });
    for (const area of venue.areas)
      area.names = [{ locale: 'en', text: `${area.id}, a room with a name of some length` }];
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${lounge}?floorplan`);
  await page.evaluate(() => document.fonts.ready);
  const name = await plan(page)
    .locator('.pin', { has: page.locator('.pin-label[data-free=false]') })
    .first()
    .getAttribute('aria-label');
  const hidden = plan(page).locator(`.pin[aria-label="${name}"]`);
  await expect(hidden.locator('.pin-label')).toHaveCSS('opacity', '0');
  await hidden.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(hidden.locator('.pin-label')).toHaveCSS('opacity', '1');
});

test('AREA-04i with more than twelve areas one may search', async ({ page, foyer }) => {
  await foyer.live((venue) => {
    const first = venue.areas[3];
    if (!first) throw new Error('the demo has too few areas');
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
  await page.goto(`${lounge}?floorplan`);
  const field = plan(page).getByRole('searchbox', { name: 'Find an area' });
  await field.fill('stud 3');
  await expect(plan(page).getByRole('link')).toHaveCount(1);
  await expect(plan(page).getByRole('link', { name: 'Go in, Studio 3' })).toBeVisible();
  await field.fill('zorn');
  await expect(plan(page).getByText('No area called “zorn”')).toBeVisible();
  await plan(page).getByRole('button', { name: 'Show all areas' }).click();
  await expect(plan(page).getByRole('link')).toHaveCount(15);
});

test('AREA-04j on a phone mine stands first and the rest below, without scrolling sideways', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/v/nightfall/area/expo?floorplan');
  const cards = plan(page).locator('.room-cards a');
  await expect(cards).toHaveCount(7);
  await expect(cards.first()).toHaveAccessibleName('Expo hall, you are here');
  const sideways = await plan(page).evaluate((panel) => panel.scrollWidth - panel.clientWidth);
  expect(sideways).toBeLessThanOrEqual(0);
});

test('WIDGET-21b the floorplan has its times like every widget', async ({ page, foyer }) => {
  await foyer.live((venue) => {
    const configuration = venue.globalWidgets?.[0]?.configurations[0];
    if (configuration) configuration.end = '2020-01-01T00:00:00Z';
  });
  await page.goto(`${lounge}?floorplan`);
  await expect(page.getByText('Floorplan is not on at the moment.')).toBeVisible();
  await expect(page).toHaveURL(/\/area\/lounge$/);
  await expect(page.getByRole('button', { name: 'Floorplan', exact: true })).toHaveCount(0);
});

test('WIDGET-21c by keyboard: opened, walked through, closed, and the focus is back', async ({ page }) => {
  await page.goto(lounge);
  const opener = page.getByRole('button', { name: 'Floorplan', exact: true });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(plan(page)).toBeFocused();
  await expectFocusHeld(plan(page), 14);
  await page.keyboard.press('Escape');
  await expect(plan(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test('WIDGET-21d the floorplan has no fault that axe finds, as plan, as list and on a phone', async ({
  page,
  foyer,
}) => {
  await page.goto(`${lounge}?floorplan`);
  await expect(plan(page).getByRole('link')).toHaveCount(7);
  await expectAccessible(page);
  await plan(page).getByRole('button', { name: 'List' }).click();
  await expectAccessible(page);
  await foyer.live(withoutPicture);
  await page.goto(`${lounge}?floorplan&lang=ar`);
  await expect(page.locator('.plan a')).toHaveCount(7);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.room-cards')).toBeVisible();
  await expectAccessible(page);
});
