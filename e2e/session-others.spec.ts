/** One browser, several people: whoever comes after somebody else finds nothing of theirs, in no tab. */
import { expect, signIn, test, type AccountOfTest, type Page } from './harness.ts';
import { composer, lounge, openRoom, withLogin } from './chatPage.ts';
import { openOwn, panel } from './profilePage.ts';
import { list, openList } from './presencePage.ts';

test.use({ server: withLogin });

const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Account menu: ${name}` });
const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
};
const isAtLogin = (page: Page) => expect(page).toHaveURL(/\/login(\?|$)/);
const draftsIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('foyer.chat.drafts'));
/** Written into the page itself: it is there as long as the page is. */
const mark = (page: Page) => page.evaluate(() => (document.documentElement.dataset['page'] = 'the first'));
const marked = (page: Page) => page.locator('html[data-page]');

async function enter(page: Page, who: AccountOfTest): Promise<void> {
  await page.goto(lounge);
  await signIn(page, who);
}

test('SESSION-10i a logout elsewhere leaves no draft in a tab, not even where chat was not opened again', async ({
  page,
  context,
  foyer,
}) => {
  await enter(page, await foyer.account({ name: 'Ada Lovelace' }));
  const second = await context.newPage();
  await second.goto(lounge);
  await openRoom(second, 'Lounge');
  await composer(second).fill('For nobody but me');
  await expect.poll(() => draftsIn(second)).toContain('For nobody but me');
  await second.reload();
  await expect(menuOf(second, 'Ada Lovelace')).toBeVisible();
  expect(await draftsIn(second)).toContain('For nobody but me');
  await logOut(page);
  await isAtLogin(second);
  await expect.poll(() => draftsIn(second)).toBeNull();
});

test('SESSION-10j a tab in which somebody else arrives begins anew, with nothing of the one before', async ({
  page,
  context,
  foyer,
}) => {
  await enter(page, await foyer.account({ name: 'Ada Lovelace' }));
  const second = await context.newPage();
  await second.goto(lounge);
  await openList(second);
  await mark(second);
  await logOut(page);
  await isAtLogin(second);
  await isAtLogin(page);
  await signIn(page, await foyer.account({ name: 'Bo Lind' }));
  await expect(menuOf(page, 'Bo Lind')).toBeVisible();
  await expect(menuOf(second, 'Bo Lind')).toBeVisible();
  await expect(second).toHaveURL(new RegExp(`${lounge}$`));
  await expect(marked(second)).toHaveCount(0);
  await expect(list(second)).toHaveCount(0);
});

test('SESSION-10l a form that was never saved keeps no tab for the one before', async ({
  page,
  context,
  foyer,
}) => {
  await enter(page, await foyer.account({ name: 'Ada Lovelace' }));
  const second = await context.newPage();
  await second.goto(lounge);
  await openOwn(second);
  await panel(second).getByRole('button', { name: 'Edit profile' }).click();
  await panel(second).getByLabel('Company').fill('For nobody but me');
  await mark(second);
  await logOut(page);
  await isAtLogin(page);
  await signIn(page, await foyer.account({ name: 'Bo Lind' }));
  await expect(menuOf(second, 'Bo Lind')).toBeVisible();
  await expect(marked(second)).toHaveCount(0);
  await expect(panel(second)).toHaveCount(0);
});

test('SESSION-10k whoever logs in again in a tab finds it as it was', async ({ page, foyer }) => {
  const ada = await foyer.account({ name: 'Ada Lovelace' });
  await enter(page, ada);
  await mark(page);
  await logOut(page);
  await isAtLogin(page);
  await signIn(page, ada);
  await expect(marked(page)).toHaveCount(1);
});

test('SESSION-05n a venue that was asked for before a logout is shown to nobody when it comes', async ({
  page,
  context,
  foyer,
}) => {
  const ada = await foyer.account({ name: 'Ada Lovelace' });
  await enter(page, ada);
  const second = await context.newPage();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let asked = 0;
  await second.route('**/api/ui/venue?*', async (route) => {
    asked += 1;
    const response = await route.fetch();
    if (asked === 1) await held;
    await route.fulfill({ response });
  });
  await second.goto(lounge);
  await expect.poll(() => asked).toBe(1);
  await logOut(page);
  await isAtLogin(second);
  const late = second.waitForResponse('**/api/ui/venue?*');
  answer();
  await (await late).finished();
  await isAtLogin(second);
  await expect(second.getByRole('button', { name: 'Enter', exact: true })).toBeVisible();
  await signIn(second, ada);
  await expect(second.getByRole('heading', { level: 1, name: 'Lounge' })).toBeAttached();
  expect(asked).toBe(2);
});
