/** The login page: its options, navigation between them, and the layout around them. */
import { getVenueVersion } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { ada, FakeServer, passwordLogin } from '../../testing/fakeServer.ts';
import { desktop, openPage, phone, type AppPage } from '../../testing/page.ts';
import {
  accountMenu,
  allOptions,
  bizzaboLogin,
  cancel,
  companyLogin,
  cventLogin,
  email,
  enterButton,
  fillCredentials,
  greeting,
  message,
  openForm,
  option,
} from './testing/loginPage.ts';

const library = '/v/nightfall/area/library';
const continueButton = (page: AppPage) =>
  page.getByRole('button', { name: 'Continue with Northwind account' });
/** The page has opened the company's login. */
const expectLeft = (page: AppPage) => expect.poll(() => page.path).toMatch(/^\/auth\/corp\/start\?/);

test.for([
  ['LOGIN-01f each option has a button with its configured name, in a fixed order', true],
  ['LOGIN-12c ticket platforms have one button each beside email and password', false],
] as const)('%s', async ([, hasCompany]) => {
  const server = hasCompany
    ? allOptions()
    : new FakeServer().requireLogin(passwordLogin, bizzaboLogin, cventLogin);
  const page = await openPage('/login', { server });
  await expect.element(greeting(page)).toBeVisible();
  const names = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((row) => row.querySelector('bdi')?.textContent);
  await expect
    .poll(names)
    .toEqual([
      'Cvent ticket',
      'Bizzabo ticket',
      ...(hasCompany ? ['Northwind account'] : []),
      'Email and password',
    ]);
});

test('LOGIN-02a the form of the only option is open at once, without Cancel', async () => {
  const page = await openPage('/login', { server: new FakeServer().requireLogin() });
  await expect.element(email(page)).toBeVisible();
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument();
  await expect.element(cancel(page)).not.toBeInTheDocument();
});

test('LOGIN-02b Cancel leads back to the list, with the focus on the option that was open', async () => {
  const page = await openForm('Bizzabo ticket');
  await expect.element(email(page)).toHaveFocus();
  await cancel(page).click();
  await expect.element(option(page, 'Bizzabo ticket')).toHaveFocus();
});

test('LOGIN-02f Back leads from a form to the list, Forward to the form, and Cancel is the same step as Back', async () => {
  const page = await openPage('/v/nightfall/imprint', { server: allOptions() });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  page.window.location.assign(library);
  await expect.poll(() => page.path).toMatch(/^\/login\?redirect=/);
  await option(page, 'Bizzabo ticket').click();
  await expect.element(email(page)).toHaveFocus();
  page.back();
  await expect.element(option(page, 'Bizzabo ticket')).toHaveFocus();
  page.forward();
  await expect.element(email(page)).toHaveFocus();
  await cancel(page).click();
  await expect.element(option(page, 'Bizzabo ticket')).toHaveFocus();
  await option(page, 'Email and password').click();
  await fillCredentials(page, ada);
  await enterButton(page).click();
  await expect.poll(() => page.path).toBe(library);
  await expect.element(accountMenu(page)).toBeVisible();
  page.back();
  await expect.poll(() => page.path).toBe('/v/nightfall/imprint');
});

test('LOGIN-02g the focus stays where it is when the list is rendered again after Cancel', async () => {
  const page = await openForm('Bizzabo ticket');
  await cancel(page).click();
  await expect.element(option(page, 'Bizzabo ticket')).toHaveFocus();
  const language = page.getByRole('combobox', { name: /English|Deutsch/ });
  await language.click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect.element(page.getByText('Wie möchten Sie sich anmelden?')).toBeVisible();
  await expect.element(language).toHaveFocus();
});

test('LOGIN-02c a company account as the only option starts automatically on the first visit, and later by its button', async () => {
  const page = await openPage('/login', { server: new FakeServer().requireLogin(companyLogin) });
  await expectLeft(page);
  await page.goto('/login');
  await expect.element(continueButton(page)).toBeVisible();
  expect(page.path).toBe('/login');
});

test('LOGIN-02d a company account as the only option does not start automatically after an error', async () => {
  const server = new FakeServer().requireLogin(companyLogin);
  const page = await openPage('/login?loginError=loginAborted', { server });
  await expect.element(message(page)).toMatchTextContent('You didn’t finish logging in');
  await expect.element(continueButton(page)).toBeVisible();
  expect(page.path).toBe('/login?loginError=loginAborted');
  await continueButton(page).click();
  await expectLeft(page);
});

test('LOGIN-02e a company account as the only option does not start automatically after logging out, also in a tab that was not at the login before', async () => {
  const server = new FakeServer().requireLogin(companyLogin).signIn(ada);
  const page = await openPage('/v/nightfall/area/lounge', { server });
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.element(continueButton(page)).toBeVisible();
  await page.reload();
  await expect.element(continueButton(page)).toBeVisible();
  expect(page.path).toMatch(/^\/login/);
  // A new tab has a session storage of its own: there it is the first visit.
  page.window.sessionStorage.clear();
  await page.goto('/login');
  await expectLeft(page);
});

