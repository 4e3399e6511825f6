/** Guests of an anonymous venue, and attendees who log in to it. */
import { expect, test } from 'vitest';
import { countLogin, getProfile, openGuestSession, type LoginConfiguration } from '@foyer/contract';
import { FakeServer, ada, anonymousLogin } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';

/** The login options of a server without a login file: everyone may enter, users with an account may log in. */
const passwordOnly: LoginConfiguration = {
  loginProvider: 'FIREBASE',
  loginType: 'FIREBASE',
  idpProvider: [{ displayName: '', providerID: 'password' }],
  passwordReset: false,
};
const anonymousVenue = (): FakeServer => {
  const server = new FakeServer();
  server.loginOptions = [anonymousLogin, passwordOnly];
  return server;
};

const library = '/v/nightfall/area/library';
const email = (page: AppPage) => page.getByLabelText('Email', { exact: true });
const loginLink = (page: AppPage) => page.getByRole('banner').getByRole('link', { name: 'Log in' });

async function logIn(page: AppPage): Promise<void> {
  await email(page).fill(ada.email);
  await page.getByLabelText('Password', { exact: true }).fill(ada.password);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

test('ROLE-04n LOGIN-19d the guest session is opened after the first picture, and the visit is counted once', async () => {
  const requestedPaths: string[] = [];
  let picturesBefore: string[] = [];
  const page = await openPage('/v/nightfall/area/lounge', {
    server: anonymousVenue(),
    prepare: (opened) => {
      const send = opened.fetch;
      opened.fetch = (input, init) => {
        const { pathname } = new URL(
          input instanceof opened.Request ? input.url : String(input),
          location.href,
        );
        if (pathname === '/api/session/guest')
          picturesBefore = opened.performance.getEntriesByType('resource').map(({ name }) => name);
        requestedPaths.push(pathname);
        return send(input, init);
      };
    },
  });
  await expect.poll(() => page.server.calls(openGuestSession)).toHaveLength(1);
  expect(picturesBefore.join(' ')).toContain('/backend-assets/live/test/lounge/');
  expect(
    requestedPaths
      .slice(0, requestedPaths.indexOf('/api/session/guest'))
      // The page view may be counted before or after it.
      .filter((path) => path.startsWith('/api/') && path !== '/api/capture/hit')
      .toSorted(),
  ).toEqual(['/api/loginOptions', '/api/ui/venue', '/api/venue/version']);
  await expect.poll(() => page.server.calls(countLogin)).toHaveLength(1);
  await page.getByRole('link', { name: 'Library' }).first().click();
  await expect.element(page.heading('Library')).toBeInTheDocument();
  await page.atRest();
  expect(page.server.calls(countLogin)).toHaveLength(1);
});

test('ROLE-03c in an anonymous venue a host logs in at the URL of the login page and enters the venue', async () => {
  const page = await openPage('/login', { server: anonymousVenue() });
  await logIn(page);
  await expect.poll(() => page.path).toBe('/v/nightfall/area/lobby');
});

test('ROLE-03f a guest logs in from inside the venue and returns to the same place', async () => {
  const page = await openPage(`${library}?view=text`, { server: anonymousVenue() });
  await loginLink(page).click();
  await expect.poll(() => page.path).toMatch(/^\/login\?redirect=/);
  page.back();
  await expect.element(page.heading('Library')).toBeVisible();
  await loginLink(page).click();
  await logIn(page);
  await expect.poll(() => page.path).toBe(`${library}?view=text`);
  await expect.element(loginLink(page)).not.toBeInTheDocument();
  // The venue was there before the profile (SESSION-09).
  await expect.poll(() => page.server.calls(getProfile)).toHaveLength(1);
});

test('ROLE-03i the login opens in a tab of its own, and is still there after a reload', async () => {
  const page = await openPage(library, { server: anonymousVenue() });
  const tab = await openPage(loginLink(page).element().getAttribute('href') ?? '', {
    server: anonymousVenue(),
  });
  await expect.element(email(tab)).toBeVisible();
  await tab.reload();
  await expect.element(email(tab)).toBeVisible();
  expect(tab.path).toMatch(/^\/login\?redirect=/);
});

test('ROLE-03h HEAD-03b on a phone a guest finds the login in the menu', async () => {
  const page = await openPage(library, { server: anonymousVenue(), ...phone });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Log in' }).click();
  await expect.element(email(page)).toBeVisible();
  expect(page.path).toMatch(/^\/login\?redirect=/);
});
