/** The account settings against a real server: password, devices and deletion. */
import { expect, openSession, signIn } from './harness/fixtures.ts';
import { openLobby, openAccountSettings, panel, test, withLogin } from './pages/profilePage.ts';

test.use({ server: withLogin });

test('a new password replaces the old one', async ({ page, foyer, allowed }) => {
  allowed.console.push(/401/);
  const amara = await foyer.createAccount();
  const password = 'another horse, another battery';
  await openLobby(page, foyer, amara);
  await openAccountSettings(page);
  await panel(page).getByRole('button', { name: 'Change password' }).click();
  await panel(page).getByLabel('Current password').fill(amara.password);
  await panel(page).getByLabel('New password').fill(password);
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('Password changed.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(openSession(page, foyer.url, amara)).rejects.toThrow('401');
  await signIn(page, { ...amara, password });
});

test('ERROR-01f another device is logged out remotely and says so, then all devices are', async ({
  page,
  foyer,
  browser,
}) => {
  const amara = await foyer.createAccount();
  const context = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  const other = await context.newPage();
  await openLobby(other, foyer, amara);
  await openLobby(page, foyer, amara);
  await openAccountSettings(page);
  const devices = panel(page).getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: /^Log out Chrome/ }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(devices.getByText('This device')).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  await expect(other.locator('[data-tone="note"]')).toHaveText(
    'You’ve been logged out. Log in again to continue.',
  );
  await expect(other.getByRole('dialog')).toHaveCount(0);

  await openLobby(other, foyer, amara);
  const everywhere = panel(page).getByRole('button', { name: 'Log out everywhere' });
  await everywhere.click();
  await everywhere.click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('You’ve been logged out')).toHaveCount(0);
  await expect(other).toHaveURL(/\/login/);
  await context.close();
});

test('a deleted account is logged out and cannot log in again', async ({ page, foyer }) => {
  const amara = await foyer.createAccount();
  await openLobby(page, foyer, amara);
  await openAccountSettings(page);
  await panel(page).getByRole('button', { name: 'Delete account' }).click();
  await panel(page).getByLabel('Your email').fill(amara.email);
  await panel(page).getByLabel('Your password').fill(amara.password);
  await panel(page).getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('You’ve been logged out')).toHaveCount(0);
  await expect(openSession(page, foyer.url, amara)).rejects.toThrow('401');
});
