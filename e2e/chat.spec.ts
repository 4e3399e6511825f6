/** Chat between users with separate browsers, through a real server. */
import { openChatRoom, sendChatMessage } from '@foyer/contract';
import {
  chooseMessageAction,
  composer,
  dock,
  expect,
  openSharedRoom,
  lounge,
  message,
  uniqueName,
  openChat,
  openRoom,
  panel,
  confirmDialog,
  chooseRoomAction,
  row,
  rooms,
  typeAndSend,
  openPrivateChat,
  sendAndWait,
  test,
  texts,
  withLogin,
} from './pages/chatPage.ts';
import { SimulatedAttendee } from './pages/presencePage.ts';

test.use({ server: withLogin });

test('CHAT-01a CHAT-07j CHAT-07l two users chat in private: each sees who is typing, and each message once and in the same order', async ({
  signInAs,
}) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openPrivateChat(ada.page, bo.name);
  await sendAndWait(ada.page, 'Good evening');
  await expect(dock(bo.page)).toHaveAccessibleName('Chat, 1 unread message');
  await openRoom(bo.page, ada.name);
  await expect(message(bo.page, 'Good evening')).toBeVisible();
  const typing = panel(ada.page).locator('.openRoom_typing');
  // The indicator is shown for a few seconds, so the assertion starts before the typing.
  await Promise.all([
    expect(typing).toHaveText(`${bo.name} is typing`),
    composer(bo.page).pressSequentially('Good evening to you'),
  ]);
  await composer(bo.page).press('Enter');
  await expect(message(ada.page, 'Good evening to you')).toBeVisible();
  await expect(typing).toHaveText('');
  await sendAndWait(ada.page, 'Have you seen the library?');
  await sendAndWait(bo.page, 'Not yet');
  // Both have read what the other wrote.
  for (const [page, text] of [
    [ada.page, 'Have you seen the library?'],
    [bo.page, 'Not yet'],
  ] as const)
    await expect(message(page, text).getByRole('img', { name: 'Read' })).toBeVisible();
  const said = ['Good evening', 'Good evening to you', 'Have you seen the library?', 'Not yet'];
  await expect.poll(() => texts(ada.page)).toEqual(said);
  await expect.poll(() => texts(bo.page)).toEqual(said);
});

test('CHAT-07k unread messages are counted on every device until they are read on one', async ({
  signInAs,
  browser,
  foyer,
}) => {
  const bo = await signInAs('Bo');
  const other = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  await other.addCookies(await bo.page.context().cookies());
  const laptop = await other.newPage();
  await laptop.goto(lounge);
  const ada = await SimulatedAttendee.connect(foyer, { name: uniqueName('Ada') });
  const { room } = await ada.send(openChatRoom, { with: bo.account.userId });
  for (const text of ['One', 'Two', 'Three'])
    await ada.send(sendChatMessage, { roomId: room.id, clientId: crypto.randomUUID(), text });
  for (const page of [bo.page, laptop]) {
    await expect(dock(page)).toHaveAccessibleName('Chat, 3 unread messages');
    await expect(page).toHaveTitle(/^\(3\) Lounge/);
  }
  await openRoom(bo.page, ada.name);
  await expect(panel(bo.page).getByText('3 new')).toBeVisible();
  await expect(row(bo.page, ada.name)).not.toContainText('unread');
  await expect(dock(laptop)).toHaveAccessibleName('Chat');
  await expect(laptop).toHaveTitle(/^Lounge/);
  await openChat(laptop);
  await expect(row(laptop, ada.name)).toContainText('Three');
  await expect(row(laptop, ada.name)).not.toContainText('unread');
  await ada.leave();
  await other.close();
});

test('a message is replied to, found, edited and deleted, and the other user sees each change', async ({
  signInAs,
}) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await openSharedRoom(ada, bo);
  await chooseMessageAction(ada.page, 'Good evening', 'Edit');
  await typeAndSend(ada.page, 'Good night');
  await expect(message(bo.page, 'Good night')).toContainText('edited');
  await chooseRoomAction(bo.page, 'Search in this room');
  const search = panel(bo.page).getByRole('region', { name: 'Search in this room' });
  await search.getByRole('searchbox', { name: 'Search' }).fill('night');
  await search.getByRole('button', { name: 'Good night' }).click();
  await expect(panel(bo.page).locator('article:focus')).toContainText('Good night');
  await chooseMessageAction(bo.page, 'Good night', 'Reply');
  await composer(bo.page).pressSequentially('Hello @Ada');
  await expect(bo.page.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await composer(bo.page).press('Enter');
  await composer(bo.page).press('Enter');
  const mention = message(ada.page, `Hello @${ada.name}`);
  await expect(mention.getByRole('button', { name: 'Good night' })).toBeVisible();
  await expect(mention.locator('strong')).toHaveText(`@${ada.name}`);
  await chooseMessageAction(ada.page, 'edited', 'Delete');
  await confirmDialog(ada.page).getByRole('button', { name: 'Delete' }).click();
  // The message itself, and the quote in the reply.
  await expect(message(bo.page, 'This message was deleted.')).toHaveCount(2);
  await expect(row(bo.page, ada.name)).not.toContainText('Good night');
});

test('WIDGET-01b WIDGET-22a CHAT-11a attendees of an area chat in its room, and all attendees in the room of the venue', async ({
  signInAs,
}) => {
  const [ada, bo] = await Promise.all([signInAs('Ada'), signInAs('Bo')]);
  await ada.page.locator('[data-opens="chat"]').first().click();
  await expect(composer(ada.page)).toHaveAccessibleName('Message to Lounge');
  const text = `Round the table with ${ada.name}`;
  await sendAndWait(ada.page, text);
  await expect(dock(bo.page)).toHaveAccessibleName(/unread/);
  await openRoom(bo.page, 'Lounge');
  await expect(message(bo.page, text)).toContainText(ada.name);
  await openRoom(ada.page, 'Everyone at the event');
  const toAll = `To all from ${ada.name}`;
  await sendAndWait(ada.page, toAll);
  await bo.page.goto('/v/nightfall/area/library?widget=global-chat');
  await expect(message(bo.page, toAll)).toBeVisible();
  await expect(rooms(bo.page).getByRole('region', { name: 'This area' })).toHaveCount(0);
});
