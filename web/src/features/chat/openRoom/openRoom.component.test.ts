/** An open room from the view of one attendee: unread messages, messages of others, and actions on a message. */
import { expect, test } from 'vitest';
import { sendChatTyping } from '@foyer/contract';
import { ada } from '../../../testing/fakeServer.ts';
import { phone } from '../../../testing/page.ts';
import {
  chatBar,
  chooseMessageAction,
  chooseRoomAction,
  composer,
  countOf,
  dockButton,
  message,
  openChat,
  openPrivateRoom,
  openLounge,
  openRoom,
  panel,
  roomList,
  roomRow,
  sendMessage,
  startPrivateChat,
  submitMessage,
} from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy } from '../testing/users.ts';

test('CHAT-07at the unread count shows in dock, title and list until the messages were seen', async () => {
  const chat = new FakeChat();
  const room = chat.privateRoom(bo);
  room.postAll(bo, ['One', 'Two']);
  chat.privateRoom(cy).post(cy, 'Good evening');
  const page = await openLounge(chat);
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 3 unread messages');
  room.post(bo, 'Three');
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 4 unread messages');
  await expect.poll(() => page.document.title).toMatch(/^\(4\) Lounge/);
  await openChat(page);
  await expect.element(roomRow(page, bo.name)).toMatchTextContent('3 unread messages');
  await roomRow(page, bo.name).click();
  await expect.element(panel(page).getByText('3 new')).toBeVisible();
  await expect.element(roomRow(page, bo.name)).not.toMatchTextContent('unread');
  await expect.poll(() => page.document.title).toMatch(/^\(1\) Lounge/);
  // The line above the new messages stays while they are read.
  await expect.element(panel(page).getByText('3 new')).toBeVisible();
  await expect.poll(() => room.readSeq).toBe(3);
  await page.expectAccessible('[data-dialog="chat"]');
});

test('the dock and the list show that an unread message mentions the user', async () => {
  const chat = new FakeChat();
  const room = chat.group('Lighting', [chat.own, bo]);
  room.post(bo, 'Lights on');
  const page = await openLounge(chat);
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 1 unread message');
  expect(countOf(dockButton(page).getByCSS('.dock_mark'))).toBe(0);
  room.post(bo, `Lights off, @${chat.own.name}`, { mentions: [chat.own.uid] });
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 2 unread messages, you were mentioned');
  expect(countOf(dockButton(page).getByCSS('.dock_mark'))).toBe(1);
  // The name has no colon after it, which would stand apart from a name that is cut off.
  await openChat(page);
  await expect.element(roomRow(page, 'Lighting')).toMatchTextContent(`${bo.name}: Lights off`);
});

test('the chat opens with the only unread conversation, on a phone with a way back to the list', async () => {
  const chat = new FakeChat();
  chat.greetedRoom(cy);
  const room = chat.privateRoom(bo);
  room.post(bo, 'Are you there?');
  const page = await openLounge(chat, phone);
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat, 1 unread message');
  await dockButton(page).click();
  await expect.element(composer(page)).toHaveAccessibleName(`Message to ${bo.name}`);
  await expect.element(message(page, 'Are you there?')).toBeVisible();
  await expect.poll(() => room.readSeq).toBe(1);
  await panel(page).getByRole('button', { name: 'Back' }).click();
  await expect.element(roomRow(page, cy.name)).toBeVisible();
});

test('CHAT-07au the panel shows who is typing until their message arrives, and reports typing to the others', async () => {
  const { chat, room, page } = await openPrivateRoom();
  const typing = panel(page).getByCSS('.openRoom_typing');
  room.showTyping(bo);
  await expect.element(typing).toHaveTextContent(`${bo.name} is typing`);
  room.post(bo, 'Well');
  await expect.element(message(page, 'Well')).toBeVisible();
  await expect.element(typing).toHaveTextContent('');
  await composer(page).fill('Yes');
  await expect.poll(() => chat.server.commands(sendChatTyping)).toEqual([{ roomId: room.id }]);
});

