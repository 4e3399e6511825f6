/** Profiles: what one says of oneself, and what one sees of others. */
import sharp from 'sharp';
import { expect } from './harness.ts';
import {
  expectNoFault,
  fillIn,
  inLobby,
  lobby,
  openOwn,
  panel,
  signInAnywhere,
  test,
  withLogin,
} from './profilePage.ts';

test.use({ server: withLogin });

const words = (text: string) => [{ locale: 'en' as const, text }];
const profileLink = (userId: string) => `${lobby}?profile=${userId}`;
const phone = { width: 390, height: 844 };

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#cc3344' } })
    .jpeg()
    .toBuffer();

test('PROFILE-01a one’s own profile opens from the menu, and closes', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account({ name: 'Amara Okafor' }));
  await openOwn(page);
  await expect(panel(page).getByRole('heading', { name: 'Amara Okafor' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeFocused();
});

test('PROFILE-01b an attendee’s profile is loading, then shown', async ({ page, foyer }) => {
  const lea = await foyer.account({ name: 'Léa Fontaine' });
  await inLobby(page, await foyer.account());
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/userProfile/${lea.userId}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(profileLink(lea.userId));
  await expect(panel(page).getByRole('status').filter({ hasText: 'One moment' })).toBeAttached();
  answer();
  await expect(panel(page).getByRole('heading', { name: 'Léa Fontaine' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${lobby}$`));
});

test('PROFILE-01c a profile that cannot be loaded closes the panel, and one line says why', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(/404/);
  await inLobby(page, await foyer.account());
  // The line goes by itself, maybe before the last picture of the page has come.
  await page.goto(profileLink('nobody'), { waitUntil: 'commit' });
  await expect(page.getByText('This person’s profile is not here any more.')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('PROFILE-02a the fields are written in place and saved', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    plan.userProfileAttributes = [
      { key: 'team', labels: words('Team'), visible: true },
      { key: 'badge', labels: words('Badge'), editable: false },
    ];
  });
  await inLobby(page, await foyer.account({ name: 'Amara Okafor' }));
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  await expect(panel(page).getByLabel('Name', { exact: true })).toBeFocused();
  await panel(page).getByLabel('Company').fill('Nordlys');
  await panel(page).getByLabel('Job title').fill('Head of Light');
  await panel(page).getByLabel('Social profile').fill('social.example.org/amara');
  await panel(page).getByLabel('Private notes').fill('Room 12\nby the stairs');
  await panel(page).getByLabel('Team').fill('Light');
  await expect(panel(page).getByLabel('Badge')).not.toBeEditable();
  await expect(panel(page).getByLabel('Email')).not.toBeEditable();
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByText('Your profile is saved.')).toBeVisible();
  await expect(panel(page).getByText('Head of Light, Nordlys')).toBeVisible();
  await expect(panel(page).getByRole('heading', { name: 'Amara Okafor' })).toBeInViewport({ ratio: 1 });
  await page.reload();
  await openOwn(page);
  await expect(panel(page).getByText('Room 12')).toBeVisible();
  await expect(panel(page).getByRole('link', { name: /^social\.example\.org\/amara/ })).toHaveAttribute(
    'href',
    'https://social.example.org/amara',
  );
});

test('PROFILE-02b what is missing is one press away, and completion grows', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account({ name: 'Amara Okafor' }));
  await openOwn(page);
  await expect(panel(page).getByText('14 % complete')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Add: Company' }).click();
  await expect(panel(page).getByLabel('Company')).toBeFocused();
  await panel(page).getByLabel('Company').fill('Nordlys');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('29 % complete')).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Add: Company' })).toHaveCount(0);
});

test('PROFILE-02d a name that was given cannot be emptied, and the form says so beside it', async ({
  page,
  foyer,
}) => {
  await inLobby(page, await foyer.account({ name: 'Amara Okafor' }));
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  const name = panel(page).getByLabel('Name', { exact: true });
  await name.fill('  ');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription('Others know you by your name: write one here.');
  await expect(name).toBeFocused();
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page).getByRole('heading', { name: 'Amara Okafor' })).toBeVisible();
});

test('PROFILE-03f whoever gave no name is shown alike to themselves and to others, and nothing of the email', async ({
  page,
  browser,
  foyer,
}) => {
  const grace = await foyer.account({ email: 'grace.hopper@example.com' });
  await inLobby(page, grace);
  await page.locator('[data-opens="presence"]').click();
  await expect(page.locator('.own-row')).toContainText('No name yet');
  await page.locator('.own-row .person-open').click();
  await expect(panel(page).getByRole('heading', { name: 'No name yet' })).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: foyer.url });
  const second = await elsewhere.newPage();
  await inLobby(second, await foyer.account({ name: 'Amara Okafor' }));
  await second.goto(profileLink(grace.userId));
  await expect(panel(second).getByRole('heading', { name: 'No name yet' })).toBeVisible();
  await expect(panel(second).getByText(/grace|hopper/i)).toHaveCount(0);
  await elsewhere.close();
});

test('PROFILE-02c the networking switch says what it means and is saved at once', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await openOwn(page);
  const open = panel(page).getByRole('switch', { name: 'Open for networking' });
  await expect(open).not.toBeChecked();
  await expect(panel(page).getByText('Others do not see your email and your social profile.')).toBeVisible();
  await open.click();
  await expect(panel(page).getByText('Everybody here sees your email')).toBeVisible();
  await expect(panel(page).getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await openOwn(page);
  await expect(panel(page).getByRole('switch', { name: 'Open for networking' })).toBeChecked();
  await page.emulateMedia({ forcedColors: 'active' });
  const colours = () =>
    open.evaluate(
      (element) =>
        new Set([element, ...element.children].map((part) => getComputedStyle(part).backgroundColor)).size,
    );
  // Colours go over into each other.
  await expect.poll(colours, 'its thumb stands out where the system chooses the colours').toBe(2);
});

test('PROFILE-03a of others one sees name, company and title, and no contact details', async ({
  page,
  foyer,
}) => {
  const lea = await foyer.account({ name: 'Léa Fontaine' });
  await fillIn(foyer, lea, {
    company: 'Théâtre du Port',
    title: 'Scenographer',
    socialMedia: 'https://social.example.org/lea',
    privateInformation: 'Room 12',
  });
  await inLobby(page, await foyer.account());
  await page.goto(profileLink(lea.userId));
  await expect(panel(page).getByText('Scenographer, Théâtre du Port')).toBeVisible();
  await expect(panel(page).getByText('Léa Fontaine shows no contact details.')).toBeVisible();
  await expect(panel(page).getByText(lea.email)).toHaveCount(0);
  await expect(panel(page).getByText('Room 12')).toHaveCount(0);
});

test('PROFILE-03b whoever is open for networking shows email and a link that leads outside safely', async ({
  page,
  foyer,
}) => {
  const lea = await foyer.account({ name: 'Léa Fontaine' });
  await fillIn(foyer, lea, { socialMedia: 'https://social.example.org/lea', openForNetworking: true });
  await inLobby(page, await foyer.account());
  await page.goto(profileLink(lea.userId));
  await expect(panel(page).getByText('Open for networking')).toBeVisible();
  await expect(panel(page).getByRole('link', { name: lea.email })).toHaveAttribute(
    'href',
    `mailto:${lea.email}`,
  );
  const link = panel(page).getByRole('link', { name: 'social.example.org/lea (opens in a new tab)' });
  await expect(link).toHaveAttribute('rel', /noopener noreferrer/);
  await expect(link).toHaveAttribute('target', '_blank');
});

test('PROFILE-03e an email is copied also where the browser has no clipboard for the page, as without https', async ({
  page,
  foyer,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.addEventListener('copy', () => {
      document.documentElement.dataset['copied'] = (document.activeElement as HTMLTextAreaElement).value;
    });
  });
  const lea = await foyer.account({ name: 'Léa Fontaine' });
  await fillIn(foyer, lea, { openForNetworking: true });
  await inLobby(page, await foyer.account());
  await page.goto(profileLink(lea.userId));
  const copy = panel(page).getByRole('button', { name: 'Copy the email' });
  await copy.press('Enter');
  await expect(panel(page).getByText('Copied', { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-copied', lea.email);
  await expect(copy).toBeFocused();
});

test('PROFILE-03c a host sees the contact details of everyone, and the panel says why', async ({
  page,
  foyer,
}) => {
  const lea = await foyer.account({ name: 'Léa Fontaine' });
  await inLobby(page, await foyer.account({ roles: ['ROLE_HOST'] }));
  await page.goto(profileLink(lea.userId));
  await expect(panel(page).getByText('You are a host, so you also see')).toBeVisible();
  await expect(panel(page).getByText(lea.email)).toBeVisible();
});

test('PROFILE-04a a value that is too long, or no address, is told beside its field', async ({
  page,
  foyer,
}) => {
  await inLobby(page, await foyer.account());
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  await panel(page).getByLabel('Company').fill('x'.repeat(256));
  await panel(page).getByLabel('Social profile').fill('javascript:alert(1)');
  await panel(page).getByLabel('Job title').focus();
  await expect(panel(page).getByText('At most 255 characters. These are 256.')).toBeVisible();
  await expect(panel(page).getByText('This is no web address.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText('Please look at the fields that are marked.');
  await expect(panel(page).getByLabel('Company')).toBeFocused();
});

test('a picture is cut, sent, seen by others and in the header, and removed', async ({
  page,
  foyer,
  browser,
}) => {
  const amara = await foyer.account({ name: 'Amara Okafor' });
  await inLobby(page, amara);
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Add a picture' }).click();
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  const area = panel(page).getByRole('slider', { name: /^Section of the picture/ });
  await area.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowLeft');
  await expect(area).not.toHaveAttribute('aria-valuenow', '1');
  await panel(page).getByRole('button', { name: 'Use this picture' }).click();
  await expect(panel(page).getByText('Your picture is saved.')).toBeVisible();
  await expect(panel(page).locator('img')).toHaveJSProperty('naturalWidth', 512);
  await expect(page.locator('[data-opens="profile"] img')).toHaveJSProperty('naturalWidth', 96);
  const elsewhere = await browser.newPage({ baseURL: foyer.url, locale: 'en-GB' });
  await inLobby(elsewhere, await foyer.account());
  await elsewhere.goto(profileLink(amara.userId));
  await expect(panel(elsewhere).locator('img')).toHaveJSProperty('naturalWidth', 512);
  await elsewhere.close();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.locator('img')).toHaveJSProperty('naturalWidth', 96);
  await menu.getByRole('button', { name: 'My profile' }).click();
  await panel(page).getByRole('button', { name: 'Change picture' }).click();
  await panel(page).getByRole('button', { name: 'Remove picture' }).click();
  await expect(panel(page).getByText('Your picture is removed.')).toBeVisible();
  await expect(panel(page).locator('img')).toHaveCount(0);
});

test('a file that is no picture is told in place', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await openOwn(page);
  await panel(page).getByRole('button', { name: 'Add a picture' }).click();
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg/>') });
  await expect(panel(page).getByRole('alert')).toContainText('cannot be opened');
});

test('a profile is read, written and saved with the keyboard alone', async ({ page, foyer }) => {
  await inLobby(page, await foyer.account());
  await page.getByRole('button', { name: 'Account menu' }).focus();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'My profile' });
  await expect(entry).toBeVisible();
  // Only then does it hear the keys.
  await expect(page.locator('[role="menu"]:focus, [role="menu"] :focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(entry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  const edit = panel(page).getByRole('button', { name: 'Edit profile' });
  for (
    let tabs = 0;
    tabs < 15 && !(await edit.evaluate((element) => element === document.activeElement));
    tabs += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Nordlys');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText('Your profile is saved.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
});

for (const [name, size, locale] of [
  ['desktop', undefined, 'en-GB'],
  ['phone', phone, 'de-DE'],
  ['Arabic on a phone', { width: 360, height: 780 }, 'ar'],
] as const) {
  test.describe(name, () => {
    test.use({ locale, ...(size && { viewport: size, hasTouch: true }) });
    test(`P28 both profiles have no fault that axe finds, and fit: ${name}`, async ({ page, foyer }) => {
      const amara = await foyer.account({ name: 'Amara Okafor', roles: ['ROLE_HOST'] });
      const lea = await foyer.account({ name: 'W'.repeat(255) });
      await fillIn(foyer, lea, {
        socialMedia: `https://social.example.org/${'l'.repeat(200)}`,
        openForNetworking: true,
      });
      await page.goto(lobby);
      await signInAnywhere(page, amara);
      await page.goto(profileLink(lea.userId));
      await expect(panel(page).getByRole('heading')).toBeVisible();
      await expectNoFault(page);
      await page.goto(profileLink(amara.userId));
      await expect(panel(page).getByRole('switch')).toBeVisible();
      await expectNoFault(page);
      await panel(page).locator('button').last().click();
      await expect(panel(page).locator('textarea')).toBeVisible();
      await expectNoFault(page);
    });
  });
}
