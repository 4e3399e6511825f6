/** The link of a mail that a guest of an anonymous venue asked for. */
import { tokenIn } from '@foyer/standins/smtp';
import { expect } from './harness.ts';
import { accountMenu, email, enter, loginTest, message, password } from './loginPage.ts';

const test = loginTest(({ env }) => ({ env }));

test('LOGIN-20f on an anonymous venue a forgotten password leads to the login, and back to where one was', async ({
  page,
  foyer,
  houses,
}) => {
  const ada = await foyer.account();
  await page.goto('/v/nightfall/area/library?view=reading');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await email(page).fill(ada.email);
  await page.getByRole('button', { name: 'Send me a link to set a new one' }).click();
  await expect(message(page, 'info')).toContainText('Look into your mailbox');
  const [mail] = await houses.smtp.mailsTo(ada.email);
  await page.goto('/v/nightfall/area/lounge');
  await page.goto(`/account/link#token=${tokenIn(mail!)}`);
  await page.getByLabel('New password', { exact: true }).fill('lanterns in the fog');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(message(page, 'info')).toContainText('Your new password is set');
  await expect(email(page)).toHaveValue(ada.email);
  await password(page).fill('lanterns in the fog');
  await enter(page).click();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library\?view=reading$/);
  await expect(accountMenu(page)).toBeVisible();
});
