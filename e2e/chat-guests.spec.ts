/** Guests of an anonymous venue in its built-in rooms. */
import {
  dock,
  expect,
  lounge,
  message,
  openRoom,
  panel,
  sendAndWait,
  test,
  type Page,
} from './pages/chatPage.ts';

/** Opens the lounge without an account; a guest has an identity once the first picture is there. */
async function enterAsGuest(page: Page): Promise<void> {
  await page.goto(lounge);
  await expect(dock(page)).toBeVisible({ timeout: 30_000 });
}

test('CHAT-06a ROLE-04f a visitor without a name shows as guest, and writes in the rooms of area and venue', async ({
  page,
  browser,
  foyer,
}) => {
  const other = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  const guest = await other.newPage();
  await Promise.all([enterAsGuest(guest), enterAsGuest(page)]);
  await openRoom(guest, 'Lounge');
  const text = `From a guest ${crypto.randomUUID()}`;
  await sendAndWait(guest, text);
  await openRoom(page, 'Lounge');
  await expect(message(page, text)).toContainText(/Guest \d{4}/);
  await openRoom(page, 'Everyone at the event');
  await sendAndWait(page, `To all ${text}`);
  await openRoom(guest, 'Everyone at the event');
  await expect(message(guest, `To all ${text}`)).toContainText(/Guest \d{4}/);
  await expect(panel(guest).getByRole('button', { name: 'New group' })).toHaveCount(0);
  await other.close();
});
