/** Blocking, reports and moderation, from the view of readers, authors and hosts. */
import { textLength } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import {
  deleteChatMessage,
  addChatMembers,
  listLikes,
  closeMediaBoard,
  openMediaBoard,
  removeChatMember,
  reportChatMessage,
  muteChatUser,
} from '@foyer/contract';
import type { AppPage } from '../../../testing/page.ts';
import {
  chatBar,
  chooseChatAction,
  chooseMessageAction,
  chooseRoomAction,
  closeSnackbar,
  composer,
  countOf,
  dialog,
  dockButton,
  message,
  openChat,
  openPrivateRoom,
  openLounge,
  openMessageMenu,
  openRoom,
  panel,
  paste,
  roomList,
  roomRow,
} from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy, hugo } from '../testing/users.ts';

const hosts = (page: AppPage) => panel(page).getByRole('region', { name: 'Reports and history' });
const item = (page: AppPage, text: string) => hosts(page).getByRole('listitem').filter({ hasText: text });

async function openModerationLog(page: AppPage): Promise<void> {
  await chooseChatAction(page, 'Reports and history');
  await hosts(page).getByRole('button', { name: 'History' }).click();
}

test('a blocked attendee disappears from room and list until they are unblocked', async () => {
  const chat = new FakeChat();
  chat.privateRoom(bo).post(bo, 'Good evening');
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  await chooseRoomAction(page, `Block ${bo.name}`);
  await dialog(page).getByRole('button', { name: 'Block' }).click();
  await expect.element(panel(page).getByText('You’ve blocked this person.')).toBeVisible();
  await expect.element(panel(page).getByText('Good evening')).not.toBeInTheDocument();
  await expect.element(roomRow(page, bo.name)).toMatchTextContent('1 message from someone you blocked');
  await panel(page).getByRole('button', { name: 'Unblock' }).click();
  await expect.element(composer(page)).toBeVisible();
  await expect.element(message(page, 'Good evening')).toBeVisible();
});

test('a note replaces the message field if the other user has blocked the user', async () => {
  const { room, page } = await openPrivateRoom();
  room.setReadOnly('blocked');
  await expect.element(panel(page).getByText('You can’t message this person.')).toBeVisible();
  await expect.element(composer(page)).not.toBeInTheDocument();
  await expect.element(panel(page).getByRole('button', { name: 'Unblock' })).not.toBeInTheDocument();
  room.setReadOnly(undefined);
  await expect.element(composer(page)).toBeVisible();
});

