/** What happens before a page shows, and when the venue opens or closes meanwhile. */
import { stopTime } from './commonClock.ts';
import { expect, test, type Page, type VenueInput } from './harness.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** What a browser says when its network is back: the version is asked for at once. */
const askNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

function withoutLibrary(plan: VenueInput['architectures'][number]): void {
  plan.areas = plan.areas.filter(({ id }) => id !== 'library');
  for (const area of plan.areas) {
    for (const view of area.viewPoints)
      view.doors = (view.doors ?? []).filter(({ targetAreaId }) => targetAreaId !== 'library');
  }
  if (plan.floorplan) {
    plan.floorplan.areaPositions = plan.floorplan.areaPositions.filter(({ areaId }) => areaId !== 'library');
  }
}

test('GUARD-02a a spinner with a text shows while the guards run', async ({ page }) => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/venue/version', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/v/nightfall/imprint');
  await expect(page.getByText('Opening the venue')).toBeVisible();
  answer();
  await expect(heading(page, 'Imprint')).toBeVisible();
  await expect(page.getByText('Opening the venue')).toHaveCount(0);
});

test('VERSION-07g another venue is published: open browsers go over to it', async ({
  page,
  foyer,
  allowed,
}) => {
  // What was being fetched ahead of the house that has gone is not there any more.
  allowed.console.push(/404 .*backend-assets\/live\/nightfall/);
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'Lounge')).toBeAttached();
  await foyer.save((plan) => {
    plan.id = 'daybreak';
    plan.titles = [{ locale: 'en', text: 'Daybreak' }];
  });
  await foyer.publish('daybreak');
  await askNow(page);
  await expect(page).toHaveURL(/\/v\/daybreak\/area\/lobby/);
  await expect(heading(page, 'Lobby')).toBeAttached();
  await expect(page.getByRole('link', { name: 'Daybreak' }).first()).toBeVisible();
});

test('GUARD-03b a version that cannot be loaded is told on a full page, which loads it on demand', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/\[VERSION\]|418/);
  let broken = true;
  await page.route('**/api/venue/version', (route) =>
    broken
      ? route.fulfill({ status: 418, json: { errMsg: 'no', code: 'conflict', requestId: 'r-7' } })
      : route.continue(),
  );
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'The venue did not load')).toBeVisible();
  await expect(page.getByText('r-7')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Lounge')).toBeAttached();
});

test('GUARD-04d ROUTE-01b while unpublished every path leads to WorkInProgress and remembers itself', async ({
  page,
  foyer,
}) => {
  await foyer.unpublish();
  for (const path of ['/', '/login', '/v/nightfall/imprint', '/v/nightfall/area/lounge?viewpoint=main#x']) {
    await page.goto(path);
    await expect(heading(page, 'The doors open soon')).toBeVisible();
    const url = new URL(page.url());
    expect(url.pathname).toBe('/work-in-progress');
    expect(url.searchParams.get('redirect')).toBe(path);
  }
});

test('GUARD-11a GUARD-05b whoever waits is taken in when the doors open, without a reload', async ({
  page,
  foyer,
}) => {
  await foyer.unpublish();
  await page.goto('/v/nightfall/area/library');
  await expect(heading(page, 'The doors open soon')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await foyer.publish();
  // The page asks by itself every ten seconds.
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library$/);
  await expect(heading(page, 'Library')).toBeAttached();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('GUARD-10b VERSION-04g a venue taken down while open sends everybody to the root, and so to the waiting page', async ({
  page,
  foyer,
}) => {
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await foyer.unpublish();
  await askNow(page);
  await expect(heading(page, 'The doors open soon')).toBeVisible();
  const url = new URL(page.url());
  expect(url.pathname).toBe('/work-in-progress');
  expect(url.searchParams.get('redirect')).toBe('/v/nightfall/imprint');
});

test('GUARD-10c GUARD-05c whoever was sent away is taken back to the area when the doors open again', async ({
  page,
  foyer,
  allowed,
}) => {
  // What was being fetched for the house that has gone is not there any more.
  allowed.console.push(/404 .*backend-assets\/live\/nightfall/);
  await page.goto('/v/nightfall/area/library?view=reading');
  await expect(heading(page, 'Library')).toBeVisible();
  await foyer.unpublish();
  await askNow(page);
  await expect(heading(page, 'The doors open soon')).toBeVisible();
  await foyer.publish();
  await askNow(page);
  await expect(heading(page, 'Library')).toBeVisible();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library\?view=reading$/);
});

test('GUARD-10d whoever was sent away from an area that is gone meanwhile is taken to the default one', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/404 .*backend-assets\/live\/nightfall/);
  await page.goto('/v/nightfall/area/library?view=reading');
  await expect(heading(page, 'Library')).toBeVisible();
  await foyer.unpublish();
  await askNow(page);
  await expect(heading(page, 'The doors open soon')).toBeVisible();
  await foyer.live(withoutLibrary);
  await askNow(page);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby/);
});

