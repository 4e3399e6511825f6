/** Whoever gives up signing in does not find themselves inside a little later. */
import { stopTime } from './commonClock.ts';
import { expect, type Page } from './harness.ts';
import { accountMenu, email, enter, greeting, loginTest, message, password, way } from './loginPage.ts';
import type { AccountOfTest, Foyer } from './harness.ts';

const test = loginTest(({ providers: { bizzabo, password: own }, env }) => ({
  login: { providers: [own, bizzabo] },
  env,
}));

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' });

async function signInHalfway(page: Page, who: AccountOfTest): Promise<void> {
  await page.goto('/login');
  await way(page, 'Email and password').click();
  await email(page).fill(who.email);
  await password(page).fill(who.password);
  await enter(page).click();
  await expect(page.getByRole('button', { name: 'Checking, one moment' })).toBeVisible();
}

/** The cookie of the session that a sign-in has opened, whatever becomes of it in the browser. */
const cookieIn = (headers: Record<string, string>): string =>
  /foyer_refresh=[^;]+/.exec(headers['set-cookie'] ?? '')?.[0] ?? '';
/** What the server says to this cookie when it is asked for a token. */
const refreshed = async (foyer: Foyer, cookie: string): Promise<number> => {
  const headers = { cookie, origin: foyer.url };
  return (await fetch(`${foyer.url}/api/session/refresh`, { method: 'POST', headers })).status;
};

/** Not here, and not for the server: the session that was opened is over. */
async function expectNobody(page: Page, foyer: Foyer, cookie: string): Promise<void> {
  await expect(greeting(page)).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name === 'foyer_session')).toEqual([]);
  expect(await refreshed(foyer, cookie)).toBe(401);
  await page.goto('/v/nightfall/area/lounge');
  await expect(page).toHaveURL(/\/login\?/);
  await expect(accountMenu(page)).toHaveCount(0);
}

test('SESSION-01e a sign-in that is cancelled lets nobody in when it is answered, and its session is ended', async ({
  page,
  foyer,
}) => {
  const ada = await foyer.account();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const opened = Promise.withResolvers<string>();
  await page.route('**/api/session/sign-in', async (route) => {
    const response = await route.fetch();
    opened.resolve(cookieIn(response.headers()));
    await held;
    await route.fulfill({ response });
  });
  await page.clock.install();
  await signInHalfway(page, ada);
  const cookie = await opened.promise;
  expect(await refreshed(foyer, cookie)).toBe(200);
  // What is given up is waited for a little while: that does not pass while a test looks on.
  await stopTime(page);
  await cancel(page).click();
  const ended = page.waitForResponse('**/api/session/sign-out');
  answer();
  expect((await ended).status()).toBe(204);
  await way(page, 'Bizzabo ticket').click();
  await expect(email(page)).toBeVisible();
  await expectNobody(page, foyer, cookie);
});

test('SESSION-01f whoever cancels while it is looked whether they may be here is out again', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/401/);
  const ada = await foyer.account();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const checked = page.waitForRequest((request) => request.method() === 'HEAD');
  await page.route('**/api/venue', async (route) => {
    await held;
    await route.continue();
  });
  const opened = page.waitForResponse('**/api/session/sign-in');
  await signInHalfway(page, ada);
  const cookie = cookieIn(await (await opened).allHeaders());
  await checked;
  const ended = page.waitForResponse('**/api/session/sign-out');
  await cancel(page).click();
  expect((await ended).status()).toBe(204);
  answer();
  await expect(way(page, 'Email and password')).toBeVisible();
  await expectNobody(page, foyer, cookie);
});

test('SESSION-01g whoever cancels may sign in at once, the same way or another', async ({ page, foyer }) => {
  const [ada, bo] = [await foyer.account(), await foyer.account({ name: 'Bo Lind' })];
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(
    '**/api/session/sign-in',
    async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await signInHalfway(page, ada);
  await cancel(page).click();
  await way(page, 'Email and password').click();
  await email(page).fill(bo.email);
  await password(page).fill(bo.password);
  await enter(page).click();
  answer();
  await expect(page.getByRole('button', { name: 'Account menu: Bo Lind' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account menu: Bo Lind' })).toBeVisible();
});

test('SESSION-03e a server that is not reached at the door is told as that', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/ERR_FAILED|\[SESSION\]/);
  await page.route('**/api/venue', (route) => route.abort());
  const ada = await foyer.account();
  await page.goto('/login');
  await way(page, 'Email and password').click();
  await email(page).fill(ada.email);
  await password(page).fill(ada.password);
  await enter(page).click();
  await expect(message(page)).toContainText('We can’t reach the venue just now');
  // Nobody who comes to this page next is let in by it.
  await page.unroute('**/api/venue');
  await page.reload();
  await way(page, 'Email and password').click();
  await email(page).fill(ada.email);
  await password(page).fill(ada.password);
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});
