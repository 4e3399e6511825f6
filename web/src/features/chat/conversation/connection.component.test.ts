/** Chat over a bad connection: nothing that was written is lost, sent twice, or left to the next user of the browser. */
import { expect, test } from 'vitest';
import {
  createChatGroup,
  editChatMessage,
  listChatRooms,
  readChatHistory,
  sendChatMessage,
} from '@foyer/contract';
import type { AppPage } from '../../../testing/page.ts';
import {
  act,
  bo,
  chatMenu,
  composer,
  countOf,
  cy,
  dock,
  FakeChat,
  message,
  openChat,
  openLounge,
  openRoom,
  panel,
  rooms,
  row,
  say,
  signInAs,
  signOut,
  talkWith,
  tell,
  texts,
} from '../testing/chatPage.ts';

const isSent = (page: AppPage, text: string) =>
  expect.element(message(page, text).getByRole('img', { name: 'Sent' })).toBeVisible();
const waitingIn = (page: AppPage): number =>
  Object.keys(page.window.localStorage).filter((key) => key.startsWith('foyer.chat.out.')).length;
/** The network fails: the connection breaks, and no new one comes. */
async function cut(page: AppPage): Promise<void> {
  page.server.reachable = false;
  page.server.disconnect();
  await expect.element(panel(page).getByText('No connection since')).toBeVisible();
}
function mend(page: AppPage): void {
  page.server.reachable = true;
  // The browser reports the network: the page connects at once.
  page.setOnline(true);
}
/** Time passes until the condition holds; the time of the page is stopped. */
const passUntil = <T>(page: AppPage, look: () => T) =>
  expect.poll(async () => {
    await page.pass(1_000);
    return look();
  });
const stopped = () => ({ stopTimeAt: Date.now() });

test('CHAT-07s a message without an answer is sent again over the same connection, and is there once', async () => {
  const chat = new FakeChat();
  const room = chat.conversation();
  const page = await openLounge(chat, stopped());
  await openRoom(page, bo.name);
  chat.swallow(sendChatMessage, 1);
  await say(page, 'Swallowed once');
  await passUntil(page, () => texts(page)).toEqual(['Good evening', 'Swallowed once']);
  await passUntil(page, () => room.messages.length).toBe(2);
  await isSent(page, 'Swallowed once');
  const [first, second, ...more] = chat.server.commands(sendChatMessage);
  expect(second).toEqual(first);
  expect(more).toEqual([]);
  expect(chat.server.connections).toBe(1);
});

test('CHAT-07p a message that was stored and whose answer was lost stays one message', async () => {
  const chat = new FakeChat();
  const room = chat.conversation();
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  // The server receives and stores, and nothing comes back.
  chat.server.onCommand(sendChatMessage, (input) => {
    chat.server.delivering = false;
    chat.send(input);
    return new Promise<never>(() => undefined);
  });
  await say(page, 'Only once');
  await expect.poll(() => room.messages.length).toBe(2);
  await expect.element(message(page, 'Only once')).toMatchTextContent('Sending');
  chat.server.onCommand(sendChatMessage, (input) => ({ message: chat.send(input) }));
  chat.server.delivering = true;
  chat.server.disconnect();
  page.setOnline(true);
  await isSent(page, 'Only once');
  expect(room.messages).toHaveLength(2);
  expect(texts(page)).toEqual(['Good evening', 'Only once']);
});

test('CHAT-07o messages that wait for the connection survive a reload', async () => {
  const chat = new FakeChat();
  const room = chat.conversation();
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  await cut(page);
  await say(page, 'First in the tunnel');
  await say(page, 'Second in the tunnel');
  await expect.element(message(page, 'First in the tunnel')).toMatchTextContent('Waiting for connection');
  await expect
    .element(panel(page).getByText('2 messages will be sent when you’re back online.'))
    .toBeVisible();
  chat.server.reachable = true;
  await page.reload();
  await expect.poll(() => room.messages.length).toBe(3);
  await openRoom(page, bo.name);
  await expect
    .poll(() => texts(page))
    .toEqual(['Good evening', 'First in the tunnel', 'Second in the tunnel']);
});

test('CHAT-09d an empty conversation stays open when the connection is lost, with the draft', async () => {
  const chat = new FakeChat();
  const page = await openLounge(chat);
  await talkWith(page, bo);
  await composer(page).fill('Half a sentence');
  await cut(page);
  chat.lounge.say(cy, 'Good evening, all');
  mend(page);
  // The rooms are listed again when this shows.
  await expect.element(row(page, 'Lounge')).toMatchTextContent('Good evening, all');
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect.element(composer(page)).toHaveValue('Half a sentence');
  await expect.element(composer(page)).toHaveFocus();
  await page.press('{Enter}');
  await isSent(page, 'Half a sentence');
});

test('CHAT-07af a list of rooms without an answer is requested again over the same connection', async () => {
  const chat = new FakeChat();
  const room = chat.conversation();
  chat.swallow(listChatRooms, 1);
  const page = await openLounge(chat, stopped());
  await expect.poll(() => chat.server.commands(listChatRooms).length).toBe(1);
  room.say(bo, 'Received all the same');
  await openChat(page);
  await passUntil(page, () => countOf(row(page, bo.name))).toBe(1);
  await openRoom(page, bo.name);
  await expect.poll(() => texts(page)).toEqual(['Good evening', 'Received all the same']);
  room.say(bo, 'And this');
  await expect.element(message(page, 'And this')).toBeVisible();
  expect(chat.server.connections).toBe(1);
});

