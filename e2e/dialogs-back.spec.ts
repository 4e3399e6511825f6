/** On a phone Back is how one closes what is open: it never leaves the page for it. */
import { areaPath, heading, withoutWidgets } from './areaPage.ts';
import { expect, test, type Page } from './harness.ts';

test.use({ viewport: { width: 390, height: 844 } });
test.beforeEach(({ foyer }) => foyer.live(withoutWidgets));

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(menu(page)).toBeVisible();
};
/** In the lounge, and before that in the library. */
async function walkIntoLounge(page: Page): Promise<void> {
  await page.goto(areaPath('library', '&view=reading'));
  await expect(heading(page, 'Library')).toBeVisible();
  await openMenu(page);
  await menu(page).getByRole('link', { name: 'Lounge' }).click();
  await expect(heading(page, 'Lounge')).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
}

test('AREA-10f Back closes the menu, also on the first page of a visit, and stays there', async ({
  page,
}) => {
  await page.goto(areaPath('lounge', '&view=reading'));
  await openMenu(page);
  await page.goBack();
  await expect(menu(page)).toHaveCount(0);
  await expect(heading(page, 'Lounge')).toBeVisible();
});

test('AREA-10g a menu that was closed, by Back or by its button, leaves no step behind', async ({ page }) => {
  await walkIntoLounge(page);
  await openMenu(page);
  await page.goBack();
  await expect(menu(page)).toHaveCount(0);
  await openMenu(page);
  await page.getByRole('button', { name: 'Close the menu' }).click();
  await expect(menu(page)).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, 'Library')).toBeVisible();
  await page.goForward();
  await expect(heading(page, 'Lounge')).toBeVisible();
});

test('AREA-10h whoever leaves through the menu comes Back to the page, not to the menu', async ({ page }) => {
  await walkIntoLounge(page);
  await openMenu(page);
  await menu(page).getByRole('link', { name: 'Imprint' }).click();
  await expect(page).toHaveURL(/imprint/);
  await page.goBack();
  await expect(heading(page, 'Lounge')).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, 'Library')).toBeVisible();
});

test('AREA-10i Forward after Back has closed a menu opens nothing and leaves nothing', async ({ page }) => {
  await walkIntoLounge(page);
  await openMenu(page);
  await page.goBack();
  await expect(menu(page)).toHaveCount(0);
  await page.goForward();
  await expect(heading(page, 'Lounge')).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
  await page.goBack();
  await expect(heading(page, 'Library')).toBeVisible();
});