test('a name that is written from right to left stays in its place of an English line', async () => {
  const { room, page } = await openPrivateRoom();
  room.showTyping({ uid: 'u-nour', name: 'نور García' });
  const typing = panel(page).getByCSS('.openRoom_typing');
  await expect.element(typing).toMatchTextContent('is typing');
  const text = typing.getByCSS('.truncate').element().firstChild as Text;
  const edgesOf = (part: string) => {
    const range = document.createRange();
    const start = text.data.indexOf(part);
    range.setStart(text, start);
    range.setEnd(text, start + part.length);
    return range.getBoundingClientRect();
  };
  const rest = edgesOf('is typing').left;
  expect(edgesOf('نور').right).toBeLessThanOrEqual(rest);
  expect(edgesOf('García').right).toBeLessThanOrEqual(rest);
});

test('CHAT-07rh an own message has one check when it is sent, and two when all others have read it', async () => {
  const { chat, room, page } = await openPrivateRoom();
  const mark = (text: string, name: string) => message(page, text).getByRole('img', { name, exact: true });
  await expect.element(mark('Good evening', 'Sent')).toBeVisible();
  room.readByOthers();
  await expect.element(mark('Good evening', 'Read')).toBeVisible();
  room.post(bo, 'And to you');
  await expect.element(message(page, 'And to you')).toBeVisible();
  expect(countOf(message(page, 'And to you').getByRole('img', { name: /Sent|Read/ }))).toBe(0);
  await sendMessage(page, 'Are you coming?');
  await expect.element(mark('Good evening', 'Read')).toBeVisible();
  const group = chat.group('Lighting', [chat.own, bo, cy]);
  group.post(chat.own, 'Lights on');
  group.othersReadSeq = 0;
  group.broadcastRoom();
  await openRoom(page, 'Lighting');
  await expect.element(mark('Lights on', 'Sent')).toBeVisible();
  group.readByOthers();
  await expect.element(mark('Lights on', 'Read by everyone')).toBeVisible();
});

test('a reply quotes its message, and the quote jumps to it', async () => {
  const { room, page } = await openPrivateRoom();
  room.post(bo, 'And to you', { replyTo: 1 });
  const quote = message(page, 'And to you').getByRole('button', { name: 'Good evening' });
  await expect.element(quote).toBeVisible();
  await quote.click();
  await expect.element(panel(page).getByCSS('article:focus')).toMatchTextContent('Good evening');
  await chooseMessageAction(page, 'And to you', 'Reply');
  await expect.element(composer(page)).toHaveFocus();
  await sendMessage(page, 'Thank you');
  expect(room.messages.at(-1)).toMatchObject({ text: 'Thank you', replyTo: 2 });
});

test('the author edits and deletes a message, and sees what others edit and delete', async () => {
  const { room, page } = await openPrivateRoom();
  await chooseMessageAction(page, 'Good evening', 'Edit');
  await submitMessage(page, 'Good night');
  await expect.element(message(page, 'Good night')).toMatchTextContent('edited');
  await expect.element(message(page, 'Good evening')).not.toBeInTheDocument();
  await expect.element(composer(page)).toHaveValue('');
  await chooseMessageAction(page, 'Good night', 'Delete');
  await page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect.element(message(page, 'This message was deleted.')).toBeVisible();
  await expect.element(roomRow(page, bo.name)).not.toMatchTextContent('Good night');
  const { seq } = room.post(bo, 'See you');
  await expect.element(message(page, 'See you')).toBeVisible();
  room.edit(seq, 'See you soon');
  await expect.element(message(page, 'See you soon')).toMatchTextContent('edited');
  room.delete(seq, 'host');
  await expect.element(message(page, 'A host deleted this message.')).toBeVisible();
});

