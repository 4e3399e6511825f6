/** The session of a page: where a login leads, how it is renewed, and what is shown when it ends. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import {
  getProfile,
  getVenue,
  getVenueVersion,
  checkVenueAccess,
  createRealtimeTicket,
  refreshSession,
  signIn,
  signOut,
} from '@foyer/contract';
import { tokenRefreshMs } from '@foyer/contract/limits';
import { FakeServer, RejectedCall, ada } from '../../testing/fakeServer.ts';
import { openPage, type AppPage } from '../../testing/page.ts';

const lounge = '/v/nightfall/area/lounge';
const imprint = '/v/nightfall/imprint';
const minutes = (count: number): number => count * 60_000;

const accountMenu = (page: AppPage): Locator => page.getByRole('button', { name: 'Account menu' });
const enter = (page: AppPage): Locator => page.getByRole('button', { name: 'Enter', exact: true });
const atLogin = (page: AppPage) => expect.poll(() => page.path).toMatch(/^\/login(\?|$)/);

async function submitLogin(page: AppPage, { email, password } = ada): Promise<void> {
  await page.getByLabelText('Email', { exact: true }).fill(email);
  await page.getByLabelText('Password', { exact: true }).fill(password);
  await enter(page).click();
}

async function expectInside(page: AppPage): Promise<void> {
  await expect.element(accountMenu(page)).toBeVisible();
  expect(page.path).toMatch(/^\/v\/nightfall\/area\//);
}

/** The login page shows a single line to a user whose session has ended, no dialog and no error code. */
async function expectEndShownAtLogin(page: AppPage): Promise<void> {
  await atLogin(page);
  await expect
    .element(page.getByCSS('[data-tone="note"]'))
    .toHaveTextContent('You’ve been logged out. Log in again to continue.');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText(/UNAUTHORIZED|FORBIDDEN/)).not.toBeInTheDocument();
}

/** Logs out from the account menu. */
async function logOut(page: AppPage): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await atLogin(page);
}

/** A new name of the lounge goes live. */
const publishWinterGarden = (server: FakeServer): void =>
  server.publish((architecture) => {
    const room = architecture.areas.find(({ id }) => id === 'lounge');
    if (room) room.names = [{ locale: 'en', text: 'Winter garden' }];
  });

interface RenewingPage {
  readonly page: AppPage;
  /** Fires the timer of the token renewal, once it has been set again. */
  readonly renew: () => Promise<void>;
}

/** The page of someone signed in; the test decides when the 15 minutes of the token renewal are over. */
async function openRenewing(server: FakeServer, path = lounge): Promise<RenewingPage> {
  let run: (() => void) | undefined;
  const page = await openPage(path, {
    server,
    allowedErrors: [/\[SESSION\]/],
    prepare: (window) => {
      const setTimeout = window.setTimeout.bind(window);
      window.setTimeout = ((handler: () => void, delayMs?: number) => {
        if (delayMs === tokenRefreshMs) run = handler;
        return setTimeout(handler, delayMs);
      }) as typeof window.setTimeout;
    },
  });
  await expect.element(accountMenu(page)).toBeVisible();
  const renew = async (): Promise<void> => {
    await expect.poll(() => run).toBeDefined();
    const fire = run;
    run = undefined;
    fire?.();
  };
  return { page, renew };
}

test('GUARD-06b SESSION-02c after the login the requested page opens, with its query and hash', async () => {
  const server = new FakeServer().requireLogin();
  const page = await openPage('/v/nightfall/area/library?view=text#shelf', { server });
  await atLogin(page);
  expect(new URLSearchParams(page.window.location.search).get('redirect')).toBe(
    '/v/nightfall/area/library?view=text#shelf',
  );
  await submitLogin(page);
  await expect.poll(() => page.path).toBe('/v/nightfall/area/library?view=text#shelf');
  await expect.element(page.heading('Library')).toBeVisible();
});

test.each(['/login', '/login?redirect=https%3A%2F%2Fevil.example%2F'])(
  'ROUTE-02b users who are logged in already are redirected from %s to the venue',
  async (path) => {
    const page = await openPage(path, { server: new FakeServer().signIn() });
    await expect.poll(() => page.path).toBe('/v/nightfall/area/lobby');
    await expect.element(accountMenu(page)).toBeVisible();
  },
);

test('SESSION-06d a tab that wakes with an expired token renews it before its next call', async () => {
  const server = new FakeServer().signIn();
  let asleepMs = 0;
  const page = await openPage(lounge, {
    server,
    prepare: ({ Date }) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + asleepMs;
    },
  });
  await expectInside(page);
  asleepMs = minutes(61);
  let renewals = 0;
  server.respondTo(getVenue, () => {
    renewals = server.calls(refreshSession).length;
    return server.venue;
  });
  publishWinterGarden(server);
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
  expect(renewals).toBe(2);
  await expectInside(page);
});

