/** Presence on a phone: the people in the menu, and the card of one of them. */
import { expectAccessible } from './accessible.ts';
import {
  card,
  enter,
  expect,
  list,
  openList,
  phone,
  row,
  test,
  widget,
  withLogin,
  type Page,
} from './presencePage.ts';

test.use({ server: withLogin, viewport: phone, isMobile: true, hasTouch: true });

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const inMenu = (page: Page, name: string) => menu(page).getByRole('button', { name });

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(menu(page).getByRole('heading', { name: 'Who is here' })).toBeVisible();
}

test('HEAD-02c HEAD-03d a phone’s header has 60; its menu has a few of those who are here, and leads to all', async ({
  page,
  foyer,
  come,
}) => {
  await come('Ada', 'Bo', 'Cy', 'Di', 'Ed', { name: 'Far', area: 'lounge' });
  await enter(page, await foyer.account());
  await expect(page.getByRole('banner')).toHaveCSS('height', '60px');
  await expect(widget(page)).toHaveText('6');
  await openMenu(page);
  await expect(menu(page).getByRole('heading', { name: 'Who is here' })).toHaveText('Who is here 6');
  await expect(menu(page).locator('[data-person]')).toHaveCount(4);
  await expectAccessible(page, '[role="dialog"]');
  await inMenu(page, 'Show all').tap();
  await expect(menu(page)).toHaveCount(0);
  await expect(list(page).locator('[data-person]')).toHaveCount(5);
});

test('HEAD-03e the menu has no people outside of all areas', async ({ page, foyer, come }) => {
  await come('Ada');
  await enter(page, await foyer.account());
  await openMenu(page);
  await menu(page).getByRole('link', { name: 'Imprint' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible();
  await page.getByRole('button', { name: 'Open the menu' }).tap();
  await expect(inMenu(page, 'My profile')).toBeVisible();
  await expect(menu(page).getByRole('heading', { name: 'Who is here' })).toHaveCount(0);
});

test('HEAD-04a HEAD-04b a person’s card floats above the menu; the same one again closes it, another one takes its place', async ({
  page,
  foyer,
  come,
}) => {
  await come({ name: 'Léa Fontaine', title: 'Scenographer' }, 'Bo');
  await enter(page, await foyer.account());
  await openMenu(page);
  await inMenu(page, 'Léa Fontaine').tap();
  await expect(card(page).getByRole('heading', { name: 'Léa Fontaine' })).toBeVisible();
  await expect(card(page)).toContainText('Available, Lobby');
  await expect(inMenu(page, 'Léa Fontaine')).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, '[data-dialog="attendee-card"]');
  await inMenu(page, 'Bo').tap();
  await expect(card(page).getByRole('heading', { name: 'Bo' })).toBeVisible();
  await inMenu(page, 'Bo').tap();
  await expect(card(page)).toHaveCount(0);
  await expect(menu(page)).toBeVisible();
});

test('HEAD-04c a tap outside closes the card and nothing else; so does Back', async ({
  page,
  foyer,
  come,
}) => {
  await come('Bo');
  await enter(page, await foyer.account());
  await openMenu(page);
  await inMenu(page, 'Bo').tap();
  await expect(card(page)).toBeVisible();
  await page.touchscreen.tap(30, 300);
  await expect(card(page)).toHaveCount(0);
  await expect(menu(page)).toBeVisible();
  await inMenu(page, 'Bo').tap();
  await expect(card(page)).toBeVisible();
  await inMenu(page, 'Log out').tap();
  await expect(card(page)).toHaveCount(0);
  await expect(menu(page)).toBeVisible();
  await inMenu(page, 'Bo').tap();
  await expect(card(page)).toBeVisible();
  await page.goBack();
  await expect(card(page)).toHaveCount(0);
  await expect(menu(page)).toBeVisible();
});

test('HEAD-04d the card leads to the profile, and to where the person is', async ({ page, foyer, come }) => {
  await come('Bo', { name: 'Cy', area: 'lounge' });
  await enter(page, await foyer.account());
  await openMenu(page);
  await inMenu(page, 'Bo').tap();
  await card(page).getByRole('button', { name: 'Go to profile' }).tap();
  const profile = page.locator('[data-dialog="profile"]');
  await expect(profile.getByRole('heading', { name: 'Bo' })).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
  await profile.getByRole('button', { name: 'Close' }).tap();
  await openList(page);
  await list(page).getByRole('button', { name: 'Everywhere 3' }).tap();
  await row(page, 'Cy').tap();
  await expect(card(page)).toContainText('Available, Lounge');
  await card(page).getByRole('link', { name: 'Walk over' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'Lounge' })).toBeAttached();
  await expect(card(page)).toHaveCount(0);
  await expect(list(page)).toHaveCount(0);
});

test('HEAD-04f the card calls the person', async ({ page, foyer, come }) => {
  await come('Bo');
  await enter(page, await foyer.account());
  await openMenu(page);
  await inMenu(page, 'Bo').tap();
  await card(page).getByRole('button', { name: 'Call', exact: true }).tap();
  await expect(page.locator('[data-dialog="call-preview"]')).toContainText('Call with Bo');
  await expect(menu(page)).toHaveCount(0);
});

test('HEAD-04g where the event has no calls the card offers none', async ({ page, foyer, come, allowed }) => {
  allowed.console.push(/status of 501/);
  await foyer.away();
  await foyer.back({ CALLS: 'off' });
  await come('Bo');
  await enter(page, await foyer.account());
  await openMenu(page);
  await inMenu(page, 'Bo').tap();
  await expect(card(page).getByRole('button', { name: 'Start chat' })).toBeVisible();
  await expect(card(page).getByRole('button', { name: 'Call', exact: true })).toHaveCount(0);
  await page.close();
  await foyer.away();
  await foyer.back();
});
