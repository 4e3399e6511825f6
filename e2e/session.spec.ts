/** Sessions of a venue that asks for a login: kept over reloads, tabs, sleep and bad networks, and ended everywhere at once. */
import type { BrowserContext } from '@playwright/test';
import { expect, signIn, test, type AccountOfTest, type Foyer, type Page } from './harness.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

const minutes = (count: number): number => count * 60_000;
const lounge = '/v/nightfall/area/lounge';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' });
const choose = async (page: Page, entry: string) => {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: entry }).click();
};
const isAtLogin = (page: Page) => expect(page).toHaveURL(/\/login(\?|$)/);
/** What the login says to somebody who did not ask to leave: one calm line, no dialog, no code. */
async function isToldAtLogin(page: Page): Promise<void> {
  await isAtLogin(page);
  await expect(page.locator('[data-tone="note"]')).toHaveText(
    'You have been logged out. Log in again to go on.',
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/UNAUTHORIZED|FORBIDDEN/)).toHaveCount(0);
}
const isInside = async (page: Page) => {
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\//);
};
/** What a browser says when its network is back: the version is asked for at once. */
const askNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')));

/** A page in the lounge of somebody who has just signed in. */
async function enter(
  page: Page,
  foyer: Foyer,
  given: Parameters<Foyer['account']>[0] = {},
): Promise<AccountOfTest> {
  const account = await foyer.account(given);
  await page.goto(lounge);
  await signIn(page, account);
  await expect(heading(page, 'Lounge')).toBeAttached();
  return account;
}

/**
 * The refreshes of all tabs on their way to the server. Counted where they pass: what each tab tells of the start and
 * the end of its requests comes from different processes, in no order.
 */
async function countRefreshes(context: BrowserContext) {
  const seen = { count: 0, atOnce: 0, most: 0 };
  await context.route('**/api/session/refresh', async (route) => {
    seen.count += 1;
    seen.atOnce += 1;
    seen.most = Math.max(seen.most, seen.atOnce);
    const response = await route.fetch();
    seen.atOnce -= 1;
    await route.fulfill({ response });
  });
  return seen;
}

test('GUARD-06b SESSION-02c whoever is sent to log in comes back to the place they wanted, query and hash kept', async ({
  page,
  foyer,
}) => {
  const ada = await foyer.account();
  await page.goto('/v/nightfall/area/library?view=reading#shelf');
  await isAtLogin(page);
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(
    '/v/nightfall/area/library?view=reading#shelf',
  );
  await signIn(page, ada);
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library\?view=reading#shelf$/);
  await expect(heading(page, 'Library')).toBeVisible();
});

test('ROUTE-02b whoever is logged in already is led on from the login page', async ({ page, foyer }) => {
  await enter(page, foyer);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby$/);
  await page.goto('/login?redirect=https%3A%2F%2Fevil.example%2F');
  await expect(page).toHaveURL(`${foyer.url}/v/nightfall/area/lobby`);
});

test('SESSION-10b a reload and a second tab keep the session', async ({ page, context, foyer }) => {
  await enter(page, foyer);
  await page.reload();
  await isInside(page);
  const second = await context.newPage();
  await second.goto(lounge);
  await isInside(second);
  await isInside(page);
});

test('SESSION-10c five tabs that wake together renew one after the other, and all stay', async ({
  page,
  context,
  foyer,
}) => {
  await context.clock.install();
  await enter(page, foyer);
  const tabs = [page];
  for (let more = 0; more < 4; more += 1) {
    const tab = await context.newPage();
    await tab.goto('/v/nightfall/imprint');
    await expect(accountMenu(tab)).toBeVisible();
    tabs.push(tab);
  }
  const refreshes = await countRefreshes(context);
  await context.clock.fastForward(minutes(61));
  await expect.poll(() => refreshes.count).toBeGreaterThan(0);
  await expect.poll(() => refreshes.atOnce).toBe(0);
  expect(refreshes.most).toBe(1);
  for (const tab of tabs) {
    await tab.goto(lounge);
    await isInside(tab);
  }
});

