/** Guests of an anonymous venue in its standing rooms. */
import {
  composer,
  dock,
  expect,
  lounge,
  message,
  openChat,
  openRoom,
  panel,
  rooms,
  row,
  tell,
  test,
  type Page,
} from './chatPage.ts';

/** Somebody without an account; the identity comes when the first picture has. */
async function comeAsGuest(page: Page): Promise<void> {
  await page.goto(`${lounge}?lang=en`);
  await expect(dock(page)).toBeVisible({ timeout: 30_000 });
}

test('CHAT-06a ROLE-04f a visitor without a name shows as guest, and writes in the rooms of area and venue', async ({
  page,
  browser,
  foyer,
}) => {
  const other = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  const guest = await other.newPage();
  await comeAsGuest(guest);
  await comeAsGuest(page);
  await openRoom(guest, 'Lounge');
  const text = `From a guest ${Date.now()}`;
  await tell(guest, text);
  await openRoom(page, 'Lounge');
  await expect(message(page, text)).toContainText(/Guest \d{4}/);
  await openRoom(page, 'Everybody at the event');
  await tell(page, `To all ${text}`);
  await openRoom(guest, 'Everybody at the event');
  await expect(message(guest, `To all ${text}`)).toContainText(/Guest \d{4}/);
  await other.close();
});

test('ROLE-04g a guest makes no groups, finds no people and opens no private chat', async ({ page }) => {
  await comeAsGuest(page);
  await openChat(page);
  await expect(row(page, 'Lounge')).toBeVisible();
  await expect(rooms(page).getByRole('button', { name: 'New group' })).toHaveCount(0);
  await rooms(page).getByRole('searchbox').fill('Nobody of this name');
  await expect(rooms(page).getByRole('region', { name: 'People' })).toHaveCount(0);
  await expect(panel(page).getByText('Nothing fits that.')).toBeVisible();
});

test('CHAT-11c where guests only read, they are told so in place of the field', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    const area = plan.areas.find(({ id }) => id === 'lounge');
    const chat = area?.contentWidgets?.find(({ type }) => type === 'AreaChatWidget');
    if (chat?.type !== 'AreaChatWidget') throw new Error('the lounge has no chat');
    chat.configurations = [{ id: 'chat', name: 'Chat', guestsMayWrite: false }];
  });
  await comeAsGuest(page);
  await openChat(page);
  await row(page, 'Lounge').click();
  await expect(panel(page).getByText('Guests only read here.')).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
});

test('CHAT-11d a venue without a standing room has no chat for guests', async ({ page, foyer }) => {
  await foyer.live((plan) => {
    plan.globalWidgets = (plan.globalWidgets ?? []).filter(({ type }) => type !== 'GlobalChatWidget');
  });
  const guest = page.waitForResponse('**/api/session/guest');
  await page.goto('/v/nightfall/area/library?lang=en');
  await guest;
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expect(dock(page)).toHaveCount(0);
});
