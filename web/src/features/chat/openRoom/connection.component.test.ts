/** Chat with a bad connection: no message is lost, sent twice, or visible to the next user of the browser. */
import { expect, test } from 'vitest';
import { createChatGroup, editChatMessage, getChatMessages, sendChatMessage } from '@foyer/contract';
import type { AppPage } from '../../../testing/page.ts';
import {
  chooseChatAction,
  chooseLogOut,
  chooseMessageAction,
  composer,
  countOf,
  dockButton,
  expectAtLogin,
  message,
  messageTexts,
  openChat,
  openPrivateRoom,
  openLounge,
  openRoom,
  panel,
  roomList,
  roomRow,
  signInAs,
  startPrivateChat,
  submitMessage,
} from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy } from '../testing/users.ts';

const expectSent = (page: AppPage, text: string) =>
  expect.element(message(page, text).getByRole('img', { name: 'Sent' })).toBeVisible();
const countStoredMessages = (page: AppPage): number =>
  Object.keys(page.window.localStorage).filter((key) => key.startsWith('foyer.chat.out.')).length;
/** The network fails: the connection breaks, and reconnecting fails. */
async function goOffline(page: AppPage): Promise<void> {
  page.server.reachable = false;
  page.server.disconnect();
  await expect.element(panel(page).getByText('No connection since')).toBeVisible();
}
function goOnline(page: AppPage): void {
  page.server.reachable = true;
  // The browser reports the network: the page reconnects immediately.
  page.setOnline(true);
}
/** Advances the stopped clock of the page until the condition holds. */
const passUntil = <T>(page: AppPage, look: () => T) =>
  expect.poll(async () => {
    await page.advance(1_000);
    return look();
  });
const stopped = () => ({ stopTimeAt: Date.now() });

test('CHAT-07o messages that wait for the connection survive a reload', async () => {
  const { chat, room, page } = await openPrivateRoom();
  await goOffline(page);
  await submitMessage(page, 'First in the tunnel');
  await submitMessage(page, 'Second in the tunnel');
  await expect.element(message(page, 'First in the tunnel')).toMatchTextContent('Waiting for connection');
  await expect.element(panel(page).getByText('To be sent when you’re back online: 2.')).toBeVisible();
  chat.server.reachable = true;
  await page.reload();
  await expect.poll(() => room.messages.length).toBe(3);
  await openRoom(page, bo.name);
  await expect
    .poll(() => messageTexts(page))
    .toEqual(['Good evening', 'First in the tunnel', 'Second in the tunnel']);
});

test('messages that wait in a tab that was disconnected because there are too many are sent when the user continues there', async () => {
  const { chat, page } = await openPrivateRoom();
  chat.server.disconnect('tooManyConnections');
  await expect.element(panel(page).getByText('No connection since')).toBeVisible();
  await submitMessage(page, 'From this tab');
  await expect.element(panel(page).getByText('To be sent when you continue in this tab: 1.')).toBeVisible();
  await page.getByRole('button', { name: 'Use this tab' }).click();
  await expectSent(page, 'From this tab');
});

test('CHAT-09d an empty room stays open when the connection is lost, with the draft', async () => {
  const chat = new FakeChat();
  const page = await openLounge(chat);
  await startPrivateChat(page, bo);
  await composer(page).fill('Half a sentence');
  await goOffline(page);
  chat.lounge.post(cy, 'Good evening, all');
  goOnline(page);
  // The rooms are listed again when this shows.
  await expect.element(roomRow(page, 'Lounge')).toMatchTextContent('Good evening, all');
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect.element(composer(page)).toHaveValue('Half a sentence');
  await expect.element(composer(page)).toHaveFocus();
  await page.press('{Enter}');
  await expectSent(page, 'Half a sentence');
});

