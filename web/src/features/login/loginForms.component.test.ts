/** The forms of the login: validation, messages and requests. */
import { checkVenueAccess, requestPasswordReset, signIn, signOut, type ErrorCode } from '@foyer/contract';
import { registerAccount } from '@foyer/contract/account';
import { loginWithBizzabo, loginWithCvent } from '@foyer/contract/login';
import { expect, test } from 'vitest';
import { ada, FakeServer, passwordLogin, type FakeUser } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../testing/page.ts';
import { replaceResponses } from '../../widgets/testing/widgetPage.ts';
import { interceptFiles } from '../../testing/interceptFiles.ts';
import {
  accountMenu,
  allOptions,
  bizzaboLogin,
  cancel,
  cventLogin,
  email,
  enterButton,
  fillCredentials,
  greeting,
  message,
  number,
  openForm,
  option,
  password,
  resetLink,
} from './testing/loginPage.ts';

const mara = { email: 'mara@example.com', password: 'anything' };
const errorText = (page: AppPage, text: string) => page.getByText(text, { exact: true });

/** A server that rejects every sign-in with an error code. */
const rejectingSignIns = (code: ErrorCode, errMsg?: string) =>
  allOptions().reject(signIn, { code, ...(errMsg !== undefined && { errMsg }) });

/** The clock of the page is stopped. */
async function submitPassword(server: FakeServer): Promise<AppPage> {
  const page = await openForm('Email and password', { server });
  page.stopTime();
  await fillCredentials(page, mara);
  await enterButton(page).click();
  return page;
}

test('LOGIN-07c Enter is disabled until email and password are filled in and valid', async () => {
  const page = await openForm('Email and password');
  await expect.element(enterButton(page)).toBeDisabled();
  await fillCredentials(page, { ...mara, email: 'mara' });
  await expect.element(enterButton(page)).toBeDisabled();
  await expect.element(errorText(page, 'This doesn’t look like an email address.')).toBeVisible();
  await email(page).fill(mara.email);
  await expect.element(enterButton(page)).toBeEnabled();
  await expect.element(errorText(page, 'This doesn’t look like an email address.')).not.toBeInTheDocument();
});

test('LOGIN-07e pressing Enter in an incomplete form names the first missing field and focuses it', async () => {
  const page = await openForm('Email and password');
  await email(page).fill(mara.email);
  await page.press('{Enter}');
  await expect.element(password(page)).toHaveAccessibleDescription('Please fill this in.');
  await expect.element(password(page)).toHaveFocus();
  await expect.element(enterButton(page)).toBeDisabled();
  await email(page).fill('mara');
  await page.press('{Enter}');
  await expect.element(email(page)).toHaveAccessibleDescription('This doesn’t look like an email address.');
  await expect.element(email(page)).toHaveFocus();
});

test('LOGIN-07d a value of 128 characters is too long', async () => {
  const page = await openForm('Email and password');
  await fillCredentials(page, { ...mara, password: 'p'.repeat(128) });
  await page.press('{Tab}');
  await expect.element(errorText(page, 'This is too long: at most 127 characters.')).toBeVisible();
  await expect.element(enterButton(page)).toBeDisabled();
  await password(page).fill('p'.repeat(127));
  await expect.element(enterButton(page)).toBeEnabled();
});

