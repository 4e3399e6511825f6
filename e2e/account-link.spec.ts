/** Behind the links of mails: a new password, an invitation, a confirmed email, the first administrator. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, stopServer } from './foyer.ts';
import { expect, type Page } from './harness.ts';
import { expectAccessible } from './accessible.ts';
import { accountMenu, email, enter, fitsAcross, loginTest, message, password } from './loginPage.ts';
import type { SmtpStandin } from '@foyer/standins/smtp';

const test = loginTest(({ providers, env }) => ({ login: { providers: [providers.password] }, env }));

const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const setIt = (page: Page) => page.getByRole('button', { name: 'Set password' });
const expired = (page: Page) => page.getByRole('heading', { name: 'This link does not work' });
/** What the browser itself says of every refused call. */
const refusedCall = /status of 4\d\d/;

/** The first link in the mails to an address that is not this one. */
async function linkFor(smtp: SmtpStandin, address: string, known?: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const mails = await smtp.mailsTo(address, count);
    const link = /https?:\/\/\S+#token=[\w-]+/.exec(mails[count - 1]?.text ?? '')?.[0];
    if (link !== undefined && link !== known) return link;
  }
}

async function askForReset(page: Page, address: string): Promise<void> {
  await email(page).fill(address);
  await page.getByRole('button', { name: 'Send me a link to set a new one' }).click();
  await expect(message(page, 'info')).toContainText('Look into your mailbox');
}

test('LOGIN-20a a forgotten password: mail, link, new one, and in, to the place one wanted to see', async ({
  page,
  foyer,
  houses,
}) => {
  const ada = await foyer.account();
  await page.goto('/v/nightfall/area/lounge?view=reading');
  await askForReset(page, ada.email);
  await page.goto(await linkFor(houses.smtp, ada.email));
  await expect(page.getByText(ada.email)).toBeVisible();
  await newPassword(page).fill('lanterns in the fog');
  await newPassword(page).press('Enter');
  await expect(message(page, 'info')).toContainText('Your new password is set');
  await expect(email(page)).toHaveValue(ada.email);
  await password(page).fill('lanterns in the fog');
  await enter(page).click();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge\?view=reading$/);
  await expect(accountMenu(page)).toBeVisible();
});

test('LOGIN-20e a mail comes though the place one wanted to see is too long to be kept', async ({
  page,
  foyer,
  houses,
}) => {
  const ada = await foyer.account();
  await page.goto(`/v/nightfall/area/lounge?view=${'reading'.repeat(400)}`);
  await askForReset(page, ada.email);
  await page.goto(await linkFor(houses.smtp, ada.email));
  await expect(page.getByText(ada.email)).toBeVisible();
});

test('LOGIN-20b a link works once; behind the used one a new one can be asked for', async ({
  page,
  foyer,
  houses,
  allowed,
}) => {
  allowed.console.push(refusedCall);
  const ada = await foyer.account();
  await page.goto('/login');
  await askForReset(page, ada.email);
  const link = await linkFor(houses.smtp, ada.email);
  await page.goto(link);
  await newPassword(page).fill('lanterns in the fog');
  await setIt(page).click();
  await expect(message(page, 'info')).toContainText('Your new password is set');
  await page.goto(link);
  await expect(expired(page)).toBeVisible();
  await expectAccessible(page, 'body');
  await email(page).fill(ada.email);
  await page.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(message(page, 'info')).toContainText('Look into your mailbox');
  await page.goto(await linkFor(houses.smtp, ada.email, link));
  await expect(newPassword(page)).toBeVisible();
});

test('LOGIN-20c a link that is used while its form is open says so', async ({
  page,
  foyer,
  houses,
  allowed,
}) => {
  allowed.console.push(refusedCall);
  const ada = await foyer.account();
  await page.goto('/login');
  await askForReset(page, ada.email);
  const link = await linkFor(houses.smtp, ada.email);
  await page.goto(link);
  await newPassword(page).fill('lanterns in the fog');
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  await foyer.admin('POST', '/account/set-password', { token, password: 'somebody was faster' });
  await setIt(page).click();
  await expect(expired(page)).toBeVisible();
});

