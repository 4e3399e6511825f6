/** Profiles: showing, editing and saving one's own, and what is shown of others. */
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { getProfile, saveProfile, type ProfileAttributes } from '@foyer/contract';
import { ada, type FakeServer } from '../../testing/fakeServer.ts';
import { emulateMedia, openPage, phone, type AppPage } from '../../testing/page.ts';
import {
  openOwnFromMenu,
  expectAccessibleAndFitting,
  lea,
  lounge,
  openLounge,
  openOwn,
  panel,
  profileLink,
  profileServer,
  visitOwn,
} from './testing/profilePage.ts';

const words = (text: string) => [{ locale: 'en' as const, text }];

/** Responds with Léa's profile as the signed-in user may see it: with her email only if she is open for networking. */
function leaSees(server: FakeServer, attributes: ProfileAttributes, visibleByRole = false): FakeServer {
  return server.respondTo(getProfile, ({ params: { userId } }) => {
    const user = userId === lea.userId ? lea : (server.signedIn ?? ada);
    const own = user === lea ? attributes : { email: user.email };
    const { name = '', roles } = user;
    return {
      data: {
        userId,
        attributes: { name, ...own },
        isHost: roles.includes('ROLE_HOST'),
        visibleByRole: user === lea && visibleByRole,
      },
    };
  });
}

const openLea = (server: FakeServer): Promise<AppPage> => openPage(profileLink(lea.userId), { server });
const editButton = (page: AppPage): Locator => panel(page).getByRole('button', { name: 'Edit profile' });

