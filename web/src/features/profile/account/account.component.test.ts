/** The account settings: password, email, devices, data export and deletion. */
import { expect, test } from 'vitest';
import {
  changeEmail,
  changePassword,
  deleteAccount,
  endSession,
  exportAccount,
  getProfile,
  listDevices,
  signOut,
  type Device,
} from '@foyer/contract';
import { RejectedCall, ada, type FakeServer } from '../../../testing/fakeServer.ts';
import { openPage, phone, type AppPage } from '../../../testing/page.ts';
import {
  openOwnFromMenu,
  devices,
  expectAccessibleAndFitting,
  openAccount,
  openLounge,
  panel,
  profileLink,
  profileServer,
} from '../testing/profilePage.ts';

const newPassword = 'another horse, another battery';
const wrongPassword = { code: 'conflict', details: { reason: 'password' } } as const;

const button = (page: AppPage, name: string) => panel(page).getByRole('button', { name });
const field = (page: AppPage, name: string) => panel(page).getByLabelText(name, { exact: true });
const note = (page: AppPage, text: string) => panel(page).getByText(text);

/** Focuses an element and presses Enter. */
async function enterOn(page: AppPage, locator: ReturnType<typeof button>): Promise<void> {
  (locator.element() as HTMLElement).focus();
  await page.press('{Enter}');
}

/** A server that changes the password if the current one is correct and the new one is strong. */
function passwordServer(): FakeServer {
  return profileServer().respondTo(changePassword, ({ body }) => {
    if (body.currentPassword !== ada.password) throw new RejectedCall(wrongPassword);
    if (body.newPassword === 'password1234') throw new RejectedCall({ code: 'weakPassword' });
    return undefined;
  });
}

/** Adds a second device, which can be logged out. */
function deviceServer(server: FakeServer): FakeServer {
  let all: Device[] = [...devices];
  server.respondTo(listDevices, () => ({ devices: all }));
  return server.respondTo(endSession, ({ params }) => {
    all = all.filter(({ sessionId }) => sessionId !== params.sessionId);
    return undefined;
  });
}

test('a new password is accepted, and a wrong or weak one is explained beside its field', async () => {
  const server = passwordServer();
  const page = await openAccount(server);
  await button(page, 'Change password').click();
  const current = field(page, 'Current password');
  const save = button(page, 'Change password');
  await expect.element(current).toHaveFocus();
  await expect.element(save).toBeDisabled();
  await current.fill('not the right one');
  await field(page, 'New password').fill(newPassword);
  await save.click();
  await expect.element(note(page, 'That password is incorrect.')).toBeVisible();
  await current.fill(ada.password);
  await field(page, 'New password').fill('password1234');
  await save.click();
  await expect.element(note(page, 'Too easy to guess.')).toBeVisible();
  await field(page, 'New password').fill(newPassword);
  await save.click();
  await expect.element(note(page, 'Password changed.')).toBeVisible();
  expect(server.calls(changePassword).at(-1)?.body).toEqual({ currentPassword: ada.password, newPassword });
});

test('the form for a new email validates it, and says that a confirmation was sent', async () => {
  const server = profileServer().respondTo(changeEmail, () => undefined);
  const page = await openAccount(server);
  await button(page, 'Change email').click();
  const email = field(page, 'New email');
  await email.fill('nobody at all');
  await field(page, 'Current password').fill(ada.password);
  await expect.element(note(page, 'This isn’t a valid email address.')).toBeVisible();
  await email.fill(ada.email);
  await expect.element(note(page, 'This is already your email.')).toBeVisible();
  await email.fill('ada.new@example.com');
  await button(page, 'Send confirmation').click();
  await expect.element(note(page, 'We’ve sent an email to ada.new@example.com.')).toBeVisible();
  await expect.element(button(page, 'Change email')).toHaveFocus();
  await expect.element(note(page, ada.email)).toBeVisible();
  expect(server.calls(changeEmail).map(({ body }) => body)).toEqual([
    { email: 'ada.new@example.com', currentPassword: ada.password, locale: 'en' },
  ]);
});

