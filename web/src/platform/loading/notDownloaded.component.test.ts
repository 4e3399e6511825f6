/** What the user opens is downloaded on demand: without a network, and after a failed download. */
import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { openPage, type AppPage } from '../../testing/page.ts';

const lounge = '/v/nightfall/area/lounge';
const allowedErrors = [/could not be downloaded/];
const offline = (page: AppPage) => page.getByText('This can’t open while you’re offline.');
const scripts = (page: AppPage) =>
  page.window.performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\.(?:js|css)/.test(name));

async function openOffline(): Promise<{ page: AppPage; loaded: readonly string[] }> {
  const page = await openPage(lounge, { server: new FakeServer().signIn(), allowedErrors });
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Floorplan' })).toBeVisible();
  // The list of messages is downloaded when the page is idle.
  await expect.poll(() => scripts(page).some((name) => name.includes('SnackbarList'))).toBe(true);
  page.setOnline(false);
  return { page, loaded: scripts(page) };
}

test('a panel that is opened offline says so, requests nothing, and appears when the browser is online again', async () => {
  const { page, loaded } = await openOffline();
  await page.getByRole('button', { name: 'Floorplan' }).click();
  await expect.element(offline(page)).toBeVisible();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Floorplan' })).toBeVisible();
  expect(scripts(page)).toEqual(loaded);
  page.setOnline(true);
  await expect.element(page.getByRole('dialog', { name: 'Floorplan' })).toBeVisible();
});

test('a menu that is opened offline says so, and opens at the next press online', async () => {
  const { page } = await openOffline();
  const menu = page.getByRole('button', { name: 'Account menu' });
  await menu.click();
  await expect.element(offline(page)).toBeVisible();
  page.setOnline(true);
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('a style sheet whose download failed is requested again with its component', async () => {
  let requests = 0;
  await interceptFiles('*/assets/WidgetHost-*.css', () => {
    requests += 1;
    return requests === 1 ? 'lost' : 'real';
  });
  const page = await openPage(lounge, { server: new FakeServer().signIn() });
  await page.getByRole('button', { name: 'Floorplan' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Floorplan' })).toBeVisible();
  expect(requests).toBe(2);
});

test('a component that cannot be downloaded online says that a reload helps', async () => {
  await interceptFiles('*/assets/WidgetHost-*', () => 'lost');
  const page = await openPage(lounge, { server: new FakeServer().signIn(), allowedErrors });
  await page.getByRole('button', { name: 'Floorplan' }).click();
  await expect.element(page.getByText('This couldn’t be loaded. Please reload the page.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Floorplan' })).toBeVisible();
});