test('SESSION-10d an answer that is lost after the server has rotated ends nothing', async ({
  page,
  context,
  foyer,
  allowed,
}) => {
  allowed.console.push(/ERR_FAILED|\[SESSION\]/);
  await context.clock.install();
  await enter(page, foyer);
  const before = await context.cookies();
  let lost = 0;
  await page.route('**/api/session/refresh', async (route) => {
    if (lost > 0) {
      await route.continue();
      return;
    }
    lost += 1;
    expect((await route.fetch()).status()).toBe(200);
    // The browser never hears of it, so its cookie is the old one.
    await context.clearCookies();
    await context.addCookies(before);
    await route.abort();
  });
  await context.clock.fastForward(minutes(15));
  await expect.poll(() => lost).toBe(1);
  const again = page.waitForResponse('**/api/session/refresh');
  await context.clock.runFor(10_000);
  expect((await again).status()).toBe(200);
  await page.reload();
  await isInside(page);
});

test('SESSION-10e SESSION-05a logging out in one tab logs the others out, and the server knows it', async ({
  page,
  context,
  foyer,
}) => {
  await enter(page, foyer);
  const second = await context.newPage();
  const asked = second.waitForRequest('**/api/ui/venue?*');
  await second.goto(lounge);
  const { authorization = '' } = await (await asked).allHeaders();
  await isInside(second);
  const ended = page.waitForResponse('**/session/sign-out');
  await choose(page, 'Log out');
  await isAtLogin(page);
  await isAtLogin(second);
  await ended;
  expect(new URL(second.url()).searchParams.get('redirect')).toBe(lounge);
  const answer = await fetch(`${foyer.url}/api/userInfo`, { headers: { authorization } });
  expect(answer.status).toBe(401);
  await second.reload();
  await isAtLogin(second);
});

test('logging in in one tab lets the others in', async ({ page, context, foyer }) => {
  const second = await context.newPage();
  await second.goto('/v/nightfall/area/library');
  await isAtLogin(second);
  await enter(page, foyer);
  await expect(second).toHaveURL(/\/v\/nightfall\/area\/library$/);
  await expect(accountMenu(second)).toBeVisible();
});

test('SESSION-06b the token is renewed after 15 minutes', async ({ page, context, foyer }) => {
  await context.clock.install();
  await enter(page, foyer);
  const refreshes = await countRefreshes(context);
  await context.clock.fastForward(minutes(14));
  expect(refreshes.count).toBe(0);
  const renewed = page.waitForResponse('**/api/session/refresh');
  await context.clock.fastForward(minutes(1));
  expect((await renewed).status()).toBe(200);
});

test('SESSION-06d a tab that wakes with an expired token renews it before its next call', async ({
  page,
  context,
  foyer,
}) => {
  await context.clock.install();
  await enter(page, foyer);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  // The renewal after 15 minutes brings a token that has run out by the time the tab is looked at again.
  await page.route(
    '**/api/session/refresh',
    async (route) => {
      const answer = await route.fetch();
      const session = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: { ...session, expiresAt: 0 } });
    },
    { times: 1 },
  );
  const stale = page.waitForResponse('**/api/session/refresh');
  await context.clock.fastForward(minutes(15));
  await stale;
  calls.length = 0;
  await foyer.live((plan) => {
    const room = plan.areas.find(({ id }) => id === 'lounge');
    if (room) room.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  await askNow(page);
  await expect(heading(page, 'Winter garden')).toBeAttached();
  const venue = calls.indexOf('/api/ui/venue');
  expect(calls.slice(0, venue)).toContain('/api/session/refresh');
  await isInside(page);
});

test('SESSION-06e a server that is not reached logs nobody out', async ({
  page,
  context,
  foyer,
  allowed,
}) => {
  allowed.console.push(/ERR_|\[SESSION\]|\[VERSION\]|\[VENUE\]|50\d/);
  await context.clock.install();
  await enter(page, foyer);
  await foyer.away();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/session/refresh'));
  await context.clock.fastForward(minutes(15));
  await failed;
  await expect(accountMenu(page)).toBeVisible();
  await foyer.back();
  // While it starts it may still answer that it is not ready.
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/session/refresh') && answer.ok());
  await context.clock.fastForward(minutes(15));
  await renewed;
  await isInside(page);
});

