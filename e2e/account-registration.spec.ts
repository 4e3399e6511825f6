/** Accounts that people make themselves, from the mail to the venue. */
import { tokenIn } from '@foyer/standins/smtp';
import { expect, type Page } from './harness.ts';
import { accountMenu, email, enter, loginTest, message, password } from './loginPage.ts';

const test = loginTest(({ providers, env }) => ({
  login: { providers: [providers.password], registration: { allowedDomains: [] } },
  env,
}));

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm' });
const body = (address: string) => ({
  email: address,
  password: 'lanterns in the fog',
  name: 'Rosa',
  locale: 'en',
});

test('who registers confirms in the same browser and logs in with the password of the registration', async ({
  page,
  houses,
}) => {
  await page.goto('/login');
  await page.evaluate(
    async (given) =>
      fetch('/api/account/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(given),
      }),
    body('rosa@example.org'),
  );
  const [mail] = await houses.smtp.mailsTo('rosa@example.org');
  await page.goto('/');
  await page.goto(`/account/link#token=${tokenIn(mail!)}`);
  await confirm(page).click();
  await expect(message(page, 'info')).toBeVisible();
  await expect(email(page)).toHaveValue('rosa@example.org');
  await password(page).fill('lanterns in the fog');
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

test('who confirms in another browser chooses the password there', async ({ page, houses, request }) => {
  await request.post('/api/account/register', { data: body('emil@example.org') });
  const [mail] = await houses.smtp.mailsTo('emil@example.org');
  const link = tokenIn(mail!);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/account/link', async (route) => {
    if (!route.request().postData()?.includes(link)) await held;
    await route.continue();
  });
  await page.goto(`/account/link#token=${link}`);
  await confirm(page).click();
  // There is nothing to press until it is known what comes next.
  await expect(page.getByText('Looking at your link')).toBeVisible();
  await expect(confirm(page)).toHaveCount(0);
  answer();
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  const chosen = page.getByLabel('New password', { exact: true });
  await chosen.fill('quite another lantern');
  await chosen.press('Enter');
  await expect(email(page)).toHaveValue('emil@example.org');
  await password(page).fill('quite another lantern');
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});
