/** Links of real mails: a new password, an invitation, a registration, a new email, and the first administrator. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, stopServer } from './harness/foyer.ts';
import { expect, signIn, visitAs, type Page } from './harness/fixtures.ts';
import {
  accountMenu,
  email,
  greeting,
  linkFor,
  loginTest as test,
  logInWith,
  message,
  newPassword,
  loginOption,
  password,
} from './pages/loginPage.ts';
import { openAccountSettings, panel } from './pages/profilePage.ts';

const chosen = 'lanterns in the fog';
const setPassword = (page: Page) => page.getByRole('button', { name: 'Set password' });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });
/** Returns an email address that no earlier test has used on this server. */
const newAddress = (name: string, domain = 'example.com') =>
  `${name}-${test.info().repeatEachIndex}@${domain}`;
const expired = (page: Page) => page.getByRole('heading', { name: 'This link doesn’t work anymore' });

test('LOGIN-20a LOGIN-20b a mail leads to a new password once, and back to the requested page', async ({
  page,
  foyer,
  smtp,
  allowed,
}) => {
  allowed.console.push(/status of 4\d\d/);
  const ada = await foyer.createAccount();
  const lounge = '/v/nightfall/area/lounge?view=text';
  await page.goto(lounge);
  await loginOption(page, 'Email and password').click();
  await email(page).fill(ada.email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(message(page, 'info')).toContainText('Check your email');
  const link = await linkFor(smtp, ada.email);
  await page.goto(link);
  await expect(page.getByText(ada.email)).toBeVisible();
  await newPassword(page).fill(chosen);
  await newPassword(page).press('Enter');
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await expect(page).toHaveURL(lounge);
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await loginOption(page, 'Email and password').click();
  await email(page).fill(ada.email);
  await logInWith(page, chosen);
  await page.goto(link);
  await expect(expired(page)).toBeVisible();
  await email(page).fill(ada.email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(message(page, 'info')).toContainText('Check your email');
  await page.goto(await linkFor(smtp, ada.email, link));
  await expect(newPassword(page)).toBeVisible();
});

test('an invited user chooses a password and is logged in', async ({ page, foyer, smtp }) => {
  const address = newAddress('ines');
  await foyer.requestAsAdmin('POST', '/admin/accounts', { email: address, name: 'Ines', locale: 'de' });
  await page.goto(await linkFor(smtp, address));
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await newPassword(page).fill(chosen);
  await setPassword(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

test('a registration that is confirmed by mail is logged in', async ({ page, smtp }) => {
  const address = newAddress('nils', 'nightfall.example');
  await page.goto('/login');
  await loginOption(page, 'Email and password').click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Nils Newcomer');
  await email(page).fill(address);
  await password(page).fill(chosen);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(message(page, 'info')).toContainText('We’ve sent you a link');
  await page.goto(await linkFor(smtp, address));
  await confirm(page).click();
  await expect(page.getByText('Your account is ready')).toBeVisible();
  await expect(accountMenu(page)).toBeVisible();
});

test('a new email is confirmed in another tab, shown once in the venue, and logs in', async ({
  page,
  context,
  foyer,
  smtp,
}) => {
  const amara = await foyer.createAccount({ name: 'Amara Okafor' });
  const wanted = newAddress('amara.next');
  await visitAs(page, foyer, amara);
  await openAccountSettings(page);
  const settings = panel(page);
  await settings.getByRole('button', { name: 'Change email' }).click();
  await settings.getByLabel('New email').fill(wanted);
  await settings.getByLabel('Current password').fill(amara.password);
  await settings.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(settings.getByText(`We’ve sent an email to ${wanted}.`)).toBeVisible();
  const second = await context.newPage();
  await second.goto(await linkFor(smtp, wanted));
  await confirm(second).click();
  await expect(second).toHaveURL(/\/v\/nightfall\/area\//);
  const confirmation = second.getByText('Your new email is confirmed');
  const status = second.getByRole('status').filter({ has: confirmation });
  await expect(status).toContainText(`From now on, log in as ${wanted}.`);
  await accountMenu(second).hover();
  await expect(second.getByText(`Amara Okafor, ${wanted}`)).toBeVisible();
  // The first tab shows the new email too.
  await expect(settings.getByText(wanted, { exact: true })).toBeVisible();
  await status.getByRole('button', { name: 'Close' }).click();
  await accountMenu(second).click();
  await second.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(greeting(second)).toBeVisible();
  await expect(confirmation).toHaveCount(0);
  await signIn(second, { ...amara, email: wanted });
  await expect(confirmation).toHaveCount(0);
});

test('the first administrator creates an account with the link that the server prints, once', async ({
  browser,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-first-'));
  const [child, , link = ''] = await startServer(folder);
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set up this venue' })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Ada Admin');
    await email(page).fill('ada@example.com');
    await password(page).fill(chosen);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('heading', { name: 'There’s no venue here yet' })).toBeVisible();
    await page.goto(link);
    await expect(expired(page)).toBeVisible();
    await page.close();
  } finally {
    await stopServer(child);
    await rm(folder, { recursive: true, force: true });
  }
});