test('a report needs a reason, and only hosts can see reports', async () => {
  const chat = new FakeChat();
  chat.lounge.post(bo, 'Buy lanterns');
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  await chooseMessageAction(page, 'Buy lanterns', 'Report to hosts');
  const report = dialog(page).getByRole('button', { name: 'Report' });
  await report.click();
  await expect.element(dialog(page).getByText('Tell us briefly what’s wrong')).toBeVisible();
  await dialog(page).getByLabelText('What’s wrong with it?').fill('Advertising');
  await report.click();
  await closeSnackbar(page, 'Thanks. The hosts will look at your report.');
  expect(chat.server.commands(reportChatMessage)).toEqual([
    { roomId: chat.lounge.id, seq: 1, reason: 'Advertising' },
  ]);
  await roomList(page).getByRole('button', { name: 'More chat options' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Sounds and notifications' })).toBeVisible();
  expect(countOf(page.getByRole('menuitem', { name: 'Reports and history' }))).toBe(0);
});

test('CHAT-15zc a reason that is too long stays whole, says by how much, and is sent only once it is shorter', async () => {
  const chat = new FakeChat();
  chat.lounge.post(bo, 'Buy lanterns');
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  await chooseMessageAction(page, 'Buy lanterns', 'Report to hosts');
  const reason = dialog(page).getByLabelText('What’s wrong with it?');
  const report = dialog(page).getByRole('button', { name: 'Report' });
  const announced = dialog(page).getByRole('status');
  const text = `${'m'.repeat(textLength)}${'n'.repeat(1_120)}`;
  await reason.click();
  paste(page, text);
  await expect.element(reason).toHaveValue(text);
  await expect.element(reason).toHaveAccessibleDescription('1,120 characters too many');
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  await expect.element(announced).toHaveTextContent('1,120 characters too many');
  await page.expectAccessible();

  await report.click();
  await expect.element(reason).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(reason).toHaveValue(text);
  expect(chat.server.commands(reportChatMessage)).toEqual([]);

  await reason.fill('m'.repeat(textLength));
  await expect.element(reason).not.toHaveAttribute('aria-invalid', 'true');
  await expect.element(announced).toHaveTextContent('0 characters left');
  await report.click();
  await closeSnackbar(page, 'Thanks. The hosts will look at your report.');
  expect(chat.server.commands(reportChatMessage)).toEqual([
    { roomId: chat.lounge.id, seq: 1, reason: 'm'.repeat(textLength) },
  ]);
});

test('a host is notified of reports, sees new ones, deletes the messages, and finds it in the moderation log', async () => {
  const chat = new FakeChat(hugo);
  const first = chat.lounge.post(bo, 'Buy lanterns');
  const second = chat.lounge.post(bo, 'Buy torches');
  const page = await openLounge(chat);
  // The link opens the reports even while the chat is minimized.
  await openChat(page);
  await panel(page).getByRole('button', { name: 'Minimize' }).first().click();
  chat.report(chat.lounge, first, cy, 'Advertising');
  const line = page.getByRole('status').filter({ hasText: /reports? to review/ });
  await line.getByRole('button', { name: 'Review' }).click();
  await expect
    .element(roomList(page).getByRole('button', { name: /^More chat options, 1 report/ }))
    .toBeVisible();
  await expect.element(item(page, 'Buy lanterns')).toMatchTextContent('Advertising');
  await expect.element(item(page, 'Buy lanterns')).toMatchTextContent(cy.name);
  await page.expectAccessible('[data-dialog="chat"]');
  chat.report(chat.lounge, second, cy, 'Once more');
  await expect.element(item(page, 'Buy torches')).toMatchTextContent('Once more');
  expect(countOf(line)).toBe(0);
  for (const text of ['Buy torches', 'Buy lanterns']) {
    await item(page, text).getByRole('button', { name: 'Delete message' }).click();
    await expect.element(item(page, text)).not.toBeInTheDocument();
  }
  await expect
    .element(roomList(page).getByRole('button', { name: 'More chat options', exact: true }))
    .toBeVisible();
  expect(chat.lounge.messages).toMatchObject([{ deletedBy: 'host' }, { deletedBy: 'host' }]);
  await hosts(page).getByRole('button', { name: 'History' }).click();
  await expect.element(item(page, bo.name).first()).toMatchTextContent(String(hugo.name));
});

/** Puts a board with the card `lamp` into the library. */
function addBoard({ server }: FakeChat): void {
  server
    .change(({ areas }) => {
      const library = areas.find(({ id }) => id === 'library');
      library?.contentWidgets.push({
        id: 'board',
        type: 'MediaBoardWidget',
        name: 'Ideas',
        placements: [],
        configurations: [
          {
            id: 'always',
            name: 'always',
            cookieProviders: [],
            mediaBoardId: 'ideas',
            contentPieces: [{ id: 'lamp', names: [{ locale: 'en', text: 'Which lamp?' }] }],
          },
        ],
      });
    })
    .onCommand(openMediaBoard, () => ({ counts: {} }))
    .onCommand(closeMediaBoard, () => undefined)
    .respondTo(listLikes, () => ({ likes: [] }));
}

test('BOARD-10u a report names the card or wall of its message and leads to it; of one that was removed it says so', async () => {
  const chat = new FakeChat(hugo);
  addBoard(chat);
  const page = await openLounge(chat);
  for (const contentPieceId of ['lamp', 'removed']) {
    const room = chat.roomAt({ mediaBoardId: 'ideas', contentPieceId });
    chat.report(room, room.post(bo, `Buy the ${contentPieceId} one`), cy, 'Advertising');
  }
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const removed = item(page, 'Buy the removed one');
  await expect.element(removed).toMatchTextContent('Discussion of a removed card');
  expect(countOf(removed.getByRole('link'))).toBe(0);
  await expect.element(item(page, 'Buy the lamp one')).toMatchTextContent('Discussion of Which lamp?');
  await page.expectAccessible('[data-dialog="chat"]');
  await item(page, 'Buy the lamp one').getByRole('link', { name: 'Open Discussion of Which lamp?' }).click();
  await expect.element(page.getByRole('heading', { name: 'Which lamp?' })).toBeVisible();
  expect(page.path).toBe('/v/nightfall/area/library?widget=board&card=lamp');
  await expect.element(hosts(page)).not.toBeInTheDocument();
  // The large panel hides the minimized chat, which it would cover in part.
  await expect.element(chatBar(page)).not.toBeVisible();
  await page.getByRole('dialog', { name: 'Ideas' }).getByRole('button', { name: 'Close' }).click();
  await expect.element(chatBar(page)).toBeVisible();
});

test('CHAT-15y a host who reads the history is notified of a new report, and the link leads to the open reports', async () => {
  const chat = new FakeChat(hugo);
  const page = await openLounge(chat);
  await openChat(page);
  await openModerationLog(page);
  chat.report(chat.lounge, chat.lounge.post(bo, 'Buy lanterns'), cy, 'Advertising');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect.element(item(page, 'Buy lanterns')).toBeVisible();
});

test('BOARD-10ue a report whose message was deleted calls it what its room does', async () => {
  const chat = new FakeChat(hugo);
  addBoard(chat);
  const page = await openLounge(chat);
  const room = chat.roomAt({ mediaBoardId: 'ideas', contentPieceId: 'lamp' });
  const message = room.post(bo, 'Buy the lamp');
  chat.report(room, room.delete(message.seq, 'host'), cy, 'Advertising');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await expect.element(hosts(page).getByText('This comment was deleted.')).toBeVisible();
});

test('BOARD-10v an entry of the moderation log leads to the card of its message, if the venue has it', async () => {
  const chat = new FakeChat(hugo);
  addBoard(chat);
  for (const contentPieceId of ['lamp', 'removed'])
    chat.logAction({
      kind: 'deleted',
      user: bo,
      roomId: contentPieceId,
      room: { kind: 'card', mediaBoardId: 'ideas', contentPieceId },
      text: `Buy the ${contentPieceId} one`,
    });
  const page = await openLounge(chat);
  await openChat(page);
  await openModerationLog(page);
  await expect.element(item(page, 'Buy the removed one')).toMatchTextContent('Discussion of a removed card');
  expect(countOf(item(page, 'Buy the removed one').getByRole('link'))).toBe(0);
  await page.expectAccessible('[data-dialog="chat"]');
  await item(page, 'Buy the lamp one').getByRole('link', { name: 'Open Discussion of Which lamp?' }).click();
  await expect.element(page.getByRole('heading', { name: 'Which lamp?' })).toBeVisible();
  expect(page.path).toBe('/v/nightfall/area/library?widget=board&card=lamp');
});

test('CHAT-15z the message about reports hides after 10 s, and the dock and the list of rooms keep their number', async () => {
  const chat = new FakeChat(hugo);
  const page = await openLounge(chat, { stopTimeAt: Date.now() });
  chat.report(chat.lounge, chat.lounge.post(bo, 'Buy lanterns'), cy, 'Advertising');
  const review = page.getByRole('button', { name: 'Review', exact: true });
  await expect.element(review).toBeVisible();
  await page.advance(9_000);
  expect(countOf(review)).toBe(1);
  await page.advance(2_000);
  expect(countOf(review)).toBe(0);
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 1 unread message, 1 report to review');
  await openChat(page);
  await expect
    .element(roomList(page).getByRole('button', { name: 'More chat options, 1 report to review' }))
    .toBeVisible();
});

test('a host can delete their own message that was reported, but not keep it', async () => {
  const chat = new FakeChat(hugo);
  const own = chat.lounge.post({ uid: hugo.userId, name: String(hugo.name) }, 'Rude words');
  const page = await openLounge(chat);
  chat.report(chat.lounge, own, cy, 'Rude');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const report = item(page, 'Rude words');
  await expect
    .element(report)
    .toMatchTextContent('This is your message. Only another host can decide to keep it.');
  await expect.poll(() => countOf(report.getByRole('button'))).toBe(1);
  await report.getByRole('button', { name: 'Delete message' }).click();
  await expect.element(report).not.toBeInTheDocument();
  expect(chat.lounge.messages).toMatchObject([{ deletedBy: 'host' }]);
});

test('CHAT-15j a muted attendee sees until when, and can post again when unmuted', async () => {
  const chat = new FakeChat();
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  chat.lounge.setReadOnly('muted', Date.now() + 600_000);
  await expect.element(panel(page).getByText(/A host has muted you until/)).toBeVisible();
  await expect.element(composer(page)).not.toBeInTheDocument();
  chat.lounge.setReadOnly(undefined);
  await expect.element(composer(page)).toBeVisible();
});

test('CHAT-15n a mute expires without an event', async () => {
  const chat = new FakeChat();
  const now = Date.now();
  const page = await openLounge(chat, { stopTimeAt: now });
  await openRoom(page, 'Lounge');
  chat.lounge.setReadOnly('muted', now + 60_000);
  await expect.element(panel(page).getByText(/A host has muted you until/)).toBeVisible();
  // The server sends no event when the mute expires: the page fetches the room.
  Object.assign(chat.lounge, { readOnlyReason: undefined, mutedUntil: undefined });
  await page.advance(30_000);
  expect(countOf(composer(page))).toBe(0);
  // The page knows the server’s clock to the second.
  await page.advance(33_000);
  await expect.element(composer(page)).toBeVisible();
});

test('BOARD-10w WALL-01o the moderation log calls comments and posts by their names', async () => {
  const chat = new FakeChat(hugo);
  const host = String(hugo.name);
  const card = { kind: 'card', mediaBoardId: 'ideas', contentPieceId: 'lamp' } as const;
  chat.logAction({ kind: 'deleted', user: bo, roomId: 'c1', room: card });
  chat.logAction({ kind: 'reportKept', user: bo, roomId: 'w1', room: { kind: 'wall', wallId: 'evening' } });
  chat.logAction({ kind: 'reportDeleted', user: bo, roomId: 'p1' });
  chat.logAction({ kind: 'removed', user: bo, roomId: 'c1', room: card });
  const page = await openLounge(chat);
  await openChat(page);
  await openModerationLog(page);
  for (const text of [
    `${host} deleted a comment from ${bo.name}`,
    `${host} kept a reported post from ${bo.name}`,
    `${host} deleted a reported message from ${bo.name}`,
    `${host} removed ${bo.name} from a discussion`,
  ])
    await expect.element(item(page, text)).toBeVisible();
});

test('CHAT-15o a host removes an attendee from a built-in room, and readmits them in the moderation log', async () => {
  const chat = new FakeChat(hugo);
  chat.lounge.post(bo, 'A quarrel');
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  await chooseMessageAction(page, 'A quarrel', `Remove ${bo.name} from this room`);
  await expect.element(dialog(page)).toMatchTextContent(`Remove ${bo.name} from this room?`);
  await dialog(page).getByRole('button', { name: 'Remove' }).click();
  await closeSnackbar(page, `${bo.name} was removed from this room.`);
  expect(chat.server.commands(removeChatMember)).toEqual([{ roomId: chat.lounge.id, userId: bo.uid }]);
  await openModerationLog(page);
  const removal = item(page, `removed ${bo.name}`);
  await expect.element(removal).toMatchTextContent('Lounge');
  await removal.getByRole('button', { name: 'Let back in' }).click();
  await expect.element(removal.getByRole('button')).not.toBeInTheDocument();
  await expect.element(removal).toHaveFocus();
  await expect.element(item(page, `let ${bo.name} back into a room`)).toBeVisible();
  expect(chat.server.commands(addChatMembers)).toEqual([{ roomId: chat.lounge.id, userIds: [bo.uid] }]);
});

test('CHAT-15p a host unmutes in the moderation log, even after the message was deleted', async () => {
  const chat = new FakeChat(hugo);
  chat.lounge.post(bo, 'Shouting');
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  await chooseMessageAction(page, 'Shouting', `Mute ${bo.name}`);
  await dialog(page).getByRole('button', { name: 'Until a host lifts it' }).click();
  await closeSnackbar(page, `${bo.name} was muted.`);
  await chooseMessageAction(page, 'Shouting', 'Delete');
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await closeSnackbar(page, 'Deleted.');
  await expect.element(message(page, 'Shouting')).not.toBeInTheDocument();
  expect(chat.server.commands(deleteChatMessage)).toHaveLength(1);
  await openModerationLog(page);
  const muteEntry = item(page, `muted ${bo.name}`);
  await expect.element(muteEntry).toMatchTextContent(/today, \d/);
  await muteEntry.getByRole('button', { name: 'Unmute' }).click();
  await expect.element(muteEntry.getByRole('button')).not.toBeInTheDocument();
  expect(chat.server.commands(muteChatUser)).toEqual([{ userId: bo.uid }, { userId: bo.uid, durationMs: 0 }]);
});

test('CHAT-15v the menu of a message lets a host mute its author, or unmute one who is muted', async () => {
  const chat = new FakeChat(hugo);
  chat.lounge.post(bo, 'Shouting');
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await openMessageMenu(page, 'Shouting');
  await expect.element(entry(`Mute ${bo.name}`)).toBeVisible();
  expect(countOf(entry(`Unmute ${bo.name}`))).toBe(0);
  await entry(`Mute ${bo.name}`).click();
  await expect.element(dialog(page).getByRole('button', { name: 'For 1 hour' })).toBeVisible();
  expect(countOf(dialog(page).getByRole('button', { name: 'Unmute' }))).toBe(0);
  await dialog(page).getByRole('button', { name: 'For 1 hour' }).click();
  await closeSnackbar(page, `${bo.name} was muted.`);
  await openMessageMenu(page, 'Shouting');
  await expect.element(entry(`Unmute ${bo.name}`)).toBeVisible();
  expect(countOf(entry(`Mute ${bo.name}`))).toBe(0);
  await entry(`Unmute ${bo.name}`).click();
  await closeSnackbar(page, `${bo.name} can post again.`);
  expect(chat.server.commands(muteChatUser)).toEqual([
    { userId: bo.uid, durationMs: 3_600_000 },
    { userId: bo.uid, durationMs: 0 },
  ]);
});

test('CHAT-15w a report lets a host unmute its author until the mute ends', async () => {
  const chat = new FakeChat(hugo);
  const shouted = chat.lounge.post(bo, 'Shouting');
  const now = Date.now();
  const page = await openLounge(chat, { stopTimeAt: now });
  chat.report(chat.lounge, shouted, cy, 'Loud');
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const button = (name: string) => item(page, 'Shouting').getByRole('button', { name, exact: true });
  await expect.element(button('Mute')).toBeVisible();
  chat.setMutes([{ userId: bo.uid, until: now + 60_000 }]);
  await expect.element(button('Unmute')).toBeVisible();
  expect(countOf(button('Mute'))).toBe(0);
  // The server sends no event when the mute ends.
  await page.advance(75_000);
  await expect.element(button('Mute')).toBeVisible();
});
