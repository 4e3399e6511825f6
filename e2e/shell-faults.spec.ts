/** A first visit on a bad day: configuration, server, pictures. Never a blank page. */
import { expect, test, type Page } from './harness.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const configuration = /\[UI_CONFIG\]|Failed to load resource/;

for (const [name, answer, title, text] of [
  ['missing', { status: 404, body: '' }, 'The venue isn’t set up yet', /must be next to the index page/],
  [
    'HTML',
    { status: 200, body: '<!doctype html><p>Sign in to this network' },
    'The venue isn’t set up yet',
    /must be next to the index page/,
  ],
  [
    'without its firebase section',
    { json: { i18n: { defaultLocale: 'en', supportedLocales: ['en'] }, features: {} } },
    'The venue isn’t set up yet',
    /Failed to retrieve Firebase app configuration/,
  ],
] as const) {
  test(`ERROR-06e ERROR-09b a UI config that is ${name} is told on a full page, without a dialog`, async ({
    page,
    allowed,
  }) => {
    allowed.console.push(configuration);
    let broken = true;
    await page.route('**/ui-config.json', (route) => (broken ? route.fulfill(answer) : route.continue()));
    await page.goto('/v/nightfall/imprint');
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(page, 'Imprint')).toBeVisible();
  });
}

test('ERROR-04k ERROR-09c a server that is not there is waited for on the page, and is back by "Try now"', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/Failed to load resource/);
  let down = true;
  await page.route('**/api/venue/version', (route) => (down ? route.abort() : route.continue()));
  await page.goto('/v/nightfall/imprint');
  await expect(page.getByText('The server isn’t answering.', { exact: false })).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText(/Trying again in (2[0-9]|30) s/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  down = false;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(heading(page, 'Imprint')).toBeVisible();
});

test('ERROR-09d whoever stops waiting gets a full page with a retry', async ({ page, allowed }) => {
  allowed.console.push(/Failed to load resource|\[VENUE\]/);
  await page.route('**/api/ui/venue?*', (route) => route.abort());
  await page.goto('/v/nightfall/imprint');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(heading(page, 'We can’t reach the venue just now')).toBeVisible();
  await page.unroute('**/api/ui/venue?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Imprint')).toBeVisible();
});

test('VERSION-06c a venue with two architectures is not taken over', async ({ page, allowed }) => {
  allowed.console.push(/\[VENUE\]/);
  await page.route('**/api/ui/venue?*', async (route) => {
    const answer = await route.fetch();
    const venue = (await answer.json()) as { architectures: unknown[] };
    await route.fulfill({
      response: answer,
      json: { ...venue, architectures: [...venue.architectures, ...venue.architectures] },
    });
  });
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'The venue did not load')).toBeVisible();
});

const logo = /\/backend-assets\/live\/nightfall\/poster-light\//;
/** The lounge with one picture in it, opened. */
const poster = '/v/nightfall/area/library?lang=en';

test('ASSET-01e a picture that is refused is signed again, once, and then shown', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/403/);
  await foyer.live((plan) => {
    plan.style = { ...plan.style, logoAssetId: 'poster-light' };
  });
  let refused = 0;
  let signed = 0;
  await page.route(logo, (route) => {
    if (route.request().url().includes('signature=')) return route.continue();
    refused += 1;
    return route.fulfill({ status: 403, body: '' });
  });
  await page.route('**/api/ui/sign-asset-url?*', (route) => {
    signed += 1;
    return route.continue();
  });
  await page.goto(poster);
  const mark = page.getByRole('banner').locator('img');
  await expect(mark).toHaveAttribute('src', /signature=/);
  expect(refused).toBeGreaterThan(0);
  expect(signed).toBe(1);
});

test('ASSET-01f a logo that cannot be shown leaves the name of the event, and no dialog', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/500|Failed to load resource/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route(/\/backend-assets\/live\/nightfall\/logo\//, (route) =>
    route.fulfill({ status: 500, body: '' }),
  );
  await page.goto('/v/nightfall/imprint');
  await expect(page.getByRole('banner').getByText('Nightfall 26')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