test('LOGIN-09h a company login starts as soon as it is chosen, with the URL to return to', async () => {
  const page = await openPage('/login?redirect=%2Fv%2Fnightfall%2Farea%2Flounge%3Fview%3Dtext', {
    server: allOptions(),
  });
  await option(page, 'Northwind account').click();
  await expectLeft(page);
  const { pathname, searchParams } = new URL(page.path, location.origin);
  expect(pathname).toBe('/auth/corp/start');
  expect(searchParams.get('redirect')).toBe('/v/nightfall/area/lounge?view=text');
});

/** The part of the DevTools protocol that holds requests. */
interface Protocol {
  send(method: string, parameters?: object): Promise<unknown>;
  on(event: 'Fetch.requestPaused', handler: (paused: { readonly requestId: string }) => void): void;
}

/** Holds back the script that signs in and opens the company's login. */
async function holdSessionScript() {
  const protocol = cdp() as unknown as Protocol;
  const paused = Promise.withResolvers<string>();
  protocol.on('Fetch.requestPaused', ({ requestId }) => paused.resolve(requestId));
  // A response from the memory cache would cause no request.
  await protocol.send('Network.enable');
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true });
  await protocol.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/session-*.js' }] });
  const release = () => protocol.send('Fetch.disable');
  onTestFinished(async () => {
    await release();
    await protocol.send('Network.disable');
  });
  return {
    requested: paused.promise,
    release,
    fail: async () =>
      protocol.send('Fetch.failRequest', { requestId: await paused.promise, errorReason: 'Failed' }),
  };
}

test('LOGIN-09e LOGIN-17h a company login whose script does not load shows an error and can be retried', async () => {
  const script = await holdSessionScript();
  const page = await openForm('Northwind account');
  await script.requested;
  await script.fail();
  await expect.element(page.getByRole('alert')).toMatchTextContent('We can’t reach the venue right now');
  await expect.element(option(page, 'Northwind account')).toBeVisible();
});

test('LOGIN-09f Cancel before the script of a company account has loaded keeps the page', async () => {
  const script = await holdSessionScript();
  const page = await openForm('Northwind account');
  await script.requested;
  await cancel(page).click();
  await script.release();
  await option(page, 'Email and password').click();
  await fillCredentials(page, { ...ada, password: 'not the right one' });
  await enterButton(page).click();
  // The script has loaded: it has sent this sign-in and has not left the page before.
  await expect.element(message(page)).toBeVisible();
  expect(page.path).toBe('/login');
});

test('LOGIN-10a choosing another option clears the message', async () => {
  const page = await openPage('/login?loginError=duplicateAccount', { server: allOptions() });
  await expect.element(message(page)).toMatchTextContent('You’ve used a different way to log in');
  await option(page, 'Email and password').click();
  await expect.element(email(page)).toBeVisible();
  await expect.element(message(page)).not.toBeInTheDocument();
});

test.each([
  ['loginError', 'We couldn’t log you in'],
  ['loginAborted', 'You didn’t finish logging in'],
  ['duplicateAccount', 'You’ve used a different way to log in'],
  ['unauthorized', 'You don’t have access to this event'],
  ['unknownError', 'Something went wrong'],
])('LOGIN-15g a failed company login shows its message: %s', async (code, text) => {
  const page = await openPage(`/login?loginError=${code}`, { server: allOptions() });
  await expect.element(page.getByRole('alert')).toMatchTextContent(text);
  await expect.element(option(page, 'Northwind account')).toBeVisible();
});

test('LOGIN-15h an unknown error code in the URL is not shown', async () => {
  const page = await openPage('/login?loginError=%3Cb%3Eyou%20lost', { server: allOptions() });
  await expect.element(greeting(page)).toBeVisible();
  await expect.element(message(page)).not.toBeInTheDocument();
  expect(page.document.body.textContent).not.toContain('you lost');
});

