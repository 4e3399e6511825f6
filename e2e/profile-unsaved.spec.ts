/** What somebody has written in their profile and not saved: kept, asked about, and never lost. */
import { expect, type Page } from './harness.ts';
import { inLobby, openOwn, panel, test, withLogin } from './profilePage.ts';

test.use({ server: withLogin });

const questionOf = (page: Page) =>
  page.getByRole('alertdialog', { name: 'You have changes that are not saved' });

async function withUnsaved(page: Page): Promise<void> {
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  await panel(page).getByLabel('Company').fill('Nordlys');
}

test('what could not be saved is still there, and is saved by the next try', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/ERR_FAILED|Failed to load/);
  await inLobby(page, await foyer.account());
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  await panel(page).getByLabel('Company').fill('Nordlys');
  const save = panel(page).getByRole('button', { name: 'Save' });
  await page.route('**/nightfall/userProfile', (route) => route.abort());
  await save.click();
  await expect(panel(page).getByRole('alert')).toContainText('could not be saved');
  await expect(panel(page).getByLabel('Company')).toHaveValue('Nordlys');
  await page.unroute('**/nightfall/userProfile');
  await save.click();
  await expect(panel(page).getByText('Your profile is saved.')).toBeVisible();
});

test('GUARD-07 unsaved changes are asked about before the panel closes', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await withUnsaved(page);
  await page.keyboard.press('Escape');
  const question = questionOf(page);
  await expect(question).toBeFocused();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(panel(page).getByLabel('Company')).toHaveValue('Nordlys');
  await expect(panel(page).getByLabel('Company')).toBeFocused();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(panel(page)).toHaveCount(0);
  await openOwn(page);
  await expect(panel(page).getByText('Nordlys')).toBeVisible();
});

test('GUARD-07 Escape is no answer to the question: one goes on editing, where one was', async ({
  page,
  foyer,
}) => {
  await inLobby(page, await foyer.account());
  await withUnsaved(page);
  const question = questionOf(page);
  const company = panel(page).getByLabel('Company');
  await page.keyboard.press('Escape');
  await expect(question).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(company).toBeFocused();
  await page.locator('footer').getByText('Lounge').click();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(company).toBeFocused();
  await expect(company).toHaveValue('Nordlys');
  await expect(page).toHaveURL(/\/lobby/);
});

test('GUARD-07 a walk to another area waits for what is not saved', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await withUnsaved(page);
  await page.locator('footer').getByText('Lounge').click();
  const question = questionOf(page);
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/\/lobby/);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/\/lounge/);
  await expect(panel(page)).toHaveCount(0);
});

for (const [name, leave] of [
  ['the panel is closed', (page: Page) => panel(page).getByRole('button', { name: 'Close' }).click()],
  ['one walks on', (page: Page) => page.locator('footer').getByText('Lounge').click()],
] as const)
  test(`GUARD-07 a save that fails when ${name} leads back to the form, with all that was typed`, async ({
    page,
    foyer,
    allowed,
  }) => {
    allowed.console.push(/ERR_FAILED|Failed to load/);
    await inLobby(page, await foyer.account());
    await withUnsaved(page);
    await page.route('**/nightfall/userProfile', (route) => route.abort());
    await leave(page);
    const question = questionOf(page);
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(panel(page).getByRole('alert')).toContainText('could not be saved');
    await expect(question).toHaveCount(0);
    await expect(page).toHaveURL(/\/lobby/);
    const company = panel(page).getByLabel('Company');
    await expect(company).toHaveValue('Nordlys');
    await company.fill('Nordlys AS');
    await page.goBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(/\/lobby/);
    await page.unroute('**/nightfall/userProfile');
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(panel(page)).toHaveCount(0);
    await openOwn(page);
    await expect(panel(page).getByText('Nordlys AS')).toBeVisible();
  });

test('GUARD-07 a save that cannot be made leads back to the field that is wrong', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await withUnsaved(page);
  await panel(page).getByLabel('Company').fill('x'.repeat(256));
  await page.locator('footer').getByText('Lounge').click();
  await questionOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText('Please look at the fields that are marked.');
  await expect(panel(page).getByLabel('Company')).toBeFocused();
  await expect(questionOf(page)).toHaveCount(0);
});

test('what is typed while a profile is being saved is kept, and said not to be saved', async ({
  page,
  foyer,
}) => {
  await inLobby(page, await foyer.account());
  await withUnsaved(page);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const asked = page.waitForRequest('**/nightfall/userProfile');
  await page.route('**/nightfall/userProfile', async (route) => {
    await held;
    await route.continue();
  });
  const save = panel(page).getByRole('button', { name: /^(Save|Saving)$/ });
  await save.click();
  await asked;
  await panel(page).getByLabel('Company').fill('Nordlys and sons');
  await panel(page).getByLabel('Job title').fill('Head of Light');
  answer();
  await expect(panel(page).getByText('What you have written since is not saved yet.')).toBeVisible();
  await expect(panel(page).getByLabel('Company')).toHaveValue('Nordlys and sons');
  await expect(panel(page).getByLabel('Job title')).toHaveValue('Head of Light');
  await save.click();
  await expect(panel(page).getByText('Head of Light, Nordlys and sons')).toBeVisible();
});
