/** What all widgets share: when they are on, how they show, and what happens when one fails. */
import { expect, test, type Page } from './harness.ts';
import { atRest } from './accessible.ts';
import { commonClock } from './commonClock.ts';
import { expectFocusHeld, inLounge, lounge, notice, poster } from './widgetVenue.ts';

const panel = (page: Page) => page.getByRole('dialog', { name: 'Poster' });
const thing = (page: Page) => page.getByRole('link', { name: /^Poster/ });
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

test('AREA-08a a widget appears when its configuration begins, without a reload', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster([{ begin: inSeconds(600) }])));
  const pass = await commonClock(page);
  await page.goto(lounge);
  await expect(page.getByRole('heading', { level: 1, name: 'Lounge' })).toBeAttached();
  await expect(thing(page)).toHaveCount(0);
  await pass(700_000);
  await expect(thing(page)).toBeAttached();
});

test('AREA-08b it disappears when that ends, and an open panel with it', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster([{ end: inSeconds(600) }])));
  const pass = await commonClock(page);
  await page.goto(lounge);
  await thing(page).click();
  await expect(panel(page)).toBeVisible();
  await pass(700_000);
  // First of all, for it goes by itself.
  await expect(page.getByText('Poster is not on at the moment.')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
  await expect(thing(page)).toHaveCount(0);
});

test('AREA-08c one configuration follows the other', async ({ page, foyer }) => {
  const next = inSeconds(600);
  await foyer.live(
    inLounge(poster([{ end: next }, { begin: next, assets: [{ locale: 'en', assetId: 'poster-garden' }] }])),
  );
  const pass = await commonClock(page);
  await page.goto(`${lounge}?widget=poster`);
  await expect(panel(page).getByRole('img')).toHaveAttribute('src', /\/poster-light\//);
  await pass(700_000);
  await expect(panel(page).getByRole('img')).toHaveAttribute('src', /\/poster-garden\//);
});

test("AREA-08d it is the server's time that counts, whatever the browser's clock says", async ({
  page,
  foyer,
}) => {
  await foyer.live(inLounge(poster([{ begin: inSeconds(-60), end: inSeconds(600) }])));
  await page.clock.install({ time: new Date(Date.now() + 5 * 3_600_000) });
  await page.goto(lounge);
  await expect(thing(page)).toBeAttached();
});

test('AREA-09a EMBEDDED: the content stands in the picture, and opens large', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster([{ displayMode: 'EMBEDDED' }], { width: 0.2, height: 0.3 })));
  await page.goto(lounge);
  const hung = page.getByRole('button', { name: 'Poster, see it large' });
  await expect(hung.locator('img')).toHaveAttribute('src', /\/poster-light\//);
  await hung.click();
  await expect(panel(page).getByRole('img')).toBeVisible();
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(hung).toBeFocused();
});

