/** The paths of the venue, and where each leads. */
import { expect, test, type Page } from './harness.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const notFound = /404|\[VENUE\]|\[NAVIGATION\]/;

test('ROUTE-03a a venue opened bare goes to its default area', async ({ page }) => {
  await page.goto('/v/nightfall');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
  await expect(heading(page, 'Lobby')).toBeAttached();
});

test('ROUTE-04a imprint and privacy policy are pages of the venue', async ({ page }) => {
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await page.goto('/v/nightfall/privacy-policy');
  await expect(heading(page, 'Privacy policy')).toBeVisible();
});

test('ROUTE-05a a missing or unknown area goes to the default one', async ({ page }) => {
  for (const path of ['/v/nightfall/area', '/v/nightfall/area/', '/v/nightfall/area/cellar']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
  }
});

test('ROUTE-06a the address of a full-screen meeting that no venue holds leads to its area', async ({
  page,
}) => {
  await page.goto('/v/nightfall/area-whereby-meeting/lounge/meeting/one');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge$/);
  await page.goto('/v/nightfall/area-whereby-meeting/cellar/meeting/one');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
});

test('ROUTE-07a the paths of an earlier product lead to their new ones, query and hash kept', async ({
  page,
}) => {
  await page.goto('/nightfall/area/lounge?lang=de&n=123456789012345678#here');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge\?lang=de&n=123456789012345678#here$/);
  await page.goto('/nightfall/imprint?lang=de#x');
  await expect(page).toHaveURL(/\/v\/nightfall\/imprint\?lang=de#x$/);
  await page.goto('/nightfall/privacy-policy');
  await expect(page).toHaveURL(/\/v\/nightfall\/privacy-policy$/);
});

test('ROUTE-08a any other path goes to the default area of the venue that is open', async ({ page }) => {
  for (const path of ['/', '/somewhere/else/entirely', '/v', '/index']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
  }
});

test('ROUTE-08b without a default area nothing is navigated to, and it is logged', async ({
  page,
  foyer,
  allowed,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  allowed.console.push(/\[NAVIGATION\]/);
  await page.route('**/api/ui/venue?*', async (route) => {
    const answer = await route.fetch();
    const venue = (await answer.json()) as { architectures: { areas: unknown[] }[] };
    for (const plan of venue.architectures) plan.areas = [];
    await route.fulfill({ response: answer, json: venue });
  });
  await page.goto('/somewhere');
  await expect(heading(page, 'This venue has no rooms yet')).toBeVisible();
  expect(page.url()).toBe(`${foyer.url}/somewhere`);
  expect(logged.some((line) => line.includes('[NAVIGATION]'))).toBe(true);
});

test('ROUTE-09a HEAD-01a the logo leads to the default area', async ({ page }) => {
  await page.goto('/v/nightfall/imprint');
  await page.getByRole('link', { name: 'Nightfall 26, to the start' }).click();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
});

test('ROUTE-10b the default area of the venue is the one it names', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    plan.defaultAreaId = 'library';
  });
  await page.goto('/');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library$/);
});

test('ROUTE-01a WorkInProgress needs no login and shows no header', async ({ page, foyer }) => {
  await foyer.unpublish();
  await page.goto('/work-in-progress');
  await expect(heading(page, 'The doors open soon')).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('ROUTE-02b whoever need not log in is led on from the login page', async ({ page }) => {
  await page.goto('/login?redirect=%2Fv%2Fnightfall%2Farea%2Flibrary');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library$/);
});

for (const redirect of [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
]) {
  test(`ROUTE-11f the redirect ${redirect} is ignored`, async ({ page, foyer }) => {
    for (const path of ['/login', '/work-in-progress']) {
      await page.goto(`${path}?redirect=${encodeURIComponent(redirect)}`);
      await expect(page).toHaveURL(`${foyer.url}/v/nightfall/area/lobby`);
    }
  });
}

for (const [name, id] of [
  ['dots and slashes', '..%2f..%2fetc'],
  ['U+0000', '%00'],
  ['an emoji', '%F0%9F%8E%AD'],
  ['a prototype', '__proto__'],
  ['half an escape', '%E0%A4'],
  ['4 kB', 'x'.repeat(4_000)],
  ['nobody', 'nowhere'],
] as const) {
  test(`ERROR-09a a venue called by ${name} is one we do not know, and says so`, async ({
    page,
    allowed,
  }) => {
    allowed.console.push(notFound);
    await page.goto(`/v/${id}/area/lobby`);
    await expect(heading(page, 'We don’t know this venue')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the venue that is open' }).click();
    await expect(heading(page, 'Lobby')).toBeAttached();
  });
}

test('a language, a viewpoint and a widget that nobody knows harm nothing', async ({ page }) => {
  await page.goto('/v/nightfall/area/lounge?lang=xx&viewpoint=%00&view=7&widget[]=x&__proto__=1');
  await expect(heading(page, 'Lounge')).toBeAttached();
});