test('the devices show the current one, and another one can be logged out', async () => {
  const page = await openAccount(deviceServer(profileServer()));
  const list = panel(page).getByRole('region', { name: 'Devices' });
  const rows = () => list.getByRole('listitem').elements().length;
  await expect.poll(rows).toBe(2);
  await expect.element(list.getByText('This device')).toBeVisible();
  await expect.element(list.getByText('Active now')).toBeVisible();
  await list.getByRole('button', { name: 'Log out Chrome on Windows' }).click();
  await expect.poll(rows).toBe(1);
  await expect.element(list.getByText('This device')).toBeVisible();
});

test('logging out everywhere asks first, counts the unsent messages that it discards, and ends this session too', async () => {
  const server = profileServer();
  const page = await openAccount(server);
  page.window.localStorage.setItem(`foyer.chat.out.${ada.userId}.1`, 'Written without a network');
  await button(page, 'Log out everywhere').click();
  await expect.element(note(page, 'Ends all sessions, including this one.')).toBeVisible();
  await expect
    .element(panel(page).getByText('1 message hasn’t been sent yet. If you log out, it will be discarded.'))
    .toBeVisible();
  expect(server.calls(signOut)).toEqual([]);
  await button(page, 'Log out everywhere').click();
  await expect.poll(() => page.path).toMatch(/^\/login/);
  expect(server.calls(signOut).map(({ body }) => body)).toEqual([{ everywhere: true }]);
});

test('the data of an account is saved as a file', async () => {
  const data = { account: { email: ada.email, name: 'Ada Lind' }, profile: { company: 'Nordlys' } };
  const saved = Promise.withResolvers<{ readonly name: string; readonly url: string }>();
  const page = await openPage(profileLink(ada.userId), {
    server: profileServer().respondTo(exportAccount, () => data),
    prepare: ({ HTMLAnchorElement: { prototype } }) => {
      prototype.click = function click() {
        saved.resolve({ name: this.download, url: this.href });
      };
    },
  });
  await button(page, 'Account').click();
  await button(page, 'Export my data').click();
  const { name, url } = await saved.promise;
  expect(name).toBe('foyer-account.json');
  expect(await (await fetch(url)).json()).toEqual(data);
});

test('an account is deleted after its email is typed again, with its password', async () => {
  const server = profileServer().respondTo(deleteAccount, ({ body }) => {
    if (body.currentPassword !== ada.password) throw new RejectedCall(wrongPassword);
    return undefined;
  });
  const page = await openAccount(server);
  await button(page, 'Delete account').click();
  const remove = button(page, 'Delete permanently');
  const email = field(page, 'Your email');
  await expect.element(email).toHaveFocus();
  await expect.element(email).toBeInViewport({ ratio: 1 });
  await expect.element(remove).toBeInViewport({ ratio: 1 });
  await email.fill('someone@example.com');
  await field(page, 'Your password').fill('not the right one');
  await expect.element(note(page, 'This isn’t your account’s email.')).toBeVisible();
  await expect.element(remove).toBeDisabled();
  await email.fill(ada.email);
  await remove.click();
  await expect.element(note(page, 'That password is incorrect.')).toBeVisible();
  await field(page, 'Your password').fill(ada.password);
  await remove.click();
  await expect.element(page.getByText('Your account was deleted.')).toBeVisible();
  await expect.poll(() => page.path).toMatch(/^\/login/);
});