test('LOGIN-11a logo and background are the configured ones, and load without a token', async () => {
  const server = allOptions();
  const { loginPageLogoUrl, loginPageBackgroundUrl } = server.uiConfig.venue ?? {};
  const page = await openPage('/login', { server });
  for (const [id, configured] of [
    ['login-logo', loginPageLogoUrl],
    ['login-background', loginPageBackgroundUrl],
  ] as const) {
    const image = () => page.getByTestId(id).query() as HTMLImageElement | null;
    await expect.poll(() => image()?.complete === true && image()!.naturalWidth > 0).toBe(true);
    const { src = '' } = image() ?? {};
    expect(configured).toMatch(/\/(logo|login-background)\//);
    expect(new URL(src).pathname.startsWith(configured ?? '?')).toBe(true);
    // Loaded by the image element itself, which sends no token.
    const loads = () => page.window.performance.getEntriesByName(src) as PerformanceResourceTiming[];
    await expect.poll(() => loads().map(({ initiatorType }) => initiatorType)).toEqual(['img']);
  }
});

test('LOGIN-11c on a phone the header is shown only where there are several languages', async () => {
  const server = allOptions();
  const page = await openPage('/login', { server, ...phone });
  await expect.element(page.getByTestId('login-header')).toBeVisible();
  server.uiConfig = { ...server.uiConfig, i18n: { defaultLocale: 'en', supportedLocales: ['en'] } };
  await page.reload();
  await expect.element(greeting(page)).toBeVisible();
  await expect.element(page.getByTestId('login-header')).not.toBeInTheDocument();
});

test('ROUTE-02c the login page has no footer, and a title of its own', async () => {
  const page = await openPage('/login', { server: allOptions() });
  await expect.element(greeting(page)).toBeVisible();
  await expect.element(page.getByRole('contentinfo')).not.toBeInTheDocument();
  await expect.poll(() => page.document.title).toMatch(/^Log in – Nightfall/);
});

test('ROUTE-02g after logging in, the requested page opens', async () => {
  const lounge = '/v/nightfall/area/lounge?view=text';
  const page = await openPage(lounge, { server: allOptions() });
  await expect.poll(() => page.path).toMatch(/^\/login\?redirect=/);
  await option(page, 'Email and password').click();
  await fillCredentials(page, ada);
  await page.press('{Enter}');
  await expect.poll(() => page.path).toBe(lounge);
});

test('ROUTE-02e the login page leads a signed-in user on', async () => {
  const page = await openPage('/login?redirect=%2Fv%2Fnightfall%2Farea%2Flounge', {
    server: allOptions().signIn(ada),
  });
  await expect.poll(() => page.path).toMatch(/^\/v\/nightfall\/area\/lounge/);
});

test('ROUTE-11f a redirect to another host leads to the root path', async () => {
  const page = await openPage('/login?redirect=https%3A%2F%2Fevil.example%2Fv%2Fnightfall', {
    server: allOptions(),
  });
  await option(page, 'Email and password').click();
  await fillCredentials(page, ada);
  await enterButton(page).click();
  await expect.poll(() => page.path).toMatch(/^\/v\/nightfall\/area\/lobby/);
});

test('GUARD-02b the login page does not show the loading screen of the guards while the venue is loading', async () => {
  const server = allOptions();
  const page = await openPage('/v/nightfall/imprint', { server });
  const version = server.hold(getVenueVersion);
  const opened = page.goto('/login');
  await version.reached;
  await expect.element(page.getByText('Opening the venue')).not.toBeInTheDocument();
  version.release();
  await opened;
  await expect.element(greeting(page)).toBeVisible();
});

test('the keyboard alone is enough to log in', async () => {
  const page = await openPage('/login', { server: allOptions() });
  await expect.element(greeting(page)).toBeVisible();
  for (const name of ['Skip to content', /^Language/, /^Cvent ticket/, /^Bizzabo/, /^Northwind/, /^Email/]) {
    await page.press('{Tab}');
    await expect.element(page.getByCSS(':focus')).toHaveAccessibleName(expect.stringMatching(name));
  }
  await page.press('{Enter}');
  await expect.element(email(page)).toHaveFocus();
  await page.press(ada.email);
  await page.press('{Tab}');
  await page.press(ada.password);
  await page.press('{Enter}');
  await expect.element(accountMenu(page)).toBeVisible();
});

test.each([
  ['on a desktop', desktop, 'en'],
  ['on a phone', phone, 'en'],
  ['on a narrow phone in German', { width: 360, height: 740, touch: true }, 'de'],
  ['in Arabic', desktop, 'ar'],
  ['in Arabic on a phone', phone, 'ar'],
])('LOGIN-01g list and form are accessible and fit the screen: %s', async (_, screen, language) => {
  const page = await openPage(`/login?lang=${language}`, { server: allOptions(), ...screen });
  const rows = page.getByRole('listitem').getByRole('button');
  await expect.poll(() => rows.elements().length).toBe(4);
  await page.expectAccessible();
  expect(page.fitsAcross).toBe(true);
  await rows.last().click();
  await expect.element(page.getByCSS('input[name="password"]')).toBeVisible();
  await page.expectAccessible();
  expect(page.fitsAcross).toBe(true);
});

test('LOGIN-05z values of a password manager stay when only the state of the history changes', async () => {
  const page = await openForm('Email and password');
  await expect.element(email(page)).toHaveFocus();
  const { history, document } = page.window;
  const field = document.querySelector<HTMLInputElement>('input[type="email"]');
  if (field) field.value = ada.email;
  history.replaceState({ ...history.state, seen: true }, '');
  for (let turn = 0; turn < 3; turn += 1) await new Promise(page.window.requestAnimationFrame);
  await expect.element(email(page)).toHaveValue(ada.email);
});
