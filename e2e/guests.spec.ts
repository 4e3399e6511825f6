/** Visitors of an anonymous venue, and the few that log in to it. */
import { expect, signIn, test, type Page } from './harness.ts';
import { RealtimeLine } from './realtimeLine.ts';

const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The user that an ID token speaks of. */
const userOf = (idToken: string): { sub: string; kind: string; authorities: string[] } =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
    kind: string;
    authorities: string[];
  };

async function guestOf(page: Page, go: () => Promise<unknown>) {
  const answer = page.waitForResponse('**/api/session/guest');
  await go();
  return userOf(((await (await answer).json()) as { idToken: string }).idToken);
}

test('ROLE-04b a visitor has a signed identity without a role, the same after a reload', async ({ page }) => {
  const first = await guestOf(page, () => page.goto('/v/nightfall/area/lounge'));
  expect(first).toMatchObject({ kind: 'guest', authorities: [] });
  expect(first.sub).toMatch(/^anon-/);
  const second = await guestOf(page, () => page.reload());
  expect(second.sub).toBe(first.sub);
  await expect(accountMenu(page)).toHaveCount(0);
});

test('ROLE-04c the identity comes after the first picture, and costs a visit nothing before', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await guestOf(page, () => page.goto('/v/nightfall/area/lounge'));
  const guest = asked.indexOf('/api/session/guest');
  expect(guest).toBeGreaterThan(
    asked.findIndex((path) => path.startsWith('/backend-assets/live/nightfall/lounge/')),
  );
  expect(
    asked
      .slice(0, guest)
      .filter((path) => path.startsWith('/api/'))
      .toSorted(),
  ).toEqual(['/api/loginOptions', '/api/ui/venue', '/api/venue/version']);
});

test('LOGIN-19a an anonymous visit is counted once', async ({ page }) => {
  let counted = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/capture/login')) counted += 1;
  });
  const answered = page.waitForResponse('**/api/capture/login');
  await page.goto('/v/nightfall/area/lounge');
  expect((await answered).ok()).toBe(true);
  await page.getByRole('link', { name: 'Library' }).first().click();
  await expect(heading(page, 'Library')).toBeAttached();
  expect(counted).toBe(1);
});

test('VERSION-07k PRESENCE-01a a visitor hears of a publication at once, and nothing of who is here', async ({
  page,
  foyer,
}) => {
  const line = new RealtimeLine(page);
  await page.goto('/v/nightfall/area/lounge');
  expect((await line.hears('area.enter')).data).toEqual({ areaId: 'lounge' });
  await foyer.live((plan) => {
    for (const area of plan.areas)
      if (area.id === 'lounge') area.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await expect(heading(page, 'Winter garden')).toBeAttached();
  expect(line.said.filter(({ name }) => name.startsWith('presence.'))).toEqual([]);
});

test('ROLE-03c on an anonymous venue a host logs in by the address of the login, and is in the venue then', async ({
  page,
  foyer,
}) => {
  const hugo = await foyer.account({ name: 'Hugo Host', roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] });
  await page.goto('/login');
  await signIn(page, hugo);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
});

test('ROLE-03g a guest logs in from inside the venue, and is back at the place they were at', async ({
  page,
  foyer,
}) => {
  const ada = await foyer.account({ name: 'Ada Lovelace' });
  await page.goto('/v/nightfall/area/library?view=reading');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await page.goBack();
  await expect(heading(page, 'Library')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  // Their profile comes though the venue was there before them (SESSION-09).
  const profile = page.waitForResponse('**/api/userProfile/**');
  await signIn(page, ada);
  expect((await profile).ok()).toBe(true);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library\?view=reading$/);
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveCount(0);
});

test('ROLE-03i the login opens in a tab of its own too, and is there after a reload', async ({
  page,
  context,
}) => {
  await page.goto('/v/nightfall/area/library');
  // Chromium's own new tab is at times never done with its first navigation for Playwright.
  const address = await page.getByRole('banner').getByRole('link', { name: 'Log in' }).getAttribute('href');
  const tab = await context.newPage();
  await tab.goto(address ?? '');
  await expect(tab.getByLabel('Email', { exact: true })).toBeVisible();
  await tab.reload();
  await expect(tab.getByLabel('Email', { exact: true })).toBeVisible();
  await expect(tab).toHaveURL(/\/login\?redirect=/);
});

test('ROLE-03h HEAD-03d on a phone a guest finds the login in the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/v/nightfall/area/library');
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(page.getByLabel('Email', { exact: true })).toBeVisible();
});

test('SESSION-04b whoever logs out of an anonymous venue stays in it, as a visitor', async ({
  page,
  foyer,
}) => {
  const hugo = await foyer.account({ roles: ['ROLE_ATTENDEE', 'ROLE_HOST'] });
  await page.goto('/login');
  await signIn(page, hugo);
  await page.goto('/v/nightfall/area/lounge');
  await accountMenu(page).click();
  const guest = await guestOf(page, () => page.getByRole('menuitem', { name: 'Log out' }).click());
  expect(guest.kind).toBe('guest');
  await expect(accountMenu(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge$/);
  await expect(heading(page, 'Lounge')).toBeAttached();
});