test('AREA-09b EMBEDDED_DIALOG: a panel inside the venue, whose header stays in reach', async ({
  page,
  foyer,
}) => {
  await foyer.live(inLounge(poster([{ displayMode: 'EMBEDDED_DIALOG' }])));
  await page.goto(lounge);
  await thing(page).click();
  await expect(panel(page).getByRole('img')).toBeVisible();
  await atRest(page);
  const box = await panel(page).boundingBox();
  const header = await page.locator('header').first().boundingBox();
  expect(box?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  const dock = await page.locator('.dock').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(dock?.y ?? 0);
});

test('AREA-09c OVERLAY_DIALOG: over everything, and the venue behind it is out of reach', async ({
  page,
  foyer,
}) => {
  await foyer.live(inLounge(poster([{ displayMode: 'OVERLAY_DIALOG' }])));
  await page.goto(lounge);
  await thing(page).click();
  await expect(panel(page).getByRole('img')).toBeVisible();
  const above = await page.evaluate(
    () => document.elementFromPoint(40, 30)?.closest('header, main') === null,
  );
  expect(above).toBe(true);
  await expect(page.getByRole('button', { name: 'Floorplan', exact: true })).toHaveCount(0);
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Floorplan', exact: true })).toBeVisible();
});

test('AREA-09d NEW_TAB: the content opens in a tab of its own, from the picture and from the text', async ({
  page,
  foyer,
  context,
  allowed,
}) => {
  // The browser's own page around a picture has styles and a script, which an asset's policy refuses.
  allowed.console.push(/\/backend-assets\//);
  await foyer.live(inLounge(poster([{ displayMode: 'NEW_TAB' }])));
  for (const address of [lounge, `${lounge}?view=reading`]) {
    await page.goto(address);
    const link = page.getByRole('link', { name: /Poster \(opens in a new tab\)/ });
    await expect(link).toHaveAttribute('href', /\/backend-assets\/live\/nightfall\/poster-light\//);
    const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
    await expect(tab).toHaveURL(/\/poster-light\//);
    await tab.close();
    await expect(page).toHaveURL(/\/lounge/);
  }
});

test('AREA-09d a shared address of such a widget offers the tab instead of being blocked', async ({
  page,
  foyer,
}) => {
  await foyer.live(inLounge(poster([{ displayMode: 'NEW_TAB' }])));
  await page.goto(`${lounge}?widget=poster`);
  const link = panel(page).getByRole('link', { name: 'Open in a new tab' });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('href', /\/poster-light\//);
});

test('AREA-10 Back closes an open widget before it leaves the area; its address can be shared', async ({
  page,
  foyer,
}) => {
  await foyer.live(inLounge(poster()));
  await page.goto(lounge);
  await thing(page).click();
  await expect(page).toHaveURL(/\?widget=poster$/);
  await expect(panel(page)).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/lounge$/);
  await page.goto(`${lounge}?widget=poster`);
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/lounge$/);
});

test('an address that names a widget which is not here says so and goes', async ({ page }) => {
  await page.goto(`${lounge}?widget=constructor`);
  await expect(page.getByText('What this address points to is not here any more.')).toBeVisible();
  await expect(page).toHaveURL(/\/lounge$/);
});

test('the focus is held in an open panel and goes back to its thing', async ({ page, foyer }) => {
  await foyer.live(inLounge(poster()));
  await page.goto(lounge);
  await thing(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('img')).toBeVisible();
  await expectFocusHeld(panel(page), 8);
  await page.keyboard.press('Escape');
  await expect(thing(page)).toBeFocused();
});

test('WIDGET-25a a widget that throws shows the widget error and takes nothing else down', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/broken on purpose/);
  await foyer.live(inLounge(poster(), notice('<p>Doors open at six</p>')));
  await page.route(/\/assets\/ImageWidget-.*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("broken on purpose"); }',
    }),
  );
  await page.goto(lounge);
  await page.getByRole('button', { name: 'Got it' }).click();
  await thing(page).click();
  await expect(panel(page).getByRole('alert')).toContainText(
    'There is a problem with the content on this page.',
  );
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: /^News/ }).click();
  await expect(page.getByRole('dialog', { name: 'News' })).toContainText('Doors open at six');
});

test('WIDGET-25b a widget in the picture that throws leaves the doors as they are', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/broken on purpose/);
  await foyer.live(inLounge(poster([{ displayMode: 'EMBEDDED' }], { width: 0.2, height: 0.3 })));
  await page.route(/\/assets\/ImageWidget-.*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default function Broken() { throw new Error("broken on purpose"); }',
    }),
  );
  await page.goto(lounge);
  await expect(page.getByRole('button', { name: /Not available/ })).toBeVisible();
  await page
    .getByRole('link', { name: /^Lobby/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/lobby$/);
});

test('WIDGET-25c what did not load can be tried again', async ({ page, foyer, allowed }) => {
  allowed.console.push(/Failed to load resource|ERR_FAILED/);
  await foyer.live(inLounge(poster()));
  await page.route(/\/poster-light\//, (route) => route.fulfill({ status: 500 }));
  allowed.console.push(/WIDGET|cannot be shown/);
  await page.goto(`${lounge}?widget=poster`);
  await expect(panel(page).getByRole('alert')).toBeVisible();
  await page.unroute(/\/poster-light\//);
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByRole('img')).toBeVisible();
});

test('WIDGET-25d a widget whose code does not arrive can be tried again', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/Failed to load resource|ERR_FAILED/);
  await foyer.live(inLounge(poster()));
  await page.route(/\/assets\/ImageWidget-.*\.js$/, (route) => route.abort());
  await page.goto(`${lounge}?widget=poster`);
  await expect(panel(page).getByRole('alert')).toBeVisible();
  await page.unroute(/\/assets\/ImageWidget-.*\.js$/);
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).getByRole('img')).toBeVisible();
});