test('SESSION-06g a refused refresh logs out, with words', async ({ page, context, foyer, allowed }) => {
  allowed.console.push(/401|\[SESSION\]/);
  await context.clock.install();
  const ada = await enter(page, foyer);
  await foyer.admin('POST', `/admin/accounts/${ada.userId}/blocked`, { blocked: true });
  await context.clock.fastForward(minutes(15));
  await isToldAtLogin(page);
});

test('ERROR-01i on a page that nobody needs a login for, the end of a session is told in a dialog', async ({
  page,
  context,
  foyer,
  allowed,
}) => {
  allowed.console.push(/401|\[SESSION\]/);
  await context.clock.install();
  const ada = await enter(page, foyer);
  await page.goto('/v/nightfall/imprint');
  await expect(accountMenu(page)).toBeVisible();
  await foyer.admin('POST', `/admin/accounts/${ada.userId}/blocked`, { blocked: true });
  await context.clock.fastForward(minutes(15));
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(
    'Your session has expired',
  );
  await expect(accountMenu(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/imprint$/);
});

test('ERROR-01c 401 logs out, with words, and leads back afterwards', async ({ page, foyer, allowed }) => {
  allowed.console.push(/401|403|\[VENUE\]/);
  const ada = await enter(page, foyer);
  await foyer.admin('POST', `/admin/accounts/${ada.userId}/blocked`, { blocked: true });
  await foyer.live(() => undefined);
  await askNow(page);
  await isToldAtLogin(page);
  await page.getByLabel('Email', { exact: true }).fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('This account is blocked');
  await foyer.admin('POST', `/admin/accounts/${ada.userId}/blocked`, { blocked: false });
  await signIn(page, ada);
  await expect(heading(page, 'Lounge')).toBeAttached();
});

test('ERROR-01d 403 logs out, with words', async ({ page, foyer, allowed }) => {
  // What was still being asked for when the session ended is refused.
  allowed.console.push(/40[13]|\[VENUE\]/);
  await enter(page, foyer);
  await page.route('**/api/ui/venue?*', (route) =>
    route.fulfill({ status: 403, json: { errMsg: 'not you', code: 'forbidden', requestId: 'r-403' } }),
  );
  await foyer.live(() => undefined);
  await askNow(page);
  await isToldAtLogin(page);
});

test('ERROR-01f a device that is ended from another one is told so at the login, calmly', async ({
  page,
  browser,
  foyer,
  allowed,
}) => {
  allowed.console.push(/401|\[/);
  const ada = await enter(page, foyer);
  const elsewhere = await browser.newContext({ baseURL: foyer.url });
  const second = await elsewhere.newPage();
  await second.goto(lounge);
  await signIn(second, ada);
  await choose(second, 'My profile');
  await second.locator('.slot-panel').getByRole('button', { name: 'Account', exact: true }).click();
  await second.getByRole('button', { name: /^Log out .* on / }).click();
  await isToldAtLogin(page);
  await elsewhere.close();
});

test('SESSION-03d whom the server does not let in is out again, and told so', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/403/);
  const ada = await foyer.account();
  await page.route('**/api/venue', (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 403 }) : route.continue(),
  );
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('You are not let in here');
  await isAtLogin(page);
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name === 'foyer_refresh')).toEqual([]);
});

test('SESSION-09a a person whom the server has no profile of is logged out, with words', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/404/);
  await page.route('**/api/userProfile/**', (route) =>
    route.fulfill({ status: 404, json: { errMsg: 'no', code: 'notFound', requestId: 'r-404' } }),
  );
  const ada = await foyer.account();
  await page.goto(lounge);
  await page.getByLabel('Email', { exact: true }).fill(ada.email);
  await page.getByLabel('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await isToldAtLogin(page);
});