test('SESSION-06g a rejected renewal logs out, and a message says so', async () => {
  const server = new FakeServer().signIn();
  const { page, renew } = await openRenewing(server);
  server.reject(refreshSession, { code: 'unauthorized' });
  await renew();
  await expectEndShownAtLogin(page);
});

test('ERROR-01i on a page that needs no login, a dialog says that the session has ended', async () => {
  const server = new FakeServer().signIn();
  const { page, renew } = await openRenewing(server, imprint);
  server.reject(refreshSession, { code: 'unauthorized' });
  await renew();
  await expect.element(page.getByRole('dialog', { name: 'Your session has expired' })).toBeVisible();
  await expect.element(accountMenu(page)).not.toBeInTheDocument();
  expect(page.path).toBe(imprint);
});

test('ERROR-01j a 401 logs out with a message, and the next login leads back', async () => {
  const server = new FakeServer().signIn();
  const page = await openPage(lounge, { server, allowedErrors: [/\[VENUE\]/] });
  await expectInside(page);
  server.reject(getVenue, { code: 'unauthorized' });
  server.publish();
  await expectEndShownAtLogin(page);
  // Blocked as the first login fails, unblocked before the second.
  let isBlocked = true;
  const idToken = (server.calls(getVenue)[0]?.headers['authorization'] ?? '').replace('Bearer ', '');
  server.respondTo(signIn, () => {
    if (isBlocked) throw new RejectedCall({ code: 'accountBlocked' });
    server.signedIn = ada;
    return { idToken, expiresAt: Date.now() + minutes(60) };
  });
  server.respondTo(getVenue, () => server.venue);
  await submitLogin(page);
  await expect.element(page.getByRole('alert')).toMatchTextContent('This account is blocked');
  isBlocked = false;
  await submitLogin(page);
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expectInside(page);
});

test('ERROR-01d a 403 logs out with a message', async () => {
  const server = new FakeServer().signIn();
  const page = await openPage(lounge, { server, allowedErrors: [/\[VENUE\]/] });
  await expectInside(page);
  server.reject(getVenue, { code: 'forbidden' });
  server.publish();
  await expectEndShownAtLogin(page);
});

test('ERROR-01k the login page says that the session was ended on another device', async () => {
  const server = new FakeServer().signIn();
  const page = await openPage(lounge, { server, allowedErrors: [/\[/] });
  await expectInside(page);
  await expect.poll(() => server.sockets.length).toBe(1);
  for (const endpoint of [createRealtimeTicket, refreshSession])
    server.reject(endpoint, { code: 'unauthorized' });
  server.disconnect('sessionEnded');
  // An online event makes the page connect at once.
  page.setOnline(true);
  await expectEndShownAtLogin(page);
});

test('SESSION-03d a user without access is logged out again, and a message says why', async () => {
  const server = new FakeServer().requireLogin().reject(checkVenueAccess, { code: 'forbidden' });
  const page = await openPage('/login', { server });
  await submitLogin(page);
  await expect.element(page.getByRole('alert')).toMatchTextContent('You don’t have access to this event');
  await atLogin(page);
  // The server deletes the cookie.
  await expect.poll(() => server.calls(signOut).map(({ body }) => body)).toEqual([{ everywhere: false }]);
});

test('SESSION-09a a user without a profile on the server is logged out, and the login page says so', async () => {
  const server = new FakeServer().requireLogin().reject(getProfile, { code: 'notFound' });
  const page = await openPage(lounge, { server });
  await atLogin(page);
  await submitLogin(page);
  await expect.poll(() => server.calls(signOut).length).toBe(1);
  await expectEndShownAtLogin(page);
});

test('SESSION-09b a profile that fails to load for another reason logs no one out', async () => {
  const server = new FakeServer().signIn().reject(getProfile, { code: 'conflict', status: 418 });
  const page = await openPage(lounge, { server, allowedErrors: [/\[SESSION\]/] });
  await expect.poll(() => server.calls(getProfile).length).toBeGreaterThan(0);
  await expectInside(page);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('VERSION-04i a publication does not leave the login page, and the login leads to the new version', async () => {
  const server = new FakeServer().requireLogin();
  const page = await openPage(lounge, { server });
  await atLogin(page);
  const polls = server.calls(getVenueVersion).length;
  publishWinterGarden(server);
  // An online event makes the page ask for the version at once.
  page.setOnline(true);
  await expect.poll(() => server.calls(getVenueVersion).length).toBeGreaterThan(polls);
  await atLogin(page);
  await expect.element(enter(page)).toBeVisible();
  await submitLogin(page);
  await expect.element(page.heading('Winter garden')).toBeInTheDocument();
});

test('SESSION-10k a user who logs in again in a tab finds it as it was', async () => {
  const page = await openPage(lounge, { server: new FakeServer().signIn() });
  await expectInside(page);
  const { document } = page;
  await logOut(page);
  await submitLogin(page);
  await expectInside(page);
  expect(page.document).toBe(document);
});