test('LOGIN-08a a field shows an error only after it lost the focus', async () => {
  const page = await openForm('Email and password');
  await expect.element(email(page)).toHaveFocus();
  await expect.element(email(page)).toHaveAttribute('aria-invalid', 'false');
  await page.press('{Tab}');
  await expect.element(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(email(page)).toHaveAccessibleDescription('Please fill this in.');
});

test('LOGIN-08b values that the browser fills in without an event are found and validated', async () => {
  const page = await openForm('Email and password');
  await expect.element(email(page)).toHaveFocus();
  const value = Object.getOwnPropertyDescriptor(page.window.HTMLInputElement.prototype, 'value');
  const fillQuietly = (name: string, text: string) =>
    value?.set?.call(page.document.querySelector(`input[name="${name}"]`), text);
  (page.focused as HTMLElement).blur();
  await expect.element(email(page)).toHaveAttribute('aria-invalid', 'true');
  fillQuietly('email', 'mara@example');
  fillQuietly('password', 'right horse');
  await expect.element(enterButton(page)).toBeEnabled();
  fillQuietly('email', 'mara');
  await expect.element(errorText(page, 'This doesn’t look like an email address.')).toBeVisible();
  await expect.element(enterButton(page)).toBeDisabled();
});

test('fields tell browsers and phones what they are for, and the password can be shown and hidden', async () => {
  const page = await openForm('Email and password');
  await expect.element(email(page)).toHaveAttribute('type', 'email');
  await expect.element(email(page)).toHaveAttribute('inputmode', 'email');
  await expect.element(email(page)).toHaveAttribute('autocomplete', 'username');
  await expect.element(password(page)).toHaveAttribute('autocomplete', 'current-password');
  await password(page).fill('right horse');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.element(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.element(password(page)).toHaveAttribute('type', 'password');
});

test('LOGIN-15l LOGIN-17e a wrong password shows a red message above the form, and its field has the focus', async () => {
  const page = await openForm('Email and password');
  await fillCredentials(page, { ...ada, password: 'not the right one' });
  await page.press('{Enter}');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Email and password don’t match');
  await expect.element(message(page)).toBeVisible();
  await expect.element(password(page)).toHaveFocus();
  await expect
    .element(password(page))
    .toHaveAccessibleDescription(expect.stringContaining('Email and password don’t match'));
  const [red, green, blue] = colourOf(page, message(page).getByCSS('svg').element());
  expect(red).toBeGreaterThan(Math.max(green, blue));
  expect(page.boxOf(message(page)).bottom).toBeLessThan(page.boxOf(email(page)).top);
  await page.expectAccessible();
  await password(page).fill(ada.password);
  await enterButton(page).click();
  await expect.element(accountMenu(page)).toBeVisible();
});

test('LOGIN-03a a spinner is shown while credentials are checked, and they are sent once', async () => {
  const server = allOptions();
  const page = await openForm('Email and password', { server });
  const gate = server.hold(signIn);
  await fillCredentials(page, ada);
  await enterButton(page).click();
  await expect.element(page.getByRole('button', { name: 'Checking. One moment' })).toBeVisible();
  (password(page).element() as HTMLElement).focus();
  await page.press('{Enter}');
  gate.release();
  await expect.element(accountMenu(page)).toBeVisible();
  expect(server.calls(signIn)).toHaveLength(1);
});

test('LOGIN-10b the result of a sign-in is not shown in another form', async () => {
  const server = rejectingSignIns('accountBlocked');
  const gate = server.hold(signIn);
  // The clock is stopped, so waiting for a cancelled sign-in does not time out.
  const page = await submitPassword(server);
  await gate.reached;
  await cancel(page).click();
  await option(page, 'Bizzabo ticket').click();
  gate.release();
  await number(page).fill('26 1');
  await page.press('{Tab}');
  await expect.element(errorText(page, 'Use numbers only.')).toBeVisible();
  await expect.element(message(page)).not.toBeInTheDocument();
});

test('LOGIN-16o too many attempts show a countdown in seconds', async () => {
  const server = allOptions();
  const page = await openForm('Email and password', { server });
  page.stopTime();
  await fillCredentials(page, { ...ada, password: 'not the right one' });
  await page.press('{Enter}');
  await expect.element(message(page)).toMatchTextContent('Email and password don’t match');
  server.reject(signIn, { code: 'tooManyAttempts', retryAfter: 120 });
  await page.press('{Enter}');
  await expect.element(message(page)).toMatchTextContent('Too many attempts');
  const shown = message(page).getByCSS('[aria-hidden="true"]').filter({ hasText: 'You can try again' });
  await expect.element(shown).toHaveTextContent('You can try again in 120 seconds.');
  await page.advance(5_000);
  await expect.element(shown).toHaveTextContent('You can try again in 115 seconds.');
});

test('LOGIN-16p the message disappears when the wait is over', async () => {
  const server = allOptions().reject(signIn, { code: 'tooManyAttempts', retryAfter: 60 });
  const page = await submitPassword(server);
  await expect.element(message(page)).toMatchTextContent('Too many attempts');
  await page.advance(59_000);
  await expect.element(message(page)).toBeVisible();
  await page.advance(2_000);
  await expect.element(message(page)).not.toBeInTheDocument();
});

test.each([
  ['duplicateAccount', 'You’ve used a different way to log in'],
  ['unknownUser', 'We don’t know this email'],
  ['accountBlocked', 'This account is blocked'],
  ['unavailable', 'The doors are stuck, says the caretaker'],
] as const)('LOGIN-15j LOGIN-17f each error of the server has its message: %s', async (code, text) => {
  const page = await submitPassword(rejectingSignIns(code, 'The doors are stuck, says the caretaker'));
  await expect.element(page.getByRole('alert')).toMatchTextContent(text);
});

test('ERROR-04l a failed sign-in is not retried automatically', async () => {
  const server = allOptions().reject(signIn, { code: 'unavailable', errMsg: 'not now', retryAfter: 1 });
  const page = await submitPassword(server);
  await expect.element(message(page)).toMatchTextContent('not now');
  await page.advance(60_000);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(enterButton(page)).toBeEnabled();
  expect(server.calls(signIn)).toHaveLength(1);
});

test('LOGIN-04b a new password can be requested while the email is valid, and a green message says that an email was sent', async () => {
  const server = allOptions().respondTo(requestPasswordReset, () => undefined);
  const page = await openForm('Email and password', { server });
  await expect.element(resetLink(page)).toBeDisabled();
  for (const [typed, enabled] of [
    ['mara', false],
    ['nobody-here@example.com', true],
    [`${'m'.repeat(120)}@example.com`, false],
    ['', false],
    ['nobody-here@example.com', true],
  ] as const) {
    await email(page).fill(typed);
    await expect.element(resetLink(page))[enabled ? 'toBeEnabled' : 'toBeDisabled']();
  }
  // The email alone counts: no password is typed yet.
  await expect.element(password(page)).toHaveValue('');
  expect(server.calls(requestPasswordReset)).toEqual([]);
  const sent = message(page, 'info');
  for (const [index, address] of ['nobody-here@example.com', ada.email].entries()) {
    await email(page).fill(address);
    await resetLink(page).click();
    await expect.poll(() => server.calls(requestPasswordReset).length).toBe(index + 1);
    await expect.element(sent).toMatchTextContent('Check your email');
    await expect.element(page.getByRole('status').filter({ has: sent })).toBeVisible();
    expect(server.calls(requestPasswordReset)[index]?.body.email).toBe(address);
  }
  await expect.element(message(page)).not.toBeInTheDocument();
  const [red, green, blue] = colourOf(page, sent.getByCSS('svg').element());
  expect(green).toBeGreaterThan(Math.max(red, blue));
  await page.expectAccessible();
});

test('LOGIN-04c no new password is offered if the server cannot send emails', async () => {
  const server = new FakeServer().requireLogin({ ...passwordLogin, passwordReset: false });
  const page = await openPage('/login', { server });
  await expect.element(email(page)).toBeVisible();
  await expect.element(resetLink(page)).not.toBeInTheDocument();
});

test('LOGIN-05b a confirmation number has letters and digits only', async () => {
  const page = await openForm('Cvent ticket');
  await expect.element(enterButton(page)).toBeDisabled();
  await number(page).fill('NIGHT-26');
  await page.press('{Tab}');
  await expect.element(errorText(page, 'Use letters and numbers only.')).toBeVisible();
  await expect.element(enterButton(page)).toBeDisabled();
  await number(page).fill('NIGHT26');
  await expect.element(enterButton(page)).toBeEnabled();
});

test('LOGIN-13q a known confirmation number signs in with the email of the ticket platform', async () => {
  const server = withTicketHolder(allOptions(), 'DAWN7KEEPER').respondTo(loginWithCvent, () => ({
    status: 'USER_FOUND' as const,
    emailAddress: mara.email,
  }));
  const page = await openForm('Cvent ticket', { server });
  await number(page).fill('DAWN7KEEPER');
  await page.press('{Enter}');
  await expect.element(accountMenu(page)).toBeVisible();
  expect(server.calls(loginWithCvent).map(({ body }) => body)).toEqual([
    { architectureID: 'nightfall', confirmationNumber: 'DAWN7KEEPER' },
  ]);
});

test.each([
  ['not known', 'NO_USER_FOUND', 'We don’t know this confirmation number'],
  ['cancelled', 'USER_INACTIVE', 'This registration isn’t confirmed'],
] as const)(
  'LOGIN-14g LOGIN-18a a confirmation number that is %s has its own message',
  async (_, status, text) => {
    const server = allOptions().respondTo(loginWithCvent, () => ({ status, emailAddress: '' }));
    const page = await openForm('Cvent ticket', { server });
    await number(page).fill('NOBODYHAS1');
    await enterButton(page).click();
    await expect.element(page.getByRole('alert')).toMatchTextContent(text);
    await expect.element(number(page)).toBeVisible();
  },
);

test('LOGIN-17j the message about a number disappears when another number is typed or filled in', async () => {
  const demoTicket = { number: 'NIGHT2FALL26' };
  const server = new FakeServer()
    .requireLogin(passwordLogin, { ...cventLogin, demoTicket })
    .respondTo(loginWithCvent, () => ({ status: 'NO_USER_FOUND' as const, emailAddress: '' }));
  const page = await openForm('Cvent ticket', { server });
  await number(page).fill('NOBODYHAS1');
  await page.press('{Enter}');
  await expect.element(message(page)).toMatchTextContent('We don’t know this confirmation number');
  await page.press('{End}{Backspace}');
  await expect.element(message(page)).not.toBeInTheDocument();
  await expect.element(number(page)).toHaveAttribute('aria-invalid', 'false');
  await page.press('{Enter}');
  await expect.element(message(page)).toBeVisible();
  await page.getByRole('button', { name: 'Fill in a demo number' }).click();
  await expect.element(message(page)).not.toBeInTheDocument();
});

test('LOGIN-13r a ticket without an email counts as wrong credentials, and no sign-in is sent', async () => {
  const server = allOptions().respondTo(loginWithCvent, () => ({
    status: 'USER_FOUND' as const,
    emailAddress: '',
  }));
  const page = await openForm('Cvent ticket', { server });
  await number(page).fill('DAWN7KEEPER');
  await enterButton(page).click();
  await expect.element(message(page)).toMatchTextContent('We don’t know this confirmation number');
  expect(server.calls(signIn)).toEqual([]);
});

test('LOGIN-17g if a ticket platform does not respond, the message of the server is shown', async () => {
  const errMsg = 'The ticket platform does not answer.';
  const server = allOptions().reject(loginWithCvent, { code: 'unavailable', errMsg });
  const page = await openForm('Cvent ticket', { server });
  await number(page).fill('DAWN7KEEPER');
  await enterButton(page).click();
  await expect.element(message(page)).toHaveTextContent(errMsg);
  await expect.element(enterButton(page)).toBeEnabled();
});

test('LOGIN-06d a registration number is a whole number up to 2147483647', async () => {
  const page = await openForm('Bizzabo ticket');
  await email(page).fill(mara.email);
  await number(page).fill('2147483648');
  await page.press('{Tab}');
  await expect.element(errorText(page, 'This number is too large.')).toBeVisible();
  await expect.element(enterButton(page)).toBeDisabled();
  await number(page).fill('26 1');
  await expect.element(errorText(page, 'Use numbers only.')).toBeVisible();
  await number(page).fill('2147483647');
  await expect.element(enterButton(page)).toBeEnabled();
});

test('LOGIN-13t email and registration number sign in an attendee of the ticket platform', async () => {
  const server = withTicketHolder(allOptions(), '260002').respondTo(loginWithBizzabo, () => ({
    status: 'USER_CREATED' as const,
    emailAddress: mara.email,
  }));
  const page = await openForm('Bizzabo ticket', { server });
  await email(page).fill(mara.email);
  await number(page).fill('260002');
  await enterButton(page).click();
  await expect.element(accountMenu(page)).toBeVisible();
  expect(server.calls(loginWithBizzabo).map(({ body }) => body)).toEqual([
    { architectureID: 'nightfall', emailAddress: mara.email, registrationNumber: 260_002 },
  ]);
});

test.each([
  ['not known', 'NO_USER_FOUND', 'Email and number don’t match'],
  ['not valid', 'USER_INACTIVE', 'This registration isn’t confirmed'],
] as const)('LOGIN-14h LOGIN-18b a registration that is %s has its own message', async (_, status, text) => {
  const server = allOptions().respondTo(loginWithBizzabo, () => ({ status, emailAddress: '' }));
  const page = await openForm('Bizzabo ticket', { server });
  await email(page).fill(mara.email);
  await number(page).fill('999');
  await enterButton(page).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(text);
});

test('the error of a field is nearer to it than to the next field', async () => {
  const page = await openForm('Bizzabo ticket');
  await email(page).fill('mara');
  await page.press('{Tab}');
  const error = errorText(page, 'This doesn’t look like an email address.');
  await expect.element(error).toBeVisible();
  const [errorBox, field, next] = [
    error,
    email(page),
    page.getByText('Registration number', { exact: true }),
  ].map((each) => page.boxOf(each)) as [DOMRect, DOMRect, DOMRect];
  // The line of the error ends with the space before the next label.
  expect(next.y - (errorBox.y + 22)).toBeGreaterThan(errorBox.y + 4 - (field.y + field.height));
});

test('an account of a demo logs in from the list of options and from the form, and shows why it cannot', async () => {
  const demoAccounts = [
    { role: 'ROLE_ATTENDEE', email: ada.email, password: ada.password },
    { role: 'ROLE_HOST', email: 'hugo@example.com', password: 'not that one' },
  ];
  const server = new FakeServer().requireLogin({ ...passwordLogin, demoAccounts }, bizzaboLogin);
  const page = await openPage('/login', { server });
  const tryAs = (role: string) => page.getByRole('group', { name: 'Try it as' }).getByText(role).click();
  await tryAs('Host');
  await expect.element(message(page)).toBeVisible();
  await option(page, 'Bizzabo ticket').click();
  await expect.element(page.getByRole('group', { name: 'Try it as' })).not.toBeInTheDocument();
  await cancel(page).click();
  await option(page, 'Email and password').click();
  await tryAs('Attendee');
  await expect.element(accountMenu(page)).toBeVisible();
  expect(server.calls(signIn)).toHaveLength(2);
});

test('without the code of the demo accounts, which could not be downloaded, the login works', async () => {
  await interceptFiles('*/assets/DemoAccounts*', () => 'lost');
  const demoAccounts = [{ role: 'ROLE_ATTENDEE', email: ada.email, password: ada.password }];
  const server = new FakeServer().requireLogin({ ...passwordLogin, demoAccounts }, bizzaboLogin);
  const page = await openPage('/login', { server });
  await option(page, 'Email and password').click();
  await email(page).fill(ada.email);
  await password(page).fill(ada.password);
  await enterButton(page).click();
  await expect.element(accountMenu(page)).toBeVisible();
});

test('a ticket of a demo fills in the form, and does not send it', async () => {
  const demoTicket = { number: '260001', email: mara.email };
  const server = new FakeServer()
    .requireLogin(
      { ...passwordLogin, demoAccounts: [{ role: 'ROLE_ATTENDEE', ...mara }] },
      { ...bizzaboLogin, demoTicket },
    )
    .respondTo(requestPasswordReset, () => undefined);
  const page = await openForm('Email and password', { server });
  await email(page).fill(mara.email);
  // A demo shows its emails on a page.
  await resetLink(page).click();
  await expect.element(message(page, 'info')).toMatchTextContent('Check your email');
  const emails = message(page, 'info').getByRole('link', { name: 'Read this demo’s emails' });
  await expect.element(emails).toHaveAttribute('href', '/mail');
  await cancel(page).click();
  await option(page, 'Bizzabo ticket').click();
  await page.getByRole('button', { name: 'Fill in a demo number' }).click();
  await expect.element(number(page)).toHaveValue('260001');
  await expect.element(email(page)).toHaveValue(mara.email);
  await expect.element(enterButton(page)).toBeEnabled();
  expect(server.calls(signIn)).toEqual([]);
});

test('the registration form checks the domain of the email and the length of the password', async () => {
  const registration = { allowedDomains: ['nightfall.example'] };
  const server = new FakeServer()
    .requireLogin({ ...passwordLogin, registration })
    .respondTo(registerAccount, () => undefined);
  const page = await openPage('/login', { server });
  await page.getByRole('button', { name: 'Create account' }).click();
  const create = page.getByRole('button', { name: 'Create account' });
  await page.getByLabelText('Name', { exact: true }).fill('Nils Newcomer');
  await email(page).fill('nils@elsewhere.example');
  await password(page).fill('short');
  await page.press('{Tab}');
  await expect.element(errorText(page, 'Use an address at nightfall.example.')).toBeVisible();
  await expect.element(errorText(page, 'Use at least 10 characters.')).toBeVisible();
  await expect.element(create).toBeDisabled();
  await email(page).fill('nils@nightfall.example');
  await password(page).fill('a lantern in the fog');
  await create.click();
  await expect.element(message(page, 'info')).toMatchTextContent('We’ve sent you a link');
  await expect.element(email(page)).toHaveValue('nils@nightfall.example');
});

test('LOGIN-01i a form that does not download says so and appears when the network is back; the login with a password works meanwhile', async () => {
  const stop = await replaceResponses('*/assets/otherForms-*', 'lost');
  const page = await openForm('Bizzabo ticket');
  await expect.element(message(page)).toBeVisible();
  await cancel(page).click();
  await option(page, 'Email and password').click();
  await expect.element(password(page)).toBeVisible();
  await cancel(page).click();
  await option(page, 'Bizzabo ticket').click();
  await expect.element(message(page)).toBeVisible();
  await stop();
  page.setOnline(true);
  await expect.element(email(page)).toHaveFocus();
  await expect.element(number(page)).toBeVisible();
  await expect.element(message(page)).not.toBeInTheDocument();
});

test('LOGIN-01j while a form is being downloaded, the heading has the focus and the page says that it loads', async () => {
  const download = Promise.withResolvers<'real'>();
  await interceptFiles('*/assets/otherForms-*', () => download.promise);
  const page = await openForm('Bizzabo ticket');
  await expect.element(greeting(page)).toHaveFocus();
  await expect.element(page.getByRole('status').getByText('One moment')).toBeVisible();
  download.resolve('real');
  await expect.element(email(page)).toHaveFocus();
  await expect.element(page.getByRole('status').getByText('One moment')).not.toBeInTheDocument();
});

test('LOGIN-01k a form that was downloaded does not take the focus from where the user has moved it', async () => {
  const download = Promise.withResolvers<'real'>();
  await interceptFiles('*/assets/otherForms-*', () => download.promise);
  const page = await openForm('Bizzabo ticket');
  await expect.element(greeting(page)).toHaveFocus();
  await page.tabTo(cancel(page));
  download.resolve('real');
  await expect.element(number(page)).toBeVisible();
  await expect.element(cancel(page)).toHaveFocus();
});

test.each(['en', 'ar'])('LOGIN-01h every form is accessible on a phone: %s', async (language) => {
  const server = new FakeServer().requireLogin(passwordLogin, bizzaboLogin, cventLogin);
  const page = await openPage(`/login?lang=${language}`, { server, ...phone });
  const rows = page.getByRole('listitem').getByRole('button');
  for (const index of [0, 1, 2]) {
    await rows.nth(index).click();
    await expect.element(page.getByCSS('form input').first()).toBeVisible();
    await page.expectAccessible();
    page.back();
    await expect.poll(() => rows.elements().length).toBe(3);
  }
});

test('SESSION-03e a server that cannot be reached for the authority check shows a message, and the session is ended', async () => {
  const server = allOptions().lose(checkVenueAccess);
  const page = await openForm('Email and password', { server, allowedErrors: [/\[SESSION\]/] });
  await fillCredentials(page, ada);
  await enterButton(page).click();
  await expect.element(message(page)).toMatchTextContent('We can’t reach the venue right now');
  expect(server.calls(signOut)).toHaveLength(1);
  // The ended session does not log in the next user of this page.
  server.respondTo(checkVenueAccess, () => undefined);
  await page.reload();
  await option(page, 'Email and password').click();
  await fillCredentials(page, ada);
  await enterButton(page).click();
  await expect.element(accountMenu(page)).toBeVisible();
});

/** Adds an attendee of a ticket platform, whose number is the password. */
function withTicketHolder(server: FakeServer, ticketNumber: string): FakeServer {
  const holder: FakeUser = { ...ada, userId: 'u-mara', email: mara.email, password: ticketNumber };
  server.users.push(holder);
  return server;
}

/** Red, green and blue of an element's colour. */
function colourOf(page: AppPage, element: Element): [number, number, number] {
  const pixel = page.document.createElement('canvas').getContext('2d');
  if (!pixel) throw new Error('The browser has no canvas.');
  pixel.fillStyle = page.window.getComputedStyle(element).color;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
