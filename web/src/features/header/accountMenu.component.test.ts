/** The account menu of the header, and the drawer with its entries on a phone. */
import { expect, test } from 'vitest';
import { FakeServer, ada } from '../../testing/fakeServer.ts';
import { openPage, phone } from '../../testing/page.ts';

const lounge = '/v/nightfall/area/lounge';

test('HEAD-08a the account menu shows the name, and the email on hover', async () => {
  const page = await openPage(lounge, { server: new FakeServer().signIn() });
  const menu = page.getByRole('button', { name: 'Account menu: Ada Lind' });
  await expect.element(menu).toHaveTextContent('AL');
  await menu.hover();
  await expect.element(page.getByText(`Ada Lind, ${ada.email}`)).toBeVisible();
});

test('SESSION-07d someone without a name is shown with the name their email suggests', async () => {
  const grace = { ...ada, userId: 'u-grace', name: '', email: 'grace.hopper+navy@example.com' };
  const page = await openPage(lounge, { server: new FakeServer().signIn(grace) });
  await expect.element(page.getByRole('button', { name: 'Account menu: Grace Hopper' })).toBeVisible();
});

test('HEAD-08b the menu has the profile, the logout, and privacy preferences where there is a banner', async () => {
  const server = new FakeServer().signIn();
  const page = await openPage(lounge, { server });
  const menu = page.getByRole('button', { name: 'Account menu' });
  const entries = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent);
  await menu.click();
  await expect.poll(entries).toEqual(['My profile', 'Log out']);
  await page.press('{Escape}');
  await expect.poll(entries).toEqual([]);
  server.publish((architecture) => {
    architecture.cookieBannerConfig = { ...architecture.cookieBannerConfig, type: 'SIMPLE' };
  });
  await expect.element(page.getByRole('link', { name: 'Privacy preferences' })).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Privacy preferences' }).click();
  await expect.poll(() => page.path).toMatch(/#privacy-preferences$/);
});

test('HEAD-03c on a phone the drawer shows the name and the entries of the account menu', async () => {
  const server = new FakeServer().signIn();
  server.change((architecture) => {
    architecture.cookieBannerConfig = { ...architecture.cookieBannerConfig, type: 'SIMPLE' };
  });
  const page = await openPage(lounge, { server, ...phone });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer.getByText('Ada Lind')).toBeVisible();
  await expect.element(drawer.getByRole('button', { name: 'My profile' })).toBeVisible();
  await expect.element(drawer.getByRole('button', { name: 'Privacy preferences' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => page.path).toMatch(/^\/login/);
});

const designer = { ...ada, name: 'Dana Designer', roles: ['ROLE_ATTENDEE', 'ROLE_DESIGNER'] } as const;

test('HEAD-08c designers see their role, and the menu leads to the stage', async () => {
  const page = await openPage(lounge, { server: new FakeServer().signIn(designer) });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Go to the stage' })).toBeVisible();
  const menu = page.getByRole('menu');
  await expect.element(menu.getByText('Designer', { exact: true })).toBeVisible();
  await page.expectAccessible();
});

test('HEAD-08d attendees see neither a role nor the stage', async () => {
  const page = await openPage(lounge, { server: new FakeServer().signIn() });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'My profile' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Go to the stage' }).elements()).toEqual([]);
  expect(
    page
      .getByRole('menu')
      .getByText(/Designer|Administrator|Ada/)
      .elements(),
  ).toEqual([]);
});

test('HEAD-03g on a phone the drawer shows the role of administrators, and leads to the stage', async () => {
  const admin = { ...designer, name: 'Ari', roles: ['ROLE_ATTENDEE', 'ROLE_ADMIN'] } as const;
  const page = await openPage(lounge, { server: new FakeServer().signIn(admin), ...phone });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect.element(drawer.getByText('Administrator')).toBeVisible();
  await expect.element(drawer.getByRole('button', { name: 'Go to the stage' })).toBeVisible();
});
