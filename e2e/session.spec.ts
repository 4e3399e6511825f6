/**
 * Sessions of one browser at a real server: kept across reloads, tabs and lost responses, and ended in all tabs at once.
 */
import type { BrowserContext } from '@playwright/test';
import { composer, openRoom } from './pages/chatPage.ts';
import {
  expect,
  signIn,
  test,
  visitAs,
  type TestAccount,
  type Foyer,
  type Page,
} from './harness/fixtures.ts';
import { restartErrors } from './harness/restartErrors.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

const minutes = (count: number): number => count * 60_000;
const lounge = '/v/nightfall/area/lounge';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Account menu: ${name}` });
const accountMenu = (page: Page) => page.getByRole('button', { name: 'Account menu' });
const logOut = async (page: Page) => {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};
const expectLoginPage = (page: Page) => expect(page).toHaveURL(/\/login(\?|$)/);
const expectInVenue = async (page: Page) => {
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\//);
};
const draftsIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('foyer.chat.drafts'));
/** Marks the page: a reload would remove the mark. */
const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { isFirstPage: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isFirstPage' in window);

/** Opens the lounge as a new signed-in user. */
async function enter(
  page: Page,
  foyer: Foyer,
  given: Parameters<Foyer['createAccount']>[0] = {},
): Promise<TestAccount> {
  const account = await foyer.createAccount(given);
  await visitAs(page, foyer, account);
  await expect(heading(page, 'Lounge')).toBeAttached();
  return account;
}

/**
 * Counts the refreshes of all tabs on their way to the server: the events that each tab reports come from different
 * processes, in no order.
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

test('SESSION-10b a login in one tab logs in the others, and a reload and a further tab keep the session', async ({
  page,
  context,
  foyer,
}) => {
  const second = await context.newPage();
  await second.goto('/v/nightfall/area/library');
  await expectLoginPage(second);
  await page.goto(lounge);
  await signIn(page, await foyer.createAccount());
  await expect(second).toHaveURL(/\/v\/nightfall\/area\/library$/);
  await expect(accountMenu(second)).toBeVisible();
  await page.reload();
  await expectInVenue(page);
  const third = await context.newPage();
  await third.goto(lounge);
  await expectInVenue(third);
  await expectInVenue(page);
});

test('SESSION-10c five tabs that wake at the same time refresh one after another, and all stay signed in', async ({
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
    await tab.reload();
    await expect(accountMenu(tab)).toBeVisible();
  }
});

test('SESSION-10d a response that is lost after the server has rotated the token does not end the session', async ({
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
    // The browser never receives the response, so it keeps the old cookie.
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
  await expectInVenue(page);
});

test('SESSION-10e SESSION-05a SESSION-10i a logout in one tab ends the session, the other tabs and their drafts', async ({
  page,
  context,
  foyer,
}) => {
  await enter(page, foyer);
  const second = await context.newPage();
  const venueRequest = second.waitForRequest('**/api/ui/venue?*');
  await second.goto(lounge);
  const { authorization = '' } = await (await venueRequest).allHeaders();
  await openRoom(second, 'Lounge');
  await composer(second).fill('For nobody but me');
  await expect.poll(() => draftsIn(second)).toContain('For nobody but me');
  // The draft belongs to a room that was not opened again.
  await second.reload();
  await expectInVenue(second);
  expect(await draftsIn(second)).toContain('For nobody but me');
  const ended = page.waitForResponse('**/session/sign-out');
  await logOut(page);
  await expectLoginPage(page);
  await expectLoginPage(second);
  await expect.poll(() => draftsIn(second)).toBeNull();
  await ended;
  expect(new URL(second.url()).searchParams.get('redirect')).toBe(lounge);
  const response = await fetch(`${foyer.url}/api/userInfo`, { headers: { authorization } });
  expect(response.status).toBe(401);
  await second.reload();
  await expectLoginPage(second);
});

test('SESSION-10j SESSION-10l a login as another user shows nothing of the previous one in any tab, keeps the place and reloads no page', async ({
  page,
  context,
  foyer,
}) => {
  await enter(page, foyer, { name: 'Ada Lovelace' });
  const withList = await context.newPage();
  await withList.goto(lounge);
  await withList.locator('[data-opens="presence"]').click();
  const list = withList.locator('[data-dialog="presence"]');
  await expect(list).toBeVisible();
  const withForm = await context.newPage();
  await withForm.goto(lounge);
  await accountMenu(withForm).click();
  await withForm.getByRole('menuitem', { name: 'My profile' }).click();
  const panel = withForm.locator('[data-slot=panel]');
  await panel.getByRole('button', { name: 'Edit profile' }).click();
  // An unsaved form does not keep the page of the previous user.
  await panel.getByLabel('Company').fill('For nobody but me');
  for (const tab of [page, withList, withForm]) await markPage(tab);
  await logOut(page);
  for (const tab of [page, withList, withForm]) await expectLoginPage(tab);
  await signIn(page, await foyer.createAccount({ name: 'Bo Lind' }));
  for (const tab of [page, withList, withForm]) await expect(menuOf(tab, 'Bo Lind')).toBeVisible();
  for (const tab of [withList, withForm]) {
    await expect(tab).toHaveURL(new RegExp(`${lounge}$`));
    await expect(tab.getByText('Ada Lovelace')).toHaveCount(0);
  }
  for (const tab of [page, withList, withForm]) expect(await isMarked(tab)).toBe(true);
  await expect(list).toHaveCount(0);
  await expect(panel).toHaveCount(0);
});

test('SESSION-06e an unreachable server does not log the user out', async ({
  page,
  context,
  foyer,
  allowed,
}) => {
  allowed.console.push(restartErrors);
  await context.clock.install();
  await enter(page, foyer);
  await foyer.stop();
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/session/refresh'));
  await context.clock.fastForward(minutes(15));
  await failed;
  await expect(accountMenu(page)).toBeVisible();
  await foyer.restart();
  // While the server starts it may respond that it is not ready.
  const renewed = page.waitForResponse(
    (response) => response.url().endsWith('/session/refresh') && response.ok(),
  );
  await context.clock.fastForward(minutes(15));
  await renewed;
  await expectInVenue(page);
});

test('ROLE-03b the stage requires a login, and a designer can sign in', async ({ page, foyer }) => {
  const dora = await foyer.createAccount({ roles: ['ROLE_ATTENDEE', 'ROLE_DESIGNER'] });
  await page.goto('/stage/v/nightfall/area/lounge');
  await expect(page).toHaveURL(/\/stage\/login\?/);
  await signIn(page, dora);
  await expect(page).toHaveURL(/\/stage\/v\/nightfall\/area\/lounge$/);
  await expect(heading(page, 'Lounge')).toBeAttached();
});

test('ROLE-02d an attendee has no access to the stage, and stays logged in to the venue', async ({
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
  await expectInVenue(page);
});

test('ROLE-02e a stage link opens the stage without a login and without an account', async ({
  page,
  foyer,
}) => {
  await page.goto(await foyer.stageLink());
  await page.getByRole('button', { name: 'Open the stage' }).click();
  await expect(page).toHaveURL(/\/stage\/v\/nightfall\/area\/lobby$/);
  await expect(heading(page, 'Lobby')).toBeAttached();
  await expect(accountMenu(page)).toHaveCount(0);
});
