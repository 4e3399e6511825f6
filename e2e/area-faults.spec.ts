/** What still works when something of an area does not come, or is not what it says. */
import { expectAccessible } from './accessible.ts';
import { areaPath, door, drawn, heading, sharp, withoutWidgets } from './areaPage.ts';
import { expect, test, type Page } from './harness.ts';

const missing = (page: Page) =>
  page.getByText('The picture of this room is not here. Its doors work all the same.');
const away = (page: Page) =>
  page.getByText('The picture did not come through. We keep trying, and the doors work.');

test.beforeEach(async ({ foyer, allowed }) => {
  // The browser itself tells of answers that are no picture.
  allowed.console.push(/Failed to load resource/);
  await foyer.live(withoutWidgets);
});

test('a picture that is not there: its colour, the words, and doors that work', async ({ page }) => {
  await page.route('**/backend-assets/**/lounge/**', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/json',
      body: '{"errMsg":"gone","code":"notFound"}',
    }),
  );
  await page.goto(areaPath('lounge'));
  await expect(missing(page)).toBeVisible();
  await expect(page.getByTestId('backdrop')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeAttached();
  await sharp(page);
  await expect(missing(page)).toBeHidden();
});

test('bytes that are no picture: the same, in a flat area and in a panorama', async ({ page }) => {
  await page.route(/backend-assets\/.*\/(lounge|lobby)\//, (route) =>
    route.fulfill({ status: 200, contentType: 'image/webp', body: 'RIFF and then nothing' }),
  );
  await page.goto(areaPath('lounge'));
  await expect(missing(page)).toBeVisible();
  await door(page, 'Lobby').click();
  await expect(heading(page, 'Lobby')).toBeAttached();
  await expect(missing(page)).toBeVisible();
  await expect(door(page, 'Plenary')).toBeVisible();
});

test('a picture that does not come: we ask again by ourselves, and "Try now" does at once', async ({
  page,
}) => {
  let isAway = true;
  await page.route('**/backend-assets/**/lounge/**', (route) => (isAway ? route.abort() : route.continue()));
  await page.goto(areaPath('lounge'));
  await expect(away(page)).toBeVisible();
  isAway = false;
  await page.getByRole('button', { name: 'Try now' }).click();
  await sharp(page);
  await expect(away(page)).toBeHidden();
});

test('a panorama whose sharp picture was lost is drawn as soon as the network is back', async ({ page }) => {
  let isAway = true;
  let lost = 0;
  let found = 0;
  // The viewer fetches its bytes, the painted room before it is an image.
  await page.route('**/backend-assets/**/lobby/**', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue();
    if (!isAway) {
      found += 1;
      return route.continue();
    }
    lost += 1;
    return route.abort();
  });
  await page.goto(areaPath('lobby'));
  await expect(page.locator('[data-phase="here"] canvas').first()).toBeVisible();
  await expect.poll(() => lost).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  isAway = false;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // Sooner than it would be asked again anyway; what it takes to draw it is the machine's.
  await expect.poll(() => found, { timeout: 9_000 }).toBeGreaterThan(0);
  await drawn(page);
});

test('the server goes away: what was at hand still opens, with its doors', async ({ page, foyer }) => {
  await page.goto(areaPath('lounge'));
  await sharp(page);
  await door(page, 'Library').hover();
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => /\/library\/.*w2560|\/library\/\d+$/.test(name)).length,
      ),
    )
    .toBeGreaterThan(0);
  await foyer.away();
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeFocused();
  await sharp(page);
  await expect(door(page, 'Lounge')).toBeVisible();
});

test('the viewer does not come: the room is painted and everything in it works', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/panorama viewer did not open/);
  await page.route(/sphere-.*\.js/, (route) => route.abort());
  await page.goto(areaPath('lobby'));
  await expect(page.getByText('cannot draw the room in full')).toBeVisible();
  await expect(page.locator('[data-phase="here"] canvas').first()).toBeVisible();
  await door(page, 'Plenary').click();
  await expect(heading(page, 'Plenary')).toBeAttached();
});

test('axe finds nothing in a flat area, a panorama and a moving one', async ({ page }) => {
  for (const [areaId, settle] of [
    ['lounge', sharp],
    ['lobby', drawn],
    ['plenary', sharp],
  ] as const) {
    await page.goto(areaPath(areaId));
    await settle(page);
    await expectAccessible(page);
  }
});