test('the focus returns to the button that opened a form, or goes to the invalid field', async () => {
  const page = await openAccount(deviceServer(passwordServer()));
  const list = panel(page).getByRole('region', { name: 'Devices' });
  const logOut = list.getByRole('button', { name: 'Log out Chrome on Windows' });
  await expect.element(logOut).toBeVisible();
  await enterOn(page, logOut);
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(1);
  await expect.element(list.getByRole('list')).toHaveFocus();
  const change = button(page, 'Change password');
  await enterOn(page, change);
  const current = field(page, 'Current password');
  await current.fill('not the right one');
  await field(page, 'New password').fill(newPassword);
  await enterOn(page, change);
  await expect.element(note(page, 'That password is incorrect.')).toBeVisible();
  await expect.element(current).toHaveFocus();
  await current.fill(ada.password);
  await page.press('{Enter}');
  await expect.element(note(page, 'Password changed.')).toBeVisible();
  await expect.element(change).toHaveFocus();
  for (const name of ['Change email', 'Log out everywhere', 'Delete account']) {
    const opener = button(page, name);
    await enterOn(page, opener);
    const cancel = button(page, 'Cancel');
    await expect.element(cancel).toBeVisible();
    await enterOn(page, cancel);
    await expect.element(opener).toHaveFocus();
  }
});

test.each([
  [60, 'Please wait 1 minute.'],
  [61, 'Please wait 2 minutes.'],
])('with a retry after %i seconds the form says: %s', async (retryAfter, text) => {
  const server = profileServer().reject(changePassword, { code: 'tooManyAttempts', retryAfter });
  const page = await openAccount(server);
  await button(page, 'Change password').click();
  await field(page, 'Current password').fill('any of them');
  await field(page, 'New password').fill(newPassword);
  await page.press('{Enter}');
  await expect.element(panel(page).getByRole('alert')).toMatchTextContent(text);
});

test('the account can be opened even when the profile does not load', async () => {
  const server = profileServer().reject(getProfile, { code: 'conflict', status: 418 });
  const page = await openLounge(server, { allowedErrors: [/\[SESSION\]/] });
  await openOwnFromMenu(page);
  await expect.element(note(page, 'Your profile could not be loaded')).toBeVisible();
  await button(page, 'Account').click();
  await expect.element(panel(page).getByRole('heading', { name: 'Devices' })).toBeVisible();
  await button(page, 'Back to profile').click();
  await expect.element(note(page, 'Your profile could not be loaded')).toBeVisible();
});

test('a form of the account keeps its typed values when the profile arrives', async () => {
  const server = profileServer();
  const profile = server.hold(getProfile);
  const page = await openLounge(server);
  await openOwnFromMenu(page);
  await button(page, 'Account').click();
  await button(page, 'Change password').click();
  const current = field(page, 'Current password');
  await current.fill('half of my passw');
  profile.release();
  await page.press('{End}ord');
  await expect.element(current).toHaveValue('half of my password');
  await button(page, 'Back to profile').click();
  await expect.element(panel(page).getByRole('heading', { name: 'Ada Lind' })).toBeVisible();
});

test('a password can be shown', async () => {
  const page = await openAccount(profileServer());
  await button(page, 'Change password').click();
  const current = field(page, 'Current password');
  await expect.element(current).toHaveAttribute('type', 'password');
  await button(page, 'Show password').first().click();
  await expect.element(current).toHaveAttribute('type', 'text');
});

test.each([
  ['on a desktop', {}],
  ['in a narrow window', { width: 820, height: 700 }],
])('P28 axe finds nothing in the settings, and they fit: %s', async (_, options) => {
  const page = await openAccount(profileServer(), options);
  await expectAccessibleAndFitting(page);
  await button(page, 'Change password').click();
  await button(page, 'Delete account').click();
  await expect.element(field(page, 'Your email')).toBeVisible();
  await expectAccessibleAndFitting(page);
});

test.each([
  ['en-GB', 'My profile'],
  ['ar', 'ملفي الشخصي'],
])(
  'P28 on a phone the settings open from the drawer, axe finds nothing, and they fit: %s',
  async (language, myProfile) => {
    const page = await openLounge(profileServer(), { ...phone, language });
    const opener = page.getByCSS('header [data-opens="profile"]');
    await opener.click();
    await page.getByRole('button', { name: myProfile }).click();
    // The first button of the panel opens the account.
    await panel(page).getByRole('button').first().click();
    await expect.element(panel(page).getByRole('listitem')).toBeVisible();
    await expectAccessibleAndFitting(page);
    await page.press('{Escape}');
    await expect.element(opener).toHaveFocus();
  },
);