test('Enter sends, Shift+Enter inserts a line break, and text in IME composition is not sent', async () => {
  const page = await openLounge(new FakeChat());
  await startPrivateChat(page, bo);
  const field = composer(page);
  await field.click();
  await page.press('First{Shift>}{Enter}{/Shift}second');
  await expect.element(field).toHaveValue('First\nsecond');
  const { KeyboardEvent } = page.window;
  field
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
  await expect.element(field).toHaveValue('First\nsecond');
  expect(countOf(panel(page).getByCSS('article'))).toBe(0);
  await page.press('{Enter}');
  await expect.element(message(page, 'First')).toMatchTextContent(/First\s*second/);
});

test('an emoji is inserted at the caret', async () => {
  const page = await openLounge(new FakeChat());
  await startPrivateChat(page, bo);
  await composer(page).fill('Yes');
  await panel(page).getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('button', { name: '👍' }).click();
  await expect.element(composer(page)).toHaveValue('Yes👍');
});

test('URLs become links without a referrer, and markup is shown as text', async () => {
  const chat = new FakeChat();
  const room = chat.privateRoom(bo);
  room.post(bo, '<b>Look</b> at https://foyer.example/a?b=c, javascript:alert(1)');
  room.post(bo, 'Or write to ada@foyer.example, see www.foyer.example.');
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  const written = message(page, 'Or write to').getByRole('link');
  await expect.element(written.nth(0)).toHaveAttribute('href', 'mailto:ada@foyer.example');
  await expect.element(written.nth(1)).toHaveAttribute('href', 'https://www.foyer.example/');
  const markup = message(page, '<b>Look</b>');
  expect(countOf(markup.getByRole('link'))).toBe(1);
  await expect.element(markup.getByRole('link')).toHaveAttribute('href', 'https://foyer.example/a?b=c');
  await expect.element(markup.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  expect(countOf(markup.getByCSS('b'))).toBe(0);
});

test('a person to mention is chosen from a list, and the mentioned user sees a mark', async () => {
  const { room, page } = await openPrivateRoom();
  await composer(page).click();
  await page.press('Hello @Bo');
  const list = page.getByRole('listbox', { name: 'People to mention' });
  await expect.element(list.getByRole('option', { name: bo.name })).toHaveAttribute('aria-selected', 'true');
  await page.press('{Enter}');
  await expect.element(composer(page)).toHaveValue(`Hello @${bo.name} `);
  await page.press('{Enter}');
  await expect.element(message(page, 'Hello').getByCSS('strong')).toHaveTextContent(`@${bo.name}`);
  expect(room.messages.at(-1)).toMatchObject({ mentions: [bo.uid] });
  await openRoom(page, 'Lounge');
  room.post(bo, `@${ada.name} hello`, { mentions: [ada.userId] });
  const mentioned = roomList(page).getByRole('button', { name: /You were mentioned/ });
  await expect.element(mentioned).toMatchTextContent(bo.name);
  await mentioned.click();
  await expect
    .element(message(page, `@${ada.name} hello`).getByCSS('strong'))
    .toHaveTextContent(`@${ada.name}`);
});

test('an edit keeps the mentions, and the earlier draft is restored after it', async () => {
  const { room, page } = await openPrivateRoom();
  const text = `@${bo.name} look here`;
  room.post({ uid: ada.userId }, text, { mentions: [bo.uid] });
  const mention = message(page, 'look here').getByCSS('strong');
  await expect.element(mention).toHaveTextContent(`@${bo.name}`);
  await composer(page).fill('Half a thought');
  await chooseMessageAction(page, 'look here', 'Edit');
  await expect.element(composer(page)).toHaveValue(text);
  await submitMessage(page, `${text}, please`);
  await expect.element(message(page, 'look here, please')).toMatchTextContent('edited');
  await expect.element(mention).toHaveTextContent(`@${bo.name}`);
  expect(room.messages.at(-1)).toMatchObject({ text: `${text}, please`, mentions: [bo.uid] });
  await expect.element(composer(page)).toHaveValue('Half a thought');
});

test('a search finds messages of a room by their words and jumps to them', async () => {
  const { room, page } = await openPrivateRoom();
  room.post(bo, 'The lanterns hang at the harbour');
  await chooseRoomAction(page, 'Search in this room');
  const search = panel(page).getByRole('region', { name: 'Search in this room' });
  await search.getByRole('searchbox', { name: 'Search' }).fill('harbour lanterns');
  await search.getByRole('button', { name: 'The lanterns hang' }).click();
  await expect.element(panel(page).getByCSS('article:focus')).toMatchTextContent('The lanterns hang');
});

test('a search shows more messages until there are none', async () => {
  const { room, page } = await openPrivateRoom();
  for (let no = 1; no <= 60; no += 1) room.post(bo, `Lantern ${no}`);
  await chooseRoomAction(page, 'Search in this room');
  const search = panel(page).getByRole('region', { name: 'Search in this room' });
  const found = search.getByRole('listitem');
  await search.getByRole('searchbox', { name: 'Search' }).fill('lantern');
  await expect.poll(() => countOf(found)).toBe(50);
  await search.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => countOf(found)).toBe(60);
  await expect.element(search.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('a room with notifications off does not count in dock and title', async () => {
  const { room, page } = await openPrivateRoom();
  await chooseRoomAction(page, 'Turn off notifications');
  await expect
    .element(roomRow(page, bo.name))
    .toHaveAccessibleName(expect.stringMatching(/Notifications off/));
  await panel(page).getByRole('button', { name: 'Minimize chat' }).click();
  await expect.element(chatBar(page)).toBeVisible();
  room.post(bo, 'Are you there?');
  await expect.element(chatBar(page)).toMatchTextContent('Are you there?');
  await expect.element(dockButton(page)).toHaveAccessibleName('Chat');
  await expect.poll(() => page.document.title).toMatch(/^Lounge/);
});

test('a new message of another user is announced once to screen readers, an own message is not', async () => {
  const { room, page } = await openPrivateRoom();
  const status = (text: string) => panel(page).getByRole('status').filter({ hasText: text });
  await sendMessage(page, 'Is anyone there?');
  room.post(bo, 'Can you hear me?');
  await expect.element(status(`${bo.name}: Can you hear me?`)).toBeInTheDocument();
  expect(countOf(status('Can you hear me?'))).toBe(1);
  expect(countOf(status('Is anyone there?'))).toBe(0);
});

test('the chat is usable by keyboard: arrows move through rooms and messages, Enter activates', async () => {
  const { room, page } = await openPrivateRoom();
  room.post(bo, 'Second');
  await expect.element(message(page, 'Second')).toBeVisible();
  await roomList(page).getByRole('searchbox').click();
  await page.press('{ArrowDown}');
  await expect.element(roomList(page).getByCSS('[data-row]').first()).toHaveFocus();
  await page.press('{End}');
  await expect.element(roomRow(page, bo.name)).toHaveFocus();
  await page.press('{Enter}');
  await composer(page).click();
  for (let stop = 0; stop < 4; stop += 1) await page.press('{Shift>}{Tab}{/Shift}');
  await expect.element(message(page, 'Second')).toHaveFocus();
  await page.press('{ArrowUp}');
  await expect.element(message(page, 'Good evening')).toHaveFocus();
  await page.press('{Tab}');
  await expect.element(message(page, 'Good evening').getByRole('button', { name: 'Reply' })).toHaveFocus();
  await page.press('{Enter}');
  await expect.element(composer(page)).toHaveFocus();
  await page.press('{Escape}');
  await expect.element(panel(page).getByText('Reply to')).not.toBeInTheDocument();
  await page.press('{Escape}');
  await expect.element(panel(page)).not.toBeInTheDocument();
  await expect.element(dockButton(page)).toHaveFocus();
});