test('GUARD-12a the legal pages need no login, and read their texts alone when there is none', async ({
  page,
  foyer,
}) => {
  const answer = await fetch(`${foyer.url}/api/ui/architecture/nightfall/mandatory-pages`);
  expect(answer.status).toBe(200);
  expect(Object.keys((await answer.json()) as object).toSorted()).toEqual([
    'architectureId',
    'impress',
    'privacyNotice',
  ]);
  await page.goto('/v/nightfall/privacy-policy');
  await expect(heading(page, 'Privacy policy')).toBeVisible();
});

test('GUARD-08a the tab has the title of the page and the event, and the default picture', async ({
  page,
}) => {
  await page.goto('/v/nightfall/area/lounge');
  await expect(page).toHaveTitle('Lounge – Nightfall 26');
  await page.goto('/v/nightfall/imprint');
  await expect(page).toHaveTitle('Imprint – Nightfall 26');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg');
});

test('GUARD-08b a configured title and picture take their place', async ({ page }) => {
  await page.route('**/ui-config.json', async (route) => {
    const answer = await route.fetch();
    const config = (await answer.json()) as object;
    await route.fulfill({
      response: answer,
      json: { ...config, tabTitle: 'Our night', favicon: '/other.svg' },
    });
  });
  await page.route('**/other.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  );
  await page.goto('/v/nightfall/area/lounge');
  await expect(page).toHaveTitle('Lounge – Our night');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/other.svg');
});

test('VERSION-04h VERSION-07b a publication reaches an open page without a reload, and leaves people where they are', async ({
  page,
  foyer,
}) => {
  await page.goto('/v/nightfall/area/lounge');
  await expect(heading(page, 'Lounge')).toBeAttached();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await foyer.live((plan) => {
    const lounge = plan.areas.find(({ id }) => id === 'lounge');
    if (lounge) lounge.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await askNow(page);
  await expect(heading(page, 'Winter garden')).toBeAttached();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge$/);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('VERSION-07c whoever is in an area that is gone lands in the default area', async ({ page, foyer }) => {
  await page.goto('/v/nightfall/area/library');
  await expect(heading(page, 'Library')).toBeAttached();
  await foyer.live(withoutLibrary);
  await askNow(page);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
});

test('VERSION-02a the version is asked for every 120 seconds', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/venue/version', (route) => {
    asked += 1;
    return route.continue();
  });
  await page.clock.install();
  // A visitor's identity is asked for a little later, and a clock that jumps would end the wait for its answer.
  const identity = page.waitForResponse('**/api/session/guest');
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await page.clock.runFor(5_000);
  await identity;
  await stopTime(page);
  const before = asked;
  // It was not paused before, so there are some seconds to spare on either side.
  await page.clock.runFor(90_000);
  expect(asked).toBe(before);
  await page.clock.runFor(31_000);
  await expect.poll(() => asked).toBe(before + 1);
});

test('VERSION-05d a poll that fails shows nothing and throws nobody out', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/\[VERSION\]|404/);
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await page.route('**/api/venue/version', (route) =>
    route.fulfill({ status: 404, body: '<html>captive portal</html>' }),
  );
  const asked = page.waitForResponse('**/api/venue/version');
  await askNow(page);
  await asked;
  await page.waitForResponse('**/api/venue/version');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(heading(page, 'Imprint')).toBeVisible();
  expect(page.url()).toBe(`${foyer.url}/v/nightfall/imprint`);
});

test('VERSION-06b a server without any published architecture is reported on a full page', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/\[NAVIGATION\]/);
  await page.route('**/api/venue/version', (route) =>
    route.fulfill({ json: { mode: 'LIVE', version: 1, publishedVersion: 1, publishedArchitectureId: null } }),
  );
  await page.route('**/ui-config.json', async (route) => {
    const answer = await route.fetch();
    const { venue: _, ...config } = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: config });
  });
  await page.goto('/');
  await expect(heading(page, 'There is no venue here yet')).toBeVisible();
});