test('LOGIN-20d a link that a mail program has cut off is asked of nobody', async ({ page }) => {
  let asked = false;
  page.on('request', (request) => {
    if (request.url().includes('/api/account/')) asked = true;
  });
  await page.goto('/account/link#token=abc');
  await expect(expired(page)).toBeVisible();
  expect(asked).toBe(false);
  await page.getByRole('button', { name: 'Go to the login' }).click();
  await expect(enter(page)).toBeVisible();
});

test('a password that everybody guesses is refused beside its field', async ({
  page,
  foyer,
  houses,
  allowed,
}) => {
  allowed.console.push(refusedCall);
  const ada = await foyer.account();
  await page.goto('/login');
  await askForReset(page, ada.email);
  await page.goto(await linkFor(houses.smtp, ada.email));
  await newPassword(page).fill('short');
  await expect(setIt(page)).toBeDisabled();
  await newPassword(page).fill('1234567890');
  await setIt(page).click();
  await expect(message(page)).toContainText('This password is guessed too easily');
  await expect(newPassword(page)).toBeFocused();
  await expect(newPassword(page)).toHaveAttribute('autocomplete', 'new-password');
});

test('whoever is invited chooses a password and comes in', async ({ page, foyer, houses }) => {
  await foyer.admin('POST', '/admin/accounts', { email: 'ines@example.com', name: 'Ines', locale: 'de' });
  await page.goto(await linkFor(houses.smtp, 'ines@example.com'));
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await newPassword(page).fill('lanterns in the fog');
  await setIt(page).click();
  await expect(email(page)).toHaveValue('ines@example.com');
  await password(page).fill('lanterns in the fog');
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

test('a link can be followed while no venue is published, and leads to the login of the stage', async ({
  page,
  foyer,
  houses,
}) => {
  await foyer.admin('POST', '/admin/accounts', { email: 'dora@example.com', roles: ['ROLE_DESIGNER'] });
  const link = await linkFor(houses.smtp, 'dora@example.com');
  await foyer.unpublish();
  await page.goto(link);
  await newPassword(page).fill('lanterns in the fog');
  await setIt(page).click();
  await expect(page).toHaveURL(/\/stage\/login/);
  await expect(email(page)).toHaveValue('dora@example.com');
});

test('a server that cannot be reached leaves the link as it is, and can be asked again', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/ERR_FAILED|status of 4/);
  let away = true;
  await page.route('**/api/account/link', (route) =>
    away
      ? route.abort()
      : route.fulfill({
          json: { kind: 'emailChange', email: 'new@example.com', expiresAt: 2_000_000_000_000 },
        }),
  );
  await page.goto(`/account/link#token=${'a'.repeat(43)}`);
  await expect(page.getByRole('heading', { name: 'We could not look at your link' })).toBeVisible();
  away = false;
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your new email' })).toBeVisible();
});

test('the first administrator makes their account by the link that the start prints', async ({ browser }) => {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-first-'));
  const [child, , link = ''] = await startServer(folder);
  try {
    const page = await browser.newPage();
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Set up this venue' })).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Ada Admin');
    await email(page).fill('ada@example.com');
    await password(page).fill('lanterns in the fog');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await expect(page).toHaveURL(/\/stage\/login/);
    await expect(email(page)).toHaveValue('ada@example.com');
    await password(page).fill('lanterns in the fog');
    await enter(page).click();
    await expect(page.getByRole('heading', { name: 'There is no venue here yet' })).toBeVisible();
    await page.goto(link);
    await expect(expired(page)).toBeVisible();
    await page.close();
  } finally {
    await stopServer(child);
    await rm(folder, { recursive: true, force: true });
  }
});

for (const [name, width, lang] of [
  ['on a desktop', 1440, 'en'],
  ['on a phone', 390, 'en'],
  ['in Arabic on a phone', 390, 'ar'],
] as const)
  test(`each form behind a link has no fault that axe finds, and fits: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    let kind = '';
    await page.route('**/api/account/link', (route) =>
      route.fulfill({ json: { kind, email: 'mara@example.com', expiresAt: 2_000_000_000_000 } }),
    );
    for (kind of ['passwordReset', 'registration', 'firstAdministrator']) {
      await page.goto(`/account/link?lang=${lang}&of=${kind}#token=${'a'.repeat(43)}`);
      await expect(page.locator('form button[type="submit"]')).toBeVisible();
      await expectAccessible(page, 'body');
      expect(await fitsAcross(page)).toBe(true);
    }
  });
