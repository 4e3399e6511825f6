/** The account behind a profile: password, email, devices, one's data, and the way out for good. */
import { readFile } from 'node:fs/promises';
import { expect, signIn, type Page } from './harness.ts';
import {
  expectNoFault,
  inLobby,
  lobby,
  openAccount,
  panel,
  signInAnywhere,
  test,
  withLogin,
} from './profilePage.ts';

test.use({ server: withLogin });

const next = 'another horse, another battery';

test('a new password is taken, a wrong one is told beside its field', async ({ page, foyer, allowed }) => {
  allowed.console.push(/409|422/);
  const amara = await foyer.account();
  await inLobby(page, amara);
  await openAccount(page);
  const settings = panel(page);
  await settings.getByRole('button', { name: 'Change password' }).click();
  const current = settings.getByLabel('Current password');
  const save = settings.getByRole('button', { name: 'Change password' });
  await expect(current).toBeFocused();
  await expect(save).toBeDisabled();
  await current.fill('not the right one');
  await settings.getByLabel('New password').fill(next);
  await save.click();
  await expect(settings.getByText('This password is not right.')).toBeVisible();
  await current.fill(amara.password);
  await settings.getByLabel('New password').fill('password1234');
  await save.click();
  await expect(settings.getByText('Too easy to guess.')).toBeVisible();
  await settings.getByLabel('New password').fill(next);
  await save.click();
  await expect(settings.getByText('Your password is changed.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await signIn(page, { ...amara, password: next });
});

test('a new email is confirmed by mail', async ({ page, foyer }) => {
  const amara = await foyer.account();
  await inLobby(page, amara);
  await openAccount(page);
  const settings = panel(page);
  await settings.getByRole('button', { name: 'Change email' }).click();
  await settings.getByLabel('New email').fill('nobody at all');
  await settings.getByLabel('Current password').fill(amara.password);
  await expect(settings.getByText('This is no email address.')).toBeVisible();
  await settings.getByLabel('New email').fill(amara.email);
  await expect(settings.getByText('This is your email already.')).toBeVisible();
  await settings.getByLabel('New email').fill('amara.new@example.com');
  await settings.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(settings.getByText('We have sent a mail to amara.new@example.com.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Change email' })).toBeFocused();
  await expect(settings.getByText(amara.email)).toBeVisible();
});

test('another device is signed out from here', async ({ page, foyer, browser, allowed }) => {
  allowed.console.push(/401/);
  const amara = await foyer.account();
  const other = await browser.newPage({ baseURL: foyer.url, locale: 'en-GB' });
  await inLobby(other, amara);
  await inLobby(page, amara);
  await openAccount(page);
  const devices = panel(page).getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByText('This device')).toHaveCount(1);
  await expect(devices.getByText('In use now')).toHaveCount(1);
  await devices.getByRole('button', { name: /^Log out Chrome/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await other.close();
});

test('signing out everywhere ends this session too, and is asked twice', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await openAccount(page);
  const everywhere = panel(page).getByRole('button', { name: 'Log out everywhere' });
  await everywhere.click();
  await expect(panel(page).getByText('Ends every session, this one too.')).toBeVisible();
  await everywhere.click();
  await expect(page).toHaveURL(/\/login/);
});

test('one’s data comes as a file', async ({ page, foyer }) => {
  const amara = await foyer.account({ name: 'Amara Okafor' });
  await inLobby(page, amara);
  await openAccount(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel(page).getByRole('button', { name: 'Export my data' }).click(),
  ]);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
  expect(data['account']).toMatchObject({ email: amara.email, name: 'Amara Okafor' });
  expect(data).toHaveProperty('profile');
});

test('an account is deleted by its email, typed again, and its password', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/401|409/);
  const amara = await foyer.account();
  await inLobby(page, amara);
  await openAccount(page);
  const settings = panel(page);
  await settings.getByRole('button', { name: 'Delete my account' }).click();
  const remove = settings.getByRole('button', { name: 'Delete for good' });
  await expect(settings.getByLabel('Your email')).toBeFocused();
  await expect(settings.getByLabel('Your email')).toBeInViewport({ ratio: 1 });
  await expect(remove).toBeInViewport({ ratio: 1 });
  await settings.getByLabel('Your email').fill('somebody@example.com');
  await settings.getByLabel('Your password').fill('not the right one');
  await expect(settings.getByText('This is not the email of your account.')).toBeVisible();
  await expect(remove).toBeDisabled();
  await settings.getByLabel('Your email').fill(amara.email);
  await remove.click();
  await expect(settings.getByText('This password is not right.')).toBeVisible();
  await settings.getByLabel('Your password').fill(amara.password);
  await remove.click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('whoever has sent or left a form is where they opened it, and in the field that was refused', async ({
  page,
  foyer,
  browser,
  allowed,
}) => {
  allowed.console.push(/409/);
  const amara = await foyer.account();
  const other = await browser.newPage({ baseURL: foyer.url, locale: 'en-GB' });
  await inLobby(other, amara);
  await other.close();
  await inLobby(page, amara);
  await openAccount(page);
  const settings = panel(page);
  const devices = settings.getByRole('region', { name: 'Devices' });
  await devices.getByRole('button', { name: /^Log out Chrome/ }).press('Enter');
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByRole('list')).toBeFocused();
  const change = settings.getByRole('button', { name: 'Change password' });
  await change.press('Enter');
  const current = settings.getByLabel('Current password');
  await current.fill('not the right one');
  await settings.getByLabel('New password').fill(next);
  await change.press('Enter');
  await expect(settings.getByText('This password is not right.')).toBeVisible();
  await expect(current).toBeFocused();
  await current.fill(amara.password);
  await current.press('Enter');
  await expect(settings.getByText('Your password is changed.')).toBeVisible();
  await expect(change).toBeFocused();
  for (const name of ['Change email', 'Log out everywhere', 'Delete my account']) {
    const opener = settings.getByRole('button', { name });
    await opener.press('Enter');
    await settings.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(opener).toBeFocused();
  }
});

