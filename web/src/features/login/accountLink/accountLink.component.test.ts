/** The page behind the link of an email: its forms, links that do not work, and where it leads afterwards. */
import {
  confirmAccountLink,
  getAccountLink,
  refreshSession,
  requestPasswordReset,
  setPassword,
  signOut,
  type ResponseOf,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import {
  ada,
  anonymousLogin,
  FakeServer,
  passwordLogin,
  RejectedCall,
  type FakeUser,
} from '../../../testing/fakeServer.ts';
import { desktop, openPage, phone, type AppPage } from '../../../testing/page.ts';
import {
  accountMenu,
  email,
  enterButton,
  message,
  newPassword,
  password,
  resetLink,
} from '../testing/loginPage.ts';

type Link = ResponseOf<typeof getAccountLink>;

const token = 'a'.repeat(43);
const linkPath = `/account/link#token=${token}`;
const chosen = 'lanterns in the fog';
const resetOf = (address: string): Link => ({
  kind: 'passwordReset',
  email: address,
  expiresAt: 2_000_000_000_000,
});
const loginServer = (): FakeServer => new FakeServer().requireLogin();
/** A server that returns this link. */
const serverWith = (link: Link): FakeServer => loginServer().respondTo(getAccountLink, () => link);

const submit = (page: AppPage, name: string) => page.getByRole('button', { name, exact: true });
const expired = (page: AppPage) => page.heading('This link doesn’t work anymore', 2);

/** Logs in with the email that the login page has filled in. */
async function logInAs(page: AppPage, { email: address, password: secret }: FakeUser): Promise<void> {
  await expect.element(email(page)).toHaveValue(address);
  await password(page).fill(secret);
  await enterButton(page).click();
  await expect.element(accountMenu(page)).toBeVisible();
}

test('LOGIN-20f in an anonymous venue a reset password logs in, and leads back to the page it was requested on', async () => {
  const server: FakeServer = new FakeServer()
    .requireLogin(anonymousLogin, passwordLogin)
    .respondTo(requestPasswordReset, () => undefined)
    .respondTo(setPassword, () => ({ email: ada.email, session: server.openSession(ada) }));
  const page = await openPage('/v/nightfall/area/library?view=text', { server });
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await email(page).fill(ada.email);
  await resetLink(page).click();
  await expect.element(message(page, 'info')).toMatchTextContent('Check your email');
  const [{ returnTo } = {}] = server.calls(requestPasswordReset).map(({ body }) => body);
  expect(returnTo).toMatch(/^\/login\?redirect=/);
  server.respondTo(getAccountLink, () => ({ ...resetOf(ada.email), ...(returnTo && { returnTo }) }));
  await page.goto('/v/nightfall/area/lounge');
  await page.goto(linkPath);
  await newPassword(page).fill(chosen);
  await submit(page, 'Set password').click();
  await expect.element(accountMenu(page)).toBeVisible();
  await expect.element(page.getByText('Your new password is set')).toBeVisible();
  await expect.poll(() => page.path).toBe('/v/nightfall/area/library?view=text');
  expect(server.calls(setPassword).map(({ body }) => body)).toEqual([{ token, password: chosen }]);
});

test.each([
  ['no user', undefined, ada],
  ['the same user', ada, ada],
  ['another user', ada, { ...ada, userId: 'grace', email: 'grace@example.com', name: 'Grace Later' }],
] as const)(
  'LOGIN-20q a new password logs its user in, also in a browser where %s is logged in',
  async (_who, before, user) => {
    const server: FakeServer = serverWith(resetOf(user.email)).respondTo(setPassword, () => ({
      email: user.email,
      session: server.openSession(user),
    }));
    if (before) server.signIn(before);
    const page = await openPage(linkPath, { server });
    await newPassword(page).fill(chosen);
    await submit(page, 'Set password').click();
    await expect.element(accountMenu(page)).toBeVisible();
    await expect.element(page.getByText('Your new password is set')).toBeVisible();
    await expect.poll(() => page.path).toMatch(/^\/v\/nightfall\/area\//);
    await accountMenu(page).hover();
    await expect.element(page.getByText(`${user.name}, ${user.email}`)).toBeVisible();
    expect(server.calls(signOut)).toEqual([]);
    await page.reload();
    await expect.element(accountMenu(page)).toBeVisible();
    expect(page.getByText('Your new password is set').elements()).toEqual([]);
  },
);

test('LOGIN-20r a confirmed registration logs in', async () => {
  const server: FakeServer = serverWith({ ...resetOf(ada.email), kind: 'registration' }).respondTo(
    confirmAccountLink,
    () => ({ kind: 'registration' as const, email: ada.email, session: server.openSession(ada) }),
  );
  const page = await openPage(linkPath, { server });
  await submit(page, 'Confirm').click();
  await expect.element(accountMenu(page)).toBeVisible();
  await expect.element(page.getByText('Your account is ready')).toBeVisible();
});

test('LOGIN-20e a reset is requested without the URL to return to if that is too long', async () => {
  const server = loginServer().respondTo(requestPasswordReset, () => undefined);
  const page = await openPage(`/v/nightfall/area/lounge?view=${'x'.repeat(2_048)}`, { server });
  await email(page).fill(ada.email);
  await resetLink(page).click();
  await expect.element(message(page, 'info')).toMatchTextContent('Check your email');
  expect(server.calls(requestPasswordReset).map(({ body }) => body)).toEqual([
    { email: ada.email, locale: 'en' },
  ]);
});

test('LOGIN-20j a used link offers to send a new one', async () => {
  const server = loginServer()
    .reject(getAccountLink, { code: 'linkExpired' })
    .respondTo(requestPasswordReset, () => undefined);
  const page = await openPage(linkPath, { server });
  await expect.element(expired(page)).toBeVisible();
  await page.expectAccessible();
  await email(page).fill(ada.email);
  await submit(page, 'Send a new link').click();
  await expect.element(message(page, 'info')).toMatchTextContent('Check your email');
  expect(server.calls(requestPasswordReset)[0]?.body.email).toBe(ada.email);
});

test('LOGIN-20k a message says that a link has expired while its form was open', async () => {
  const server: FakeServer = serverWith(resetOf(ada.email)).reject(setPassword, { code: 'linkExpired' });
  const page = await openPage(linkPath, { server });
  await expect.element(page.getByText(ada.email)).toBeVisible();
  await newPassword(page).fill(chosen);
  await submit(page, 'Set password').click();
  await expect.element(expired(page)).toBeVisible();
});

test('LOGIN-20l a link that an email program has truncated is not sent to the server', async () => {
  const server = loginServer();
  const page = await openPage('/account/link#token=abc', { server });
  await expect.element(expired(page)).toBeVisible();
  expect(server.calls(getAccountLink)).toEqual([]);
  await submit(page, 'Go to login').click();
  await expect.element(enterButton(page)).toBeVisible();
});

test('a password that is too short or too easy to guess shows an error beside its field', async () => {
  const server: FakeServer = serverWith(resetOf(ada.email)).reject(setPassword, { code: 'weakPassword' });
  const page = await openPage(linkPath, { server });
  await newPassword(page).fill('short');
  await expect.element(submit(page, 'Set password')).toBeDisabled();
  await newPassword(page).fill('1234567890');
  await submit(page, 'Set password').click();
  await expect.element(message(page)).toMatchTextContent('This password is too easy to guess');
  await expect.element(newPassword(page)).toHaveFocus();
  await expect.element(newPassword(page)).toHaveAttribute('autocomplete', 'new-password');
});

const dora: FakeUser = { ...ada, email: 'dora@example.com', roles: ['ROLE_DESIGNER'] };
/** A server without a published venue, with the link of a designer. */
function stageServer(): FakeServer {
  const server = serverWith({ ...resetOf(dora.email), kind: 'invitation' });
  server.unpublish();
  return server;
}

test('a link works while no venue is published, and leads to the login of the stage', async () => {
  const server = stageServer().respondTo(setPassword, () => ({ email: dora.email }));
  const page = await openPage(linkPath, { server });
  await newPassword(page).fill(chosen);
  await submit(page, 'Set password').click();
  await expect.poll(() => page.path).toMatch(/^\/stage\/login/);
  await expect.element(email(page)).toHaveValue(dora.email);
});

test('while no venue is published, the session of a designer continues on the stage', async () => {
  const server: FakeServer = stageServer().respondTo(setPassword, () => ({
    email: dora.email,
    session: server.openSession(dora),
  }));
  server.hold(refreshSession);
  const page = await openPage(linkPath, { server });
  await newPassword(page).fill(chosen);
  await submit(page, 'Set password').click();
  await expect.poll(() => page.path).toMatch(/^\/stage\/login/);
  await expect.poll(() => server.calls(refreshSession)).toHaveLength(1);
});

test('while no venue is published, the link of an attendee leads to the page that says so', async () => {
  const server: FakeServer = serverWith(resetOf(ada.email)).respondTo(setPassword, () => ({
    email: ada.email,
    session: server.openSession(ada),
  }));
  server.unpublish();
  const page = await openPage(linkPath, { server });
  await newPassword(page).fill(chosen);
  await submit(page, 'Set password').click();
  await expect.poll(() => page.path).toMatch(/^\/work-in-progress/);
});

test('loading the link can be retried if the server was not reachable', async () => {
  const server = loginServer().lose(getAccountLink);
  const page = await openPage(linkPath, { server });
  await expect.element(page.heading('We couldn’t check your link', 2)).toBeVisible();
  server.respondTo(getAccountLink, () => ({ ...resetOf('new@example.com'), kind: 'emailChange' as const }));
  await submit(page, 'Try now').click();
  await expect.element(page.heading('Confirm your new email', 2)).toBeVisible();
});

test('a registration that is confirmed in another browser asks for a password there', async () => {
  const emil: FakeUser = { ...ada, email: 'emil@example.com', password: 'quite another lantern' };
  const passwordToken = 'b'.repeat(43);
  const server = loginServer()
    .respondTo(getAccountLink, ({ body }) => ({
      ...resetOf(emil.email),
      kind: body.token === passwordToken ? ('passwordReset' as const) : ('registration' as const),
    }))
    .respondTo(confirmAccountLink, () => ({
      kind: 'registration' as const,
      email: emil.email,
      passwordToken,
    }))
    .respondTo(setPassword, ({ body }) => {
      if (body.token !== passwordToken) throw new RejectedCall({ code: 'linkExpired' });
      server.users.push({ ...emil, password: body.password });
      return { email: emil.email };
    });
  const page = await openPage(linkPath, { server });
  await expect.element(submit(page, 'Confirm')).toBeVisible();
  const next = server.hold(getAccountLink);
  await submit(page, 'Confirm').click();
  // Nothing can be pressed until the next step is known.
  await expect.element(page.getByText('Checking your link')).toBeVisible();
  await expect.element(submit(page, 'Confirm')).not.toBeInTheDocument();
  next.release();
  await expect.element(page.getByRole('heading', { level: 2 })).toHaveFocus();
  await newPassword(page).fill(emil.password);
  await page.press('{Enter}');
  await logInAs(page, emil);
});

test.each([
  ['registration', 'Your account is ready'],
  ['emailChange', 'Your new email is confirmed'],
] as const)(
  'a confirmed link without a session leads to the login with its email filled in: %s',
  async (kind, text) => {
    const server: FakeServer = serverWith({ ...resetOf(ada.email), kind }).respondTo(
      confirmAccountLink,
      () => ({
        kind,
        email: ada.email,
      }),
    );
    const page = await openPage(linkPath, { server });
    await submit(page, 'Confirm').click();
    await expect.element(message(page, 'info')).toMatchTextContent(text);
    await logInAs(page, ada);
    expect(server.calls(confirmAccountLink).map(({ body }) => body)).toEqual([{ token }]);
  },
);

test.each([
  ['on a desktop', desktop, 'en'],
  ['on a phone', phone, 'en'],
  ['in Arabic on a phone', phone, 'ar'],
])('each form behind a link is accessible and fits the screen: %s', async (_, screen, language) => {
  let link = resetOf('mara@example.com');
  const server = loginServer().respondTo(getAccountLink, () => link);
  const page = await openPage('/account/link#token=abc', { server, ...screen });
  for (const kind of ['passwordReset', 'registration', 'firstAdministrator'] as const) {
    link = { ...link, kind };
    await page.goto(`/account/link?lang=${language}&of=${kind}#token=${token}`);
    await expect.element(page.getByCSS('form button[type="submit"]')).toBeVisible();
    await page.expectAccessible();
    expect(page.fitsAcross).toBe(true);
  }
});
