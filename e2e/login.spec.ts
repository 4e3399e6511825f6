/** Logging in with a password or a ticket against a real server, and cancelling it. */
import { pauseClock } from './harness/clock.ts';
import { expect, type TestAccount, type Foyer, type Page } from './harness/fixtures.ts';
import {
  accountMenu,
  email,
  enterButton,
  fillCredentials,
  greeting,
  loginTest as test,
  message,
  confirmationNumber,
  loginOption,
  password,
} from './pages/loginPage.ts';

const lounge = '/v/nightfall/area/lounge?view=text';

test('LOGIN-11b LOGIN-15i ROUTE-02d a wrong password is rejected, and the right one opens the requested page', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/status of 401/);
  const ada = await foyer.createAccount();
  await page.goto(lounge);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  for (const id of ['login-logo', 'login-background'])
    await expect
      .poll(() => page.getByTestId(id).evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
  await fillCredentials(page, { ...ada, password: 'not the right one' });
  await page.keyboard.press('Enter');
  await expect(message(page)).toContainText('Email and password don’t match');
  await password(page).fill(ada.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(lounge);
  await expect(accountMenu(page)).toBeVisible();
  await page.reload();
  await expect(accountMenu(page)).toBeVisible();
});

test('LOGIN-13b LOGIN-14c an unknown Cvent confirmation number is rejected, and a known one signs its attendee in', async ({
  page,
}) => {
  await page.goto('/login');
  await loginOption(page, 'Cvent ticket').click();
  await confirmationNumber(page).fill('NOBODYHAS1');
  await enterButton(page).click();
  await expect(message(page)).toContainText('We don’t know this confirmation number');
  await confirmationNumber(page).fill('DAWN7KEEPER');
  await confirmationNumber(page).press('Enter');
  await expect(accountMenu(page)).toBeVisible();
});

test('LOGIN-13d LOGIN-14d an invalid Bizzabo registration is rejected, and a valid one signs its attendee in', async ({
  page,
}) => {
  await page.goto('/login');
  await loginOption(page, 'Bizzabo ticket').click();
  await email(page).fill('ines@example.com');
  await confirmationNumber(page).fill('260003');
  await enterButton(page).click();
  await expect(message(page)).toContainText('This registration isn’t confirmed');
  await email(page).fill('mara@example.com');
  await confirmationNumber(page).fill('260002');
  await enterButton(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' });

/** Submits a sign-in and waits until the form shows that it is pending. */
async function startSignIn(page: Page, account: TestAccount): Promise<void> {
  await page.goto('/login');
  await fillCredentials(page, account);
  await enterButton(page).click();
  await expect(page.getByRole('button', { name: 'Checking. One moment' })).toBeVisible();
}

/** The refresh cookie in the response of a sign-in, even if the browser does not store it. */
const refreshCookieOf = (headers: Record<string, string>): string =>
  /foyer_refresh=[^;]+/.exec(headers['set-cookie'] ?? '')?.[0] ?? '';
/** The status of a refresh with this cookie. */
const refreshStatus = async (foyer: Foyer, cookie: string): Promise<number> => {
  const headers = { cookie, origin: foyer.url };
  return (await fetch(`${foyer.url}/api/session/refresh`, { method: 'POST', headers })).status;
};

/** Expects that no user is signed in in this browser, and that the session of the cookie has ended. */
async function expectSignedOut(page: Page, foyer: Foyer, cookie: string): Promise<void> {
  await expect(greeting(page)).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name === 'foyer_session')).toEqual([]);
  expect(await refreshStatus(foyer, cookie)).toBe(401);
  await page.goto(lounge);
  await expect(page).toHaveURL(/\/login\?/);
  await expect(accountMenu(page)).toHaveCount(0);
}

test('SESSION-01e a sign-in that completes after it was cancelled signs no user in, and its session ends', async ({
  page,
  foyer,
}) => {
  const ada = await foyer.createAccount();
  const released = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<string>();
  await page.route('**/api/session/sign-in', async (route) => {
    const response = await route.fetch();
    opened.resolve(refreshCookieOf(response.headers()));
    await released.promise;
    await route.fulfill({ response });
  });
  await page.clock.install();
  await startSignIn(page, ada);
  const cookie = await opened.promise;
  expect(await refreshStatus(foyer, cookie)).toBe(200);
  // The clock is stopped before the wait for a cancelled sign-in ends.
  await pauseClock(page);
  await cancel(page).click();
  const ended = page.waitForResponse('**/api/session/sign-out');
  released.resolve();
  expect((await ended).status()).toBe(204);
  await loginOption(page, 'Bizzabo ticket').click();
  await expect(email(page)).toBeVisible();
  await expectSignedOut(page, foyer, cookie);
});

test('SESSION-01g another sign-in is possible immediately after a cancelled one', async ({ page, foyer }) => {
  const [ada, bo] = [await foyer.createAccount(), await foyer.createAccount({ name: 'Bo Lind' })];
  const opened = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(
    '**/api/session/sign-in',
    async (route) => {
      const response = await route.fetch();
      opened.resolve();
      await released.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await startSignIn(page, ada);
  await opened.promise;
  await cancel(page).click();
  await fillCredentials(page, bo);
  await enterButton(page).click();
  released.resolve();
  const menuOfBo = page.getByRole('button', { name: 'Account menu: Bo Lind' });
  await expect(menuOfBo).toBeVisible();
  await page.reload();
  await expect(menuOfBo).toBeVisible();
});
