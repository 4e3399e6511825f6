/** Stored profiles: what one attendee saves and another one sees. */
import sharp from 'sharp';
import { expect } from './harness/fixtures.ts';
import { openLobby, lobby, openOwnProfile, panel, test, withLogin } from './pages/profilePage.ts';

test.use({ server: withLogin });

const profileLink = (userId: string) => `${lobby}?profile=${userId}`;

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#cc3344' } })
    .jpeg()
    .toBuffer();

test('PROFILE-02a PROFILE-03a PROFILE-03b a saved profile is seen by others, contact details only while open for networking', async ({
  page,
  foyer,
  browser,
}) => {
  const amara = await foyer.createAccount({ name: 'Amara Okafor' });
  await openLobby(page, foyer, amara);
  await openOwnProfile(page);
  await panel(page).getByRole('button', { name: 'Edit profile' }).click();
  await panel(page).getByLabel('Company').fill('Nordlys');
  await panel(page).getByLabel('Job title').fill('Head of Light');
  await panel(page).getByLabel('Social profile').fill('social.example.org/amara');
  await panel(page).getByLabel('Private notes').fill('Room 12');
  await panel(page).getByRole('button', { name: 'Save' }).click();
  await expect(panel(page).getByText('Profile saved.')).toBeVisible();

  const other = await browser.newPage({ baseURL: foyer.url, locale: 'en-GB' });
  await openLobby(other, foyer, await foyer.createAccount());
  await other.goto(profileLink(amara.userId));
  await expect(panel(other).getByText('Head of Light, Nordlys')).toBeVisible();
  await expect(panel(other).getByText('Amara Okafor doesn’t share contact details.')).toBeVisible();
  await expect(panel(other).getByText(amara.email)).toHaveCount(0);

  await panel(page).getByRole('switch', { name: 'Open for networking' }).click();
  await expect(panel(page).getByText('Saved', { exact: true })).toBeVisible();
  await other.goto(profileLink(amara.userId));
  await expect(panel(other).getByRole('link', { name: amara.email })).toBeVisible();
  await expect(panel(other).getByRole('link', { name: /^social\.example\.org\/amara/ })).toHaveAttribute(
    'href',
    'https://social.example.org/amara',
  );
  await expect(panel(other).getByText('Room 12')).toHaveCount(0);
  await other.close();

  await page.reload();
  await openOwnProfile(page);
  await expect(panel(page).getByText('Room 12')).toBeVisible();
  await expect(panel(page).getByRole('switch', { name: 'Open for networking' })).toBeChecked();
});

test('a picture is cropped, uploaded, seen by others and in the header, and removed', async ({
  page,
  foyer,
  browser,
}) => {
  const amara = await foyer.createAccount({ name: 'Amara Okafor' });
  await openLobby(page, foyer, amara);
  await openOwnProfile(page);
  await panel(page).getByRole('button', { name: 'Add picture' }).click();
  await panel(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture() });
  const area = panel(page).getByRole('slider', { name: /^Picture crop/ });
  await area.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowLeft');
  await expect(area).not.toHaveAttribute('aria-valuenow', '1');
  await panel(page).getByRole('button', { name: 'Use this picture' }).click();
  await expect(panel(page).getByText('Picture saved.')).toBeVisible();
  await expect(panel(page).locator('img')).toHaveJSProperty('naturalWidth', 512);
  await expect(page.locator('[data-opens="profile"] img')).toHaveJSProperty('naturalWidth', 96);
  const other = await browser.newPage({ baseURL: foyer.url, locale: 'en-GB' });
  await openLobby(other, foyer, await foyer.createAccount());
  await other.goto(profileLink(amara.userId));
  await expect(panel(other).locator('img')).toHaveJSProperty('naturalWidth', 512);
  await other.close();
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.locator('img')).toHaveJSProperty('naturalWidth', 96);
  await menu.getByRole('button', { name: 'My profile' }).click();
  await panel(page).getByRole('button', { name: 'Change picture' }).click();
  await panel(page).getByRole('button', { name: 'Remove picture' }).click();
  await expect(panel(page).getByText('Picture removed.')).toBeVisible();
  await expect(panel(page).locator('img')).toHaveCount(0);
});