test('CHAT-07ag a room that could not be read is read again over the same connection', async () => {
  const chat = new FakeChat();
  const room = chat.conversation();
  const page = await openLounge(chat, stopped());
  chat.swallow(readChatHistory);
  await openRoom(page, bo.name);
  const failed = panel(page).getByText('This conversation couldn’t be loaded');
  await passUntil(page, () => countOf(failed)).toBe(1);
  chat.swallow(readChatHistory, 0);
  await passUntil(page, () => texts(page)).toEqual(['Good evening']);
  room.say(bo, 'And this');
  await expect.element(message(page, 'And this')).toBeVisible();
  expect(chat.server.connections).toBe(1);
});

test('SESSION-05c logging out leaves no draft, no unsent message and no open view to the next user', async () => {
  const chat = new FakeChat();
  chat.swallow(sendChatMessage);
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  await say(page, 'Never sent');
  await composer(page).fill('For nobody but me');
  await expect.poll(() => waitingIn(page)).toBe(1);
  await chatMenu(page, 'Groups to join');
  await expect.element(panel(page).getByRole('searchbox', { name: 'Find a group' })).toBeVisible();
  await dock(page).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
  await signOut(page);
  await expect.poll(() => waitingIn(page)).toBe(0);
  await signInAs(page, chat, bo);
  await openRoom(page, 'Lounge');
  await expect.element(composer(page)).toHaveValue('');
  await expect.element(message(page, 'Never sent')).not.toBeInTheDocument();
});

test('CHAT-07ah an edit is sent once, and text typed while it is stored can be saved after it', async () => {
  const chat = new FakeChat();
  const room = chat.conversation();
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  const gate = chat.server.hold(editChatMessage);
  await act(page, 'Good evening', 'Edit');
  await say(page, 'Good night');
  await page.press('{Enter}');
  await composer(page).fill('Good night, Bo');
  await gate.reached;
  gate.release();
  await expect.element(message(page, 'Good night')).toMatchTextContent('edited');
  await expect.element(composer(page)).toHaveValue('Good night, Bo');
  expect(chat.server.commands(editChatMessage)).toHaveLength(1);
  await page.press('{Enter}');
  await expect.element(message(page, 'Good night, Bo')).toBeVisible();
  await expect.element(composer(page)).toHaveValue('');
  expect(chat.server.commands(editChatMessage)).toHaveLength(2);
  expect(room.messages).toMatchObject([{ text: 'Good night, Bo' }]);
});

test('CHAT-09e closing the chat while a group is created does not lead back into it', async () => {
  const chat = new FakeChat();
  const page = await openLounge(chat);
  const gate = chat.server.hold(createChatGroup);
  await openChat(page);
  await rooms(page).getByRole('button', { name: 'New group' }).click();
  await panel(page).getByLabelText('Group name').fill('Light');
  for (const { name } of [bo, cy]) await panel(page).getByRole('checkbox', { name }).click();
  await panel(page).getByRole('button', { name: 'Create group' }).click();
  await gate.reached;
  await dock(page).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
  gate.release();
  await expect.poll(() => chat.rooms.some(({ name }) => name === 'Light')).toBe(true);
  chat.rooms.find(({ name }) => name === 'Light')?.say(bo, 'Here we are');
  await expect.element(dock(page)).toHaveAccessibleName('Chat, 1 unread message');
  expect(countOf(panel(page))).toBe(0);
});

test('CHAT-15a a message written offline for a room the user was removed from meanwhile is reported as not published', async () => {
  const chat = new FakeChat();
  const group = chat.group('Jury', [bo, chat.own, cy], 'privateGroup');
  group.note(bo, { kind: 'created', uids: [chat.ownId, cy.uid] });
  const page = await openLounge(chat);
  await openRoom(page, 'Jury');
  await expect.element(panel(page).getByCSS('.chat-log')).toMatchTextContent('created this group');
  await cut(page);
  await say(page, 'Too late');
  await expect.element(message(page, 'Too late')).toMatchTextContent('Waiting for connection');
  group.isMember = false;
  mend(page);
  await expect.element(page.getByText(/^You can’t post in this room/)).toBeVisible();
  await expect.element(row(page, 'Jury')).not.toBeInTheDocument();
  expect(group.messages).toHaveLength(1);
});

test('CHAT-07n what was written offline goes out once the connection is back', async () => {
  const chat = new FakeChat();
  const room = chat.conversation();
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  await tell(page, 'Before the tunnel');
  await cut(page);
  await say(page, 'In the tunnel');
  room.say(bo, 'Are you in the tunnel?');
  mend(page);
  await isSent(page, 'In the tunnel');
  await expect
    .poll(() => texts(page))
    .toEqual(['Good evening', 'Before the tunnel', 'Are you in the tunnel?', 'In the tunnel']);
  await expect.element(panel(page).getByText('No connection since')).not.toBeInTheDocument();
});
