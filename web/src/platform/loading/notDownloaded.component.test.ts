/** What the user opens is downloaded on demand: without a network, and after a failed download. */
import { expect, test } from 'vitest';
import { FakeServer } from '../../testing/fakeServer.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';

const lounge = '/v/nightfall/area/lounge';
const allowedErrors = [/could not be downloaded/];
const offline = (page: AppPage) => page.getByText('This can’t open while you’re offline.');
const scripts = (page: AppPage) =>
  page.window.performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\.(?:js|css)/.test(name));

/** An area that is ready, also to show messages, without a network. */
async function openOffline(options: PageOptions = {}) {
  const server = new FakeServer().signIn();
  const page = await openPage(lounge, { server, allowedErrors, ...options });
  // The list of messages is downloaded when the page is idle.
  await expect.poll(() => scripts(page).some((name) => name.includes('SnackbarList'))).toBe(true);
  server.reachable = false;
  page.setOnline(false);
  const goOnline = (): void => {
    server.reachable = true;
    page.setOnline(true);
  };
  return { page, goOnline };
}

test.each([
  ['Floorplan', /WidgetHost|FloorplanWidget/],
  [/^Who’s here/, /PresencePanel/],
  [/^Chat/, /ChatRoot|ChatSidePanel/],
])(
  'each press of %s says that it cannot open offline, its code is not requested, and the first one online opens it',
  async (name, files) => {
    const { page, goOnline } = await openOffline();
    const requested = () => scripts(page).filter((url) => files.test(url));
    const button = page.getByRole('button', { name });
    for (const _press of [1, 2]) {
      await button.click();
      await expect.element(offline(page)).toBeVisible();
      await page.getByRole('button', { name: 'Close' }).click();
      await expect.element(offline(page)).not.toBeInTheDocument();
    }
    expect(requested()).toEqual([]);
    goOnline();
    await button.click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(requested()).not.toEqual([]);
  },
);

test('the account menu says that it cannot open offline, and opens online', async () => {
  const { page, goOnline } = await openOffline();
  const menu = page.getByRole('button', { name: 'Account menu' });
  await menu.click();
  await expect.element(offline(page)).toBeVisible();
  goOnline();
  await expect.element(offline(page)).not.toBeInTheDocument();
  await menu.click();
  await expect.element(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('the menu of a phone says that it cannot open offline, and opens online', async () => {
  const { page, goOnline } = await openOffline(phone);
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.click();
  await expect.element(offline(page)).toBeVisible();
  goOnline();
  await menu.click();
  await expect.element(page.getByRole('button', { name: 'Close menu' })).toBeVisible();
});

test('the picture stays while the text view cannot be downloaded, and the text follows online', async () => {
  const { page, goOnline } = await openOffline();
  await page.getByRole('button', { name: 'Text' }).click();
  await expect.element(offline(page)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Library/ }).first()).toBeVisible();
  await expect.element(page.getByCSS('[data-phase="current"]').first()).toBeVisible();
  goOnline();
  await expect.element(page.getByCSS('[data-phase="current"]')).not.toBeInTheDocument();
  await expect.element(page.heading('Lounge')).toBeVisible();
});

test('without a network, a server on the same machine still sends what is opened', async () => {
  const server = new FakeServer().signIn();
  const page = await openPage(lounge, { server });
  await expect.element(page.getByRole('button', { name: 'Floorplan' })).toBeVisible();
  page.setOnline(false);
  await page.getByRole('button', { name: 'Floorplan' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Floorplan' })).toBeVisible();
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
  await expect.poll(() => scripts(page).some((name) => name.includes('SnackbarList'))).toBe(true);
  await page.getByRole('button', { name: 'Floorplan' }).click();
  await expect.element(page.getByText('This couldn’t be loaded. Please reload the page.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Floorplan' })).toBeVisible();
});
