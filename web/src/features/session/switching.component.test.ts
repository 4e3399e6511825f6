/** Several users of one page, one after another: each has a visit of their own. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import {
  checkVenueAccess,
  createRealtimeTicket,
  getProfile,
  getVenue,
  refreshSession,
  saveProfile,
} from '@foyer/contract';
import { FakeServer, ada, anonymousLogin, type FakeUser } from '../../testing/fakeServer.ts';
import { logInElsewhere, logOutElsewhere } from '../../testing/otherTab.ts';
import { openPage, type AppPage, type PageOptions } from '../../testing/page.ts';

const bo: FakeUser = { ...ada, userId: 'u-bo', email: 'bo@example.com', name: 'Bo Berg' };
const lounge = '/v/nightfall/area/lounge';

const menuOf = (page: AppPage, { name = '' }: FakeUser): Locator =>
  page.getByRole('button', { name: `Account menu: ${name}` });
const panel = (page: AppPage): Locator => page.getByCSS('[data-slot=panel]');

/** Opens the lounge as Ada, and returns a check that the page has not been reloaded since. */
async function openAsAda(server: FakeServer, options: PageOptions = {}) {
  const page = await openPage(lounge, { server, ...options });
  await expect.element(menuOf(page, ada)).toBeVisible();
  const { window: first } = page;
  Object.assign(first, { isFirstPage: true });
  const expectSamePage = () => expect(page.window).toHaveProperty('isFirstPage', true);
  return { page, expectSamePage };
}

async function openOwnProfile(page: AppPage): Promise<void> {
  await menuOf(page, ada).click();
  await page.getByRole('menuitem', { name: 'My profile' }).click();
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
}

async function expectInsideAs(page: AppPage, user: FakeUser): Promise<void> {
  await expect.element(menuOf(page, user)).toBeVisible();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  expect(page.path).toBe(lounge);
}

test('SESSION-10af another account of another tab is shown at the same place without a reload, and nothing of the previous one', async () => {
  const server = new FakeServer().signIn();
  const { page, expectSamePage } = await openAsAda(server);
  await openOwnProfile(page);
  await panel(page).getByLabelText('Company').fill('For nobody but me');
  logInElsewhere(server, bo);
  await expectInsideAs(page, bo);
  await expect.element(panel(page)).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(page.document.documentElement.textContent).not.toContain('Ada Lind');
  // Hosts receive more of the venue than others.
  expect(server.calls(getVenue)).toHaveLength(2);
  expectSamePage();
});

test('SESSION-10 while the next user’s venue is loading, the title of the tab says nothing of the previous user', async () => {
  const server = new FakeServer().signIn();
  const { page } = await openAsAda(server);
  await expect.poll(() => page.document.title).toMatch(/^Lounge/);
  const venue = server.hold(getVenue);
  logInElsewhere(server, bo);
  await venue.reached;
  await expect.poll(() => page.document.title).not.toContain('Lounge');
  venue.release();
  await expect.poll(() => page.document.title).toMatch(/^Lounge/);
});

test('SESSION-10 PAGE-01 after a login on another page, its link back does not lead to the area of the previous user', async () => {
  const server = new FakeServer().signIn();
  const { page, expectSamePage } = await openAsAda(server);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Imprint' }).click();
  await expect.element(page.heading('Imprint')).toBeVisible();
  const back = page.getByRole('link', { name: 'Back to the area' });
  expect(back.element().getAttribute('href')).toBe(lounge);
  logInElsewhere(server, bo);
  await expect.element(menuOf(page, bo)).toBeVisible();
  await back.click();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/lobby');
  expectSamePage();
});

test('SESSION-10ah another account without access leads to the login page, which says why', async () => {
  const server = new FakeServer().signIn();
  const { page, expectSamePage } = await openAsAda(server);
  server.reject(checkVenueAccess, { code: 'forbidden' });
  logInElsewhere(server, bo);
  await expect.element(page.getByRole('alert')).toMatchTextContent('You don’t have access to this event');
  expect(page.path).toBe(`/login?redirect=${encodeURIComponent(lounge)}`);
  expectSamePage();
});

test('SESSION-10ai accounts switch in a browser without storage', async () => {
  const server = new FakeServer().signIn();
  const { page, expectSamePage } = await openAsAda(server, {
    prepare: (window) => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new window.DOMException('blocked', 'SecurityError');
          },
        });
    },
    allowedErrors: [/browser storage/],
  });
  logInElsewhere(server, bo);
  await expectInsideAs(page, bo);
  expect(page.document.documentElement.textContent).not.toContain('Ada Lind');
  expectSamePage();
});

test('SESSION-10aj a tab of a guest shows the account that another tab logs in, and again a guest after its logout', async () => {
  const server = new FakeServer();
  server.loginOptions = [anonymousLogin, ...new FakeServer().requireLogin().loginOptions];
  const page = await openPage(lounge, { server });
  Object.assign(page.window, { isFirstPage: true });
  await expect.poll(() => server.sockets.length).toBe(1);
  logInElsewhere(server, bo);
  await expectInsideAs(page, bo);
  logOutElsewhere(server);
  await expect.element(menuOf(page, bo)).not.toBeInTheDocument();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  expect(page.path).toBe(lounge);
  expect(page.window).toHaveProperty('isFirstPage', true);
});

test('SESSION-05w a logout while a profile is saved shows neither success nor failure to the next user', async () => {
  const server = new FakeServer().signIn();
  const saved = server.hold(saveProfile);
  server.reject(saveProfile, { code: 'unauthorized' });
  const { page, expectSamePage } = await openAsAda(server);
  await openOwnProfile(page);
  await panel(page).getByLabelText('Company').fill('Analytical Engines');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await saved.reached;
  logOutElsewhere(server);
  await expect.poll(() => page.path).toMatch(/^\/login\?/);
  logInElsewhere(server, bo);
  await expectInsideAs(page, bo);
  saved.release();
  await page.atRest();
  await expectInsideAs(page, bo);
  expect(page.document.querySelector('[data-snackbars]')?.textContent).toBe('');
  expectSamePage();
});

test('ERROR-01l a connection that returns after the account was deleted leads to the login page', async () => {
  const server = new FakeServer().signIn();
  const { page } = await openAsAda(server, { allowedErrors: [/\[/] });
  await expect.poll(() => server.sockets.length).toBe(1);
  for (const endpoint of [createRealtimeTicket, refreshSession, getProfile])
    server.reject(endpoint, { code: 'unauthorized' });
  server.disconnect();
  page.setOnline(true);
  await expect.poll(() => page.path).toMatch(/^\/login\?/);
  await expect
    .element(page.getByCSS('[data-tone="note"]'))
    .toHaveTextContent('You’ve been logged out. Log in again to continue.');
});
