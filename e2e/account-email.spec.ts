/** A new email, from the form to the link of its mail and to what one is told and called by then. */
import { expect, signIn, type AccountOfTest, type Page } from './harness.ts';
import { email, enter, loginTest, message, password, accountMenu } from './loginPage.ts';
import { inLobby, openAccount, panel } from './profilePage.ts';
import type { SmtpStandin } from '@foyer/standins/smtp';

const test = loginTest(({ providers, env }) => ({ login: { providers: [providers.password] }, env }));

/** Asks for a new email, and answers with the link of the mail that goes to it. */
async function askFor(page: Page, who: AccountOfTest, wanted: string, smtp: SmtpStandin): Promise<string> {
  await openAccount(page);
  const settings = panel(page);
  await settings.getByRole('button', { name: 'Change email' }).click();
  await settings.getByLabel('New email').fill(wanted);
  await settings.getByLabel('Current password').fill(who.password);
  await settings.getByRole('button', { name: 'Send confirmation' }).click();
  await expect(settings.getByText(`We have sent a mail to ${wanted}.`)).toBeVisible();
  const [mail] = await smtp.mailsTo(wanted);
  return /https?:\/\/\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm', exact: true });
const logOut = async (page: Page) => {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};

test('whoever follows the link of a new email while logged in is told so in the venue, once', async ({
  page,
  context,
  foyer,
  houses,
}) => {
  const amara = await foyer.account({ name: 'Amara Okafor' });
  const wanted = 'amara.next@example.com';
  await inLobby(page, amara);
  const link = await askFor(page, amara, wanted, houses.smtp);
  const second = await context.newPage();
  await second.goto(link);
  await confirm(second).click();
  await expect(second).toHaveURL(/\/v\/nightfall\/area\//);
  const told = second.getByRole('status').filter({ hasText: 'Your new email is confirmed' });
  await expect(told).toContainText(`From now on you log in as \u2068${wanted}\u2069.`);
  await accountMenu(second).hover();
  await expect(second.getByText(`Amara Okafor, ${wanted}`)).toBeVisible();
  // The tab that was open all the time knows it, too.
  await expect(panel(page).getByText(wanted, { exact: true })).toBeVisible();
  await told.getByRole('button', { name: 'Close' }).click();
  await logOut(second);
  await expect(enter(second)).toBeVisible();
  await expect(second.getByText('Your new email is confirmed')).toHaveCount(0);
  await signIn(second, { ...amara, email: wanted });
  await expect(second.getByText('Your new email is confirmed')).toHaveCount(0);
});

test('whoever follows the link of a new email without being logged in signs in with it', async ({
  page,
  foyer,
  houses,
}) => {
  const bo = await foyer.account();
  const wanted = 'bo.next@example.com';
  await inLobby(page, bo);
  const link = await askFor(page, bo, wanted, houses.smtp);
  await page.keyboard.press('Escape');
  await logOut(page);
  await expect(enter(page)).toBeVisible();
  await page.goto(link);
  await confirm(page).click();
  await expect(message(page, 'info')).toContainText('Your new email is confirmed');
  await expect(email(page)).toHaveValue(wanted);
  await password(page).fill(bo.password);
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});
