/** The realtime connection as a person has it: what is told at once, and what happens when the line is bad. */
import { expect, signIn, test, type Foyer, type Page } from './harness.ts';
import { RealtimeLine } from './realtimeLine.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

const lounge = '/v/nightfall/area/lounge';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Somebody in the lounge whose connection stands. */
async function enter(page: Page, foyer: Foyer, address = lounge): Promise<RealtimeLine> {
  const line = new RealtimeLine(page);
  await page.goto(address);
  await signIn(page, await foyer.account());
  await expect(heading(page, 'Lounge')).toBeAttached();
  await line.hears('welcome');
  return line;
}

const renameLounge = (foyer: Foyer, name: string) =>
  foyer.live((plan) => {
    for (const area of plan.areas) if (area.id === 'lounge') area.names = [{ locale: 'en', text: name }];
  });

test('SESSION-02h SESSION-09c the connection is made once somebody is logged in, and hears in which area they are', async ({
  page,
  foyer,
}) => {
  const line = new RealtimeLine(page);
  await page.goto(lounge);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
  expect(line.made).toBe(0);
  await signIn(page, await foyer.account());
  expect((await line.hears('area.enter')).data).toEqual({ areaId: 'lounge' });
  await page.getByRole('link', { name: 'Imprint' }).click();
  await expect(heading(page, 'Imprint')).toBeVisible();
  await line.hears('area.leave');
  await page.goBack();
  expect((await line.hears('area.enter', 2)).data).toEqual({ areaId: 'lounge' });
  expect(line.made).toBe(1);
});

test('VERSION-07f a publication is told within a second, and whoever is in an area that is still there stays', async ({
  page,
  foyer,
}) => {
  const line = await enter(page, foyer);
  await renameLounge(foyer, 'Quiet lounge');
  const publishedAt = Date.now();
  expect((await line.hears('venue.version')).at - publishedAt).toBeLessThan(1_000);
  await expect(heading(page, 'Quiet lounge')).toBeAttached();
  expect(new URL(page.url()).pathname).toBe(lounge);
  expect(line.made).toBe(1);
});