test('SESSION-09b a profile that does not load otherwise keeps nobody out', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/418|\[SESSION\]/);
  await page.route('**/api/userProfile/**', (route) =>
    route.fulfill({ status: 418, json: { errMsg: 'no', code: 'conflict', requestId: 'r-418' } }),
  );
  const profile = page.waitForResponse('**/api/userProfile/**');
  await enter(page, foyer);
  await profile;
  await isInside(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('VERSION-04i whoever is not logged in is moved by no publication, and finds the newest one inside', async ({
  page,
  foyer,
}) => {
  const ada = await foyer.account();
  await page.goto(lounge);
  await isAtLogin(page);
  await foyer.live((plan) => {
    const room = plan.areas.find(({ id }) => id === 'lounge');
    if (room) room.names = [{ locale: 'en', text: 'Winter garden' }];
  });
  const polled = page.waitForResponse('**/api/venue/version');
  await askNow(page);
  await polled;
  await isAtLogin(page);
  await signIn(page, ada);
  await expect(heading(page, 'Winter garden')).toBeAttached();
});

test('HEAD-08a the account menu names who one is', async ({ page, foyer }) => {
  const ada = await enter(page, foyer, { name: 'Ada Lovelace' });
  const menu = page.getByRole('button', { name: 'Account menu: Ada Lovelace' });
  await expect(menu).toHaveText('AL');
  await menu.hover();
  await expect(page.getByText(`Ada Lovelace, ${ada.email}`)).toBeVisible();
});

test('SESSION-07d whoever gave no name is called by their email', async ({ page, foyer }) => {
  await enter(page, foyer, { email: 'grace.hopper+navy@example.com' });
  await expect(page.getByRole('button', { name: 'Account menu: Grace Hopper' })).toBeVisible();
});

test('HEAD-08b my profile, privacy preferences only with a banner, and the way out', async ({
  page,
  foyer,
}) => {
  await enter(page, foyer);
  await accountMenu(page).click();
  await expect(page.getByRole('menuitem')).toHaveText(['My profile', 'Log out']);
  await page.keyboard.press('Escape');
  await foyer.live((plan) => {
    plan.cookieBannerConfig = { type: 'SIMPLE' };
  });
  await askNow(page);
  await expect(page.getByRole('link', { name: 'Privacy preferences' })).toBeVisible();
  await choose(page, 'Privacy preferences');
  await expect(page).toHaveURL(/#privacy-preferences$/);
});

test('HEAD-03c on a phone the drawer says who one is, and leads out', async ({ page, foyer }) => {
  await enter(page, foyer, { name: 'Ada Lovelace' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByText('Ada Lovelace')).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'My profile' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Log out' }).click();
  await isAtLogin(page);
});

test('ROLE-03b the stage asks for a login, and a designer gets in', async ({ page, foyer }) => {
  const dora = await foyer.account({ roles: ['ROLE_ATTENDEE', 'ROLE_DESIGNER'] });
  await page.goto('/stage/v/nightfall/area/lounge');
  await expect(page).toHaveURL(/\/stage\/login\?/);
  await signIn(page, dora);
  await expect(page).toHaveURL(/\/stage\/v\/nightfall\/area\/lounge$/);
  await expect(heading(page, 'Lounge')).toBeAttached();
});

test('ROLE-02d an attendee is refused on the stage, and stays logged in to the venue', async ({
  page,
  context,
  foyer,
  allowed,
}) => {
  allowed.console.push(/403|\[SESSION\]/);
  await enter(page, foyer);
  const stage = await context.newPage();
  await stage.goto('/stage/v/nightfall/area/lounge');
  await expect(stage).toHaveURL(/\/stage\/login\?/);
  await expect(accountMenu(stage)).toHaveCount(0);
  await page.reload();
  await isInside(page);
});

test('ROLE-02e a stage link opens the stage without a login, and to nobody by name', async ({
  page,
  foyer,
}) => {
  await page.goto(await foyer.stageLink());
  await page.getByRole('button', { name: 'Open the stage' }).click();
  await expect(page).toHaveURL(/\/stage\/v\/nightfall\/area\/lobby$/);
  await expect(heading(page, 'Lobby')).toBeAttached();
  await expect(accountMenu(page)).toHaveCount(0);
});