for (const [seconds, words] of [
  [60, 'Please wait 1 minute.'],
  [61, 'Please wait 2 minutes.'],
] as const)
  test(`how long one has to wait is said in a sentence: ${words}`, async ({ page, foyer, allowed }) => {
    allowed.console.push(/429/);
    await page.route('**/api/account/password', (route) =>
      route.fulfill({
        status: 429,
        json: { errMsg: 'wait', code: 'tooManyAttempts', requestId: 'r-429' },
        headers: { 'retry-after': String(seconds) },
      }),
    );
    await inLobby(page, await foyer.account());
    await openAccount(page);
    await panel(page).getByRole('button', { name: 'Change password' }).click();
    await panel(page).getByLabel('Current password').fill('any of them');
    await panel(page).getByLabel('New password').fill(next);
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('alert')).toContainText(words);
  });

test('the account can be reached though the profile does not come', async ({ page, foyer, allowed }) => {
  allowed.console.push(/418|\[SESSION\]/);
  await page.route('**/api/userProfile/**', (route) =>
    route.fulfill({ status: 418, json: { errMsg: 'no', code: 'conflict', requestId: 'r-418' } }),
  );
  await inLobby(page, await foyer.account());
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await expect(panel(page).getByText('Your profile could not be loaded')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Account', exact: true }).click();
  await expect(panel(page).getByRole('heading', { name: 'Devices' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Back to the profile' }).click();
  await expect(panel(page).getByText('Your profile could not be loaded')).toBeVisible();
});

test('what is being written in the account stays when the profile comes', async ({ page, foyer }) => {
  let come = (): void => undefined;
  const held = new Promise<void>((resolve) => (come = resolve));
  const amara = await foyer.account({ name: 'Amara Osei' });
  await page.route(`**/userProfile/${amara.userId}`, async (route) => {
    await held;
    await route.continue();
  });
  await inLobby(page, amara);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await panel(page).getByRole('button', { name: 'Account', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Change password' }).click();
  const current = panel(page).getByLabel('Current password');
  await current.fill('half of my passw');
  const came = page.waitForResponse(`**/userProfile/${amara.userId}`);
  come();
  await came;
  await current.press('End');
  await page.keyboard.type('ord');
  await expect(current).toHaveValue('half of my password');
  await panel(page).getByRole('button', { name: 'Back to the profile' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Amara Osei' })).toBeVisible();
});

test('a password can be looked at', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await openAccount(page);
  await panel(page).getByRole('button', { name: 'Change password' }).click();
  const current = panel(page).getByLabel('Current password');
  await expect(current).toHaveAttribute('type', 'password');
  await panel(page).getByRole('button', { name: 'Show password' }).first().click();
  await expect(current).toHaveAttribute('type', 'text');
});

for (const [name, viewport] of [
  ['desktop', { width: 1440, height: 900 }],
  ['a narrow window', { width: 820, height: 700 }],
] as const) {
  test(`P28 the settings have no fault that axe finds, and fit: ${name}`, async ({ page, foyer }) => {
    await page.setViewportSize(viewport);
    await inLobby(page, await foyer.account());
    await openAccount(page);
    await expectNoFault(page);
    await panel(page).getByRole('button', { name: 'Change password' }).click();
    await panel(page).getByRole('button', { name: 'Delete my account' }).click();
    await expectNoFault(page);
  });
}

for (const [locale, myProfile] of [
  ['en-GB', 'My profile'],
  ['ar', 'ملفي الشخصي'],
] as const) {
  test.describe(`on a phone, ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 }, hasTouch: true });
    test(`P28 the settings open from the drawer, have no fault that axe finds, and fit: ${locale}`, async ({
      page,
      foyer,
    }) => {
      await page.goto(lobby);
      await signInAnywhere(page, await foyer.account());
      await page.locator('header [data-opens="profile"]').click();
      await page.getByRole('button', { name: myProfile }).click();
      // Of the three buttons of the bar and the face the first leads to the account.
      await panel(page).locator('header button').first().click();
      await expect(panel(page).getByRole('listitem')).toHaveCount(1);
      await expectNoFault(page);
      await page.keyboard.press('Escape');
      await expect(page.locator('header [data-opens="profile"]')).toBeFocused();
    });
  });
}

/** The server's answer to this is on its way until the page has heard of the end from its line. */
async function answerLate(page: Page, path: string): Promise<void> {
  const refused = page.waitForResponse((each) => each.url().endsWith('/realtime/ticket') && !each.ok());
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await (await refused).finished();
    await route.fulfill({ response });
  });
}

test('SESSION-05s whoever logs out everywhere is told of no end, though the answer comes after it', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/401/);
  await inLobby(page, await foyer.account());
  await openAccount(page);
  await answerLate(page, '/session/sign-out');
  const everywhere = panel(page).getByRole('button', { name: 'Log out everywhere' });
  await everywhere.click();
  await everywhere.click();
  await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
  await expect(page.getByText('You have been logged out')).toHaveCount(0);
});

test('SESSION-05t whoever deletes their account is told that and no end, though the answer comes after it', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/401/);
  const amara = await foyer.account();
  await inLobby(page, amara);
  await openAccount(page);
  await answerLate(page, '/account/delete');
  await panel(page).getByRole('button', { name: 'Delete my account' }).click();
  await panel(page).getByLabel('Your email').fill(amara.email);
  await panel(page).getByLabel('Your password').fill(amara.password);
  await panel(page).getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('You have been logged out')).toHaveCount(0);
});