test('CHAT-07ag a room that could not be read is read again over the same connection', async () => {
  const chat = new FakeChat();
  const room = chat.greetedRoom();
  const page = await openLounge(chat, stopped());
  chat.dropReplies(getChatMessages);
  await openRoom(page, bo.name);
  const failed = panel(page).getByText('This conversation couldn’t be loaded');
  await passUntil(page, () => countOf(failed)).toBe(1);
  chat.dropReplies(getChatMessages, 0);
  await passUntil(page, () => messageTexts(page)).toEqual(['Good evening']);
  room.post(bo, 'And this');
  await expect.element(message(page, 'And this')).toBeVisible();
  expect(chat.server.connections).toBe(1);
});

test('SESSION-05c logging out asks before it discards unsent messages of all tabs, and clears drafts, unsent messages and the open view for the next user', async () => {
  const chat = new FakeChat();
  chat.dropReplies(sendChatMessage);
  const page = await openLounge(chat);
  await openRoom(page, 'Lounge');
  await submitMessage(page, 'Never sent');
  await composer(page).fill('For nobody but me');
  await expect.poll(() => countStoredMessages(page)).toBe(1);
  await chooseChatAction(page, 'Groups to join');
  await expect.element(panel(page).getByRole('searchbox', { name: 'Find a group' })).toBeVisible();
  await dockButton(page).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
  // Another tab of the browser has stored one as well.
  const { localStorage } = page.window;
  localStorage.setItem(`foyer.chat.out.${chat.ownId}.other`, 'Written in another tab');
  await chooseLogOut(page);
  const question = page.getByRole('dialog', { name: 'Discard unsent messages?' });
  await expect
    .element(question)
    .toMatchTextContent('2 messages haven’t been sent yet. If you log out, they will be discarded.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(countStoredMessages(page)).toBe(2);
  await chooseLogOut(page);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expectAtLogin(page);
  expect(countStoredMessages(page)).toBe(0);
  await signInAs(page, chat, bo);
  await openRoom(page, 'Lounge');
  await expect.element(composer(page)).toHaveValue('');
  await expect.element(message(page, 'Never sent')).not.toBeInTheDocument();
});

test('CHAT-07ah an edit is sent once, and text typed while it is stored can be saved after it', async () => {
  const { chat, room, page } = await openPrivateRoom();
  const gate = chat.server.hold(editChatMessage);
  await chooseMessageAction(page, 'Good evening', 'Edit');
  await submitMessage(page, 'Good night');
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

test('CHAT-09e a group that is created after the chat was closed does not open it again', async () => {
  const chat = new FakeChat();
  const page = await openLounge(chat);
  const gate = chat.server.hold(createChatGroup);
  await openChat(page);
  await roomList(page).getByRole('button', { name: 'New group' }).click();
  await panel(page).getByLabelText('Group name').fill('Light');
  for (const { name } of [bo, cy]) await panel(page).getByRole('checkbox', { name }).click();
  await panel(page).getByRole('button', { name: 'Create group' }).click();
  await gate.reached;
  await dockButton(page).click();
  await expect.element(panel(page)).not.toBeInTheDocument();
  gate.release();
  await expect.poll(() => chat.rooms.some(({ name }) => name === 'Light')).toBe(true);
  chat.rooms.find(({ name }) => name === 'Light')?.post(bo, 'Here we are');
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 1 unread message');
  expect(countOf(panel(page))).toBe(0);
});

test('CHAT-15f a message written offline for a room that the user was removed from is reported as not posted', async () => {
  const chat = new FakeChat();
  const group = chat.group('Jury', [bo, chat.own, cy], 'privateGroup');
  group.postNotice(bo, { kind: 'created', uids: [chat.ownId, cy.uid] });
  const page = await openLounge(chat);
  await openRoom(page, 'Jury');
  await expect.element(panel(page).getByRole('log')).toMatchTextContent('created this group');
  await goOffline(page);
  await submitMessage(page, 'Too late');
  await expect.element(message(page, 'Too late')).toMatchTextContent('Waiting for connection');
  group.isMember = false;
  goOnline(page);
  await expect.element(page.getByText(/^You can’t post in this room/)).toBeVisible();
  await expect.element(roomRow(page, 'Jury')).not.toBeInTheDocument();
  expect(group.messages).toHaveLength(1);
});