test('PROFILE-01a the own profile opens from the menu, and closes', async () => {
  const page = await openLounge(profileServer());
  await openOwnFromMenu(page);
  await expect.element(panel(page).getByRole('heading', { name: 'Ada Lind' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toHaveFocus();
});

test('PROFILE-01b an attendee’s profile shows a loading state, then the profile', async () => {
  const server = profileServer();
  const own = server.hold(getProfile);
  const page = await openLea(server);
  await own.reached;
  await expect.element(panel(page).getByRole('status').filter({ hasText: 'One moment' })).toBeInTheDocument();
  await expect
    .poll(() => server.calls(getProfile).some(({ params }) => params.userId === lea.userId))
    .toBe(true);
  await expect.element(panel(page).getByRole('heading', { name: 'Léa Fontaine' })).not.toBeInTheDocument();
  own.release();
  await expect.element(panel(page).getByRole('heading', { name: 'Léa Fontaine' })).toBeVisible();
  await expect.poll(() => page.path).toBe(lounge);
});

test('PROFILE-01c a profile that cannot be loaded closes the panel with a message', async () => {
  const page = await openPage(profileLink('nobody'), { server: profileServer() });
  await expect.element(page.getByText('This profile is no longer available.')).toBeVisible();
  await expect.element(panel(page)).not.toBeInTheDocument();
});

test('PROFILE-02j what is cut at the lower edge of a panel fades out, and its end does not', async () => {
  const page = await openOwn(profileServer());
  const fade = 24;
  const scroller = panel(page).getByCSS('.overflow-y-auto').element();
  page.resize(1440, 480);
  const style = page.window.getComputedStyle(scroller);
  expect(style.maskImage).toMatch(/linear-gradient\(0deg, .*24px\)/);
  scroller.scrollTo(0, scroller.scrollHeight);
  const end = scroller.lastElementChild?.getBoundingClientRect().bottom ?? Infinity;
  expect(scroller.getBoundingClientRect().bottom - end).toBeGreaterThanOrEqual(fade);
  await editButton(page).click();
  const bar = panel(page).getByRole('button', { name: 'Save' }).element().parentElement as HTMLElement;
  expect(style.maskImage).toBe('none');
  expect(page.window.getComputedStyle(bar, '::before')).toMatchObject({ content: '""', height: '24px' });
});

test('PROFILE-02g the fields are edited in place and saved', async () => {
  const server = profileServer().change((architecture) => {
    architecture.userProfileAttributes = [
      { key: 'team', labels: words('Team'), visible: true },
      { key: 'badge', labels: words('Badge'), editable: false },
    ];
  });
  const page = await openOwn(server);
  await editButton(page).click();
  const field = (label: string) => panel(page).getByLabelText(label, { exact: true });
  await expect.element(field('Name')).toHaveFocus();
  await field('Company').fill('Nordlys');
  await field('Job title').fill('Head of Light');
  await field('Social profile').fill('social.example.org/ada');
  await field('Private notes').fill('Room 12\nby the stairs');
  await field('Team').fill('Light');
  await expect.element(field('Badge')).toHaveAttribute('readonly');
  await expect.element(field('Email')).toHaveAttribute('readonly');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect.element(panel(page).getByText('Profile saved.')).toBeVisible();
  await expect.element(panel(page).getByText('Head of Light, Nordlys')).toBeVisible();
  await expect.element(panel(page).getByRole('heading', { name: 'Ada Lind' })).toBeInViewport({ ratio: 1 });
  expect(server.calls(saveProfile).map(({ body }) => body.attributes)).toEqual([
    {
      company: 'Nordlys',
      title: 'Head of Light',
      socialMedia: 'https://social.example.org/ada',
      privateInformation: 'Room 12\nby the stairs',
      team: 'Light',
    },
  ]);
  await visitOwn(page);
  await expect.element(panel(page).getByText('Room 12')).toBeVisible();
  await expect
    .element(panel(page).getByRole('link', { name: /^social\.example\.org\/ada/ }))
    .toHaveAttribute('href', 'https://social.example.org/ada');
});

test('PROFILE-02b a missing field can be added with one click, which increases the completion', async () => {
  const page = await openOwn(profileServer());
  await expect.element(panel(page).getByText('14% complete')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Add: Company' }).click();
  const company = panel(page).getByLabelText('Company');
  await expect.element(company).toHaveFocus();
  await company.fill('Nordlys');
  await page.press('{Enter}');
  await expect.element(panel(page).getByText('29% complete')).toBeVisible();
  await expect.element(panel(page).getByRole('button', { name: 'Add: Company' })).not.toBeInTheDocument();
});

test('PROFILE-02c the networking switch explains its effect and is saved at once', async () => {
  const server = profileServer();
  const page = await openOwn(server);
  const networking = () => panel(page).getByRole('switch', { name: 'Open for networking' });
  await expect.element(networking()).not.toBeChecked();
  await expect
    .element(panel(page).getByText('Your email and social profile are hidden from other attendees.'))
    .toBeVisible();
  await networking().click();
  await expect.element(panel(page).getByText('Everyone here can see your email')).toBeVisible();
  await expect.element(panel(page).getByText('Saved', { exact: true })).toBeVisible();
  await visitOwn(page);
  await expect.element(networking()).toBeChecked();
});

test('PROFILE-02h the thumb of the networking switch is visible with forced colors', async () => {
  const server = profileServer();
  server.profiles.set(ada.userId, { openForNetworking: true });
  const page = await openOwn(server);
  const networking = panel(page).getByRole('switch', { name: 'Open for networking' });
  await expect.element(networking).toBeChecked();
  await emulateMedia({ 'forced-colors': 'active' });
  const colors = () => {
    const element = networking.element();
    return new Set(
      [element, ...element.children].map((part) => page.window.getComputedStyle(part).backgroundColor),
    ).size;
  };
  expect(page.window.matchMedia('(forced-colors: active)').matches).toBe(true);
  await expect.poll(colors).toBe(2);
});

test('PROFILE-02i a name cannot be removed, and the form says so beside the field', async () => {
  const page = await openOwn(profileServer());
  await editButton(page).click();
  const name = panel(page).getByLabelText('Name', { exact: true });
  await name.fill('  ');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect.element(name).toHaveAccessibleDescription('Enter your name. Others know you by it.');
  await expect.element(name).toHaveFocus();
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.element(panel(page).getByRole('heading', { name: 'Ada Lind' })).toBeVisible();
});

test('PROFILE-03h others are shown with name, company and title, and without contact details', async () => {
  const page = await openLea(leaSees(profileServer(), { company: 'Théâtre du Port', title: 'Scenographer' }));
  await expect.element(panel(page).getByText('Scenographer, Théâtre du Port')).toBeVisible();
  await expect.element(panel(page).getByText('Léa Fontaine doesn’t share contact details.')).toBeVisible();
  await expect.element(panel(page).getByRole('link')).not.toBeInTheDocument();
});

test('PROFILE-03j an attendee open for networking shows an email and a link that opens safely', async () => {
  const page = await openLea(
    leaSees(profileServer(), {
      email: lea.email,
      socialMedia: 'https://social.example.org/lea',
      openForNetworking: true,
    }),
  );
  await expect.element(panel(page).getByText('Open for networking')).toBeVisible();
  await expect
    .element(panel(page).getByRole('link', { name: lea.email }))
    .toHaveAttribute('href', `mailto:${lea.email}`);
  const link = panel(page).getByRole('link', { name: 'social.example.org/lea (opens in a new tab)' });
  await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener noreferrer'));
  await expect.element(link).toHaveAttribute('target', '_blank');
});

test('PROFILE-03k a host sees the contact details of everyone, and the panel says why', async () => {
  const page = await openLea(
    leaSees(profileServer({ ...ada, roles: ['ROLE_HOST'] }), { email: lea.email }, true),
  );
  await expect.element(panel(page).getByText('As a host, you can also see')).toBeVisible();
  await expect.element(panel(page).getByText(lea.email)).toBeVisible();
});

test('PROFILE-03l an email is copied even without a clipboard, as without HTTPS', async () => {
  let copied = '';
  const page = await openPage(profileLink(lea.userId), {
    server: leaSees(profileServer(), { email: lea.email, openForNetworking: true }),
    prepare: ({ navigator, document }) => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.addEventListener('copy', () => {
        copied = (document.activeElement as HTMLTextAreaElement).value;
      });
    },
  });
  const copy = panel(page).getByRole('button', { name: 'Copy email' });
  await expect.element(copy).toBeVisible();
  (copy.element() as HTMLElement).focus();
  await page.press('{Enter}');
  await expect.element(panel(page).getByText('Copied', { exact: true })).toBeVisible();
  expect(copied).toBe(lea.email);
  await expect.element(copy).toHaveFocus();
});

test('PROFILE-03f a user without a name looks the same to themselves and others, and their email is not shown', async () => {
  const nameless = { ...ada, userId: 'u-grace', email: 'grace.hopper@example.com', name: '' };
  const own = profileServer(nameless);
  const page = await openLounge(own);
  await page.getByCSS('[data-opens="presence"]').click();
  await expect.element(page.getByCSS('.ownRow_row')).toMatchTextContent('No name yet');
  await page.getByCSS('.ownRow_row .personRow_button').click();
  await expect.element(panel(page).getByRole('heading', { name: 'No name yet' })).toBeVisible();
  page.close();
  const others = profileServer();
  others.users.push(nameless);
  const other = await openPage(profileLink(nameless.userId), { server: others });
  await expect.element(panel(other).getByRole('heading', { name: 'No name yet' })).toBeVisible();
  await expect.element(panel(other).getByText(/grace|hopper/i)).not.toBeInTheDocument();
});

test('PROFILE-04c a value that is too long or not a URL is explained beside its field', async () => {
  const page = await openOwn(profileServer());
  await editButton(page).click();
  const company = panel(page).getByLabelText('Company');
  await company.fill('x'.repeat(256));
  await panel(page).getByLabelText('Social profile').fill('javascript:alert(1)');
  await panel(page).getByLabelText('Job title').click();
  await expect.element(panel(page).getByText('Use at most 255 characters. You have 256.')).toBeVisible();
  await expect
    .element(panel(page).getByText('Enter a web address, like https://example.com/you'))
    .toBeVisible();
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect.element(panel(page).getByRole('alert')).toHaveTextContent('Please check the marked fields.');
  await expect.element(company).toHaveFocus();
});

test('a profile can be opened, edited and saved with the keyboard alone', async () => {
  const page = await openLounge(profileServer());
  (page.getByRole('button', { name: 'Account menu' }).element() as HTMLElement).focus();
  await page.press('{Enter}');
  const entry = page.getByRole('menuitem', { name: 'My profile' });
  await expect.element(entry).toBeVisible();
  // The menu handles keys once it has the focus.
  await expect.poll(() => page.focused?.closest('[role="menu"]')).not.toBeNull();
  await page.press('{ArrowDown}');
  await expect.element(entry).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(panel(page)).toHaveFocus();
  const edit = editButton(page);
  await expect.element(edit).toBeVisible();
  for (let tabs = 0; tabs < 15 && page.focused !== edit.element(); tabs += 1) await page.press('{Tab}');
  await page.press('{Enter}');
  await expect.element(panel(page).getByLabelText('Name', { exact: true })).toHaveFocus();
  await page.press('{Tab}Nordlys{Enter}');
  await expect.element(panel(page).getByText('Profile saved.')).toBeVisible();
  await page.press('{Escape}');
  await expect.element(panel(page)).not.toBeInTheDocument();
});

test('a file that is not a picture is rejected with a message', async () => {
  const page = await openOwn(profileServer());
  await panel(page).getByRole('button', { name: 'Add picture' }).click();
  await panel(page)
    .getByCSS('input[type=file]')
    .upload(new File(['<svg/>'], 'me.jpg', { type: 'image/jpeg' }));
  await expect.element(panel(page).getByRole('alert')).toMatchTextContent('can’t be opened');
});

test.each([
  ['on a desktop', {}],
  ['on a phone, in German', { ...phone, language: 'de-DE' }],
  ['on a narrow phone, in Arabic', { ...phone, width: 360, height: 780, language: 'ar' }],
])('P28 axe finds nothing in both profiles and the form, and they fit: %s', async (_, options) => {
  const host = { ...ada, roles: ['ROLE_HOST'] } as const;
  const server = leaSees(profileServer(host), {
    name: 'W'.repeat(255),
    email: lea.email,
    socialMedia: `https://social.example.org/${'l'.repeat(200)}`,
    openForNetworking: true,
  });
  const page = await openPage(profileLink(lea.userId), { server, ...options });
  await expect.element(panel(page).getByRole('heading')).toBeVisible();
  await expectAccessibleAndFitting(page);
  await page.goto(profileLink(ada.userId));
  await expect.element(panel(page).getByRole('switch')).toBeVisible();
  await expectAccessibleAndFitting(page);
  await panel(page).getByRole('button').last().click();
  await expect.element(panel(page).getByRole('textbox').last()).toBeVisible();
  await expectAccessibleAndFitting(page);
});
