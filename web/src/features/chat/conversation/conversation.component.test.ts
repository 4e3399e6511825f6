/** A conversation as one attendee sees it: what is unread, what others write, and what to do with a message. */
import { expect, test } from 'vitest';
import { typeInChat } from '@foyer/contract';
import { ada } from '../../../testing/fakeServer.ts';
import {
  act,
  bar,
  bo,
  composer,
  countOf,
  dock,
  FakeChat,
  message,
  openChat,
  openLounge,
  openRoom,
  panel,
  roomMenu,
  rooms,
  row,
  say,
  talkWith,
  tell,
  type FakeRoom,
} from '../testing/chatPage.ts';
import type { AppPage } from '../../../testing/page.ts';

/** The conversation with Bo is open, in which Ada has said "Good evening". */
async function inConversation(): Promise<{ chat: FakeChat; room: FakeRoom; page: AppPage }> {
  const chat = new FakeChat();
  const room = chat.conversation();
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  await expect.element(message(page, 'Good evening')).toBeVisible();
  return { chat, room, page };
}

test('CHAT-07k the unread count shows in dock, title and list until the messages were seen', async () => {
  const chat = new FakeChat();
  const room = chat.with(bo);
  room.sayAll(bo, ['One', 'Two']);
  const page = await openLounge(chat);
  await expect.element(dock(page)).toHaveAccessibleName('Chat, 2 unread messages');
  room.say(bo, 'Three');
  await expect.element(dock(page)).toHaveAccessibleName('Chat, 3 unread messages');
  await expect.poll(() => page.document.title).toMatch(/^\(3\) Lounge/);
  await openChat(page);
  await expect.element(row(page, bo.name)).toMatchTextContent('3 unread messages');
  await row(page, bo.name).click();
  await expect.element(panel(page).getByText('3 new')).toBeVisible();
  await expect.element(row(page, bo.name)).not.toMatchTextContent('unread');
  await expect.poll(() => page.document.title).toMatch(/^Lounge/);
  // The line above the new messages stays while they are read.
  await expect.element(panel(page).getByText('3 new')).toBeVisible();
  await expect.poll(() => room.readSeq).toBe(3);
  await page.expectAccessible('[data-dialog="chat"]');
});

test('CHAT-07l the panel shows who is typing until their message comes, and tells the others of typing', async () => {
  const { chat, room, page } = await inConversation();
  const typing = panel(page).getByCSS('.chat-typing');
  room.type(bo);
  await expect.element(typing).toHaveTextContent(`${bo.name} is typing`);
  room.say(bo, 'Well');
  await expect.element(message(page, 'Well')).toBeVisible();
  await expect.element(typing).toHaveTextContent('');
  await composer(page).fill('Yes');
  await expect.poll(() => chat.server.commands(typeInChat)).toEqual([{ roomId: room.id }]);
});

test('a reply shows the message it answers, and leads there', async () => {
  const { room, page } = await inConversation();
  room.say(bo, 'And to you', { replyTo: 1 });
  const quote = message(page, 'And to you').getByRole('button', { name: 'Good evening' });
  await expect.element(quote).toBeVisible();
  await quote.click();
  await expect.element(panel(page).getByCSS('article:focus')).toMatchTextContent('Good evening');
  await act(page, 'And to you', 'Reply');
  await expect.element(composer(page)).toHaveFocus();
  await tell(page, 'Thank you');
  expect(room.messages.at(-1)).toMatchObject({ text: 'Thank you', replyTo: 2 });
});

test('the author edits and deletes a message, and sees what others edit and delete', async () => {
  const { room, page } = await inConversation();
  await act(page, 'Good evening', 'Edit');
  await say(page, 'Good night');
  await expect.element(message(page, 'Good night')).toMatchTextContent('edited');
  await expect.element(message(page, 'Good evening')).not.toBeInTheDocument();
  await expect.element(composer(page)).toHaveValue('');
  await act(page, 'Good night', 'Delete');
  await page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect.element(message(page, 'This message was deleted.')).toBeVisible();
  await expect.element(row(page, bo.name)).not.toMatchTextContent('Good night');
  const { seq } = room.say(bo, 'See you');
  await expect.element(message(page, 'See you')).toBeVisible();
  room.edit(seq, 'See you soon');
  await expect.element(message(page, 'See you soon')).toMatchTextContent('edited');
  room.delete(seq, 'host');
  await expect.element(message(page, 'A host deleted this message.')).toBeVisible();
});

test('Enter sends, Shift and Enter break the line, and text that is being composed is not sent', async () => {
  const page = await openLounge(new FakeChat());
  await talkWith(page, bo);
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
  await talkWith(page, bo);
  await composer(page).fill('Yes');
  await panel(page).getByRole('button', { name: 'Emoji' }).click();
  await page.getByRole('button', { name: '👍' }).click();
  await expect.element(composer(page)).toHaveValue('Yes👍');
});

test('addresses become links without a referrer, and markup is shown as text', async () => {
  const chat = new FakeChat();
  const room = chat.with(bo);
  room.say(bo, '<b>Look</b> at https://foyer.example/a?b=c, javascript:alert(1)');
  room.say(bo, 'Or write to ada@foyer.example, see www.foyer.example.');
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

test('a person to mention is chosen from a list, and a mention is marked for who is mentioned', async () => {
  const { room, page } = await inConversation();
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
  room.say(bo, `@${ada.name} hello`, { mentions: [ada.userId] });
  const mentioned = rooms(page).getByRole('button', { name: /You were mentioned/ });
  await expect.element(mentioned).toMatchTextContent(bo.name);
  await mentioned.click();
  await expect
    .element(message(page, `@${ada.name} hello`).getByCSS('strong'))
    .toHaveTextContent(`@${ada.name}`);
});

test('an edit keeps the mentions, and the draft from before the edit comes back', async () => {
  const { room, page } = await inConversation();
  const text = `@${bo.name} look here`;
  room.say({ uid: ada.userId }, text, { mentions: [bo.uid] });
  const mention = message(page, 'look here').getByCSS('strong');
  await expect.element(mention).toHaveTextContent(`@${bo.name}`);
  await composer(page).fill('Half a thought');
  await act(page, 'look here', 'Edit');
  await expect.element(composer(page)).toHaveValue(text);
  await say(page, `${text}, please`);
  await expect.element(message(page, 'look here, please')).toMatchTextContent('edited');
  await expect.element(mention).toHaveTextContent(`@${bo.name}`);
  expect(room.messages.at(-1)).toMatchObject({ text: `${text}, please`, mentions: [bo.uid] });
  await expect.element(composer(page)).toHaveValue('Half a thought');
});

test('a search finds the messages of a room by their words and leads to them', async () => {
  const { room, page } = await inConversation();
  room.say(bo, 'The lanterns hang at the harbour');
  await roomMenu(page, 'Search in this room');
  const search = panel(page).getByRole('region', { name: 'Search in this room' });
  await search.getByRole('searchbox', { name: 'Search' }).fill('harbour lanterns');
  await search.getByRole('button', { name: 'The lanterns hang' }).click();
  await expect.element(panel(page).getByCSS('article:focus')).toMatchTextContent('The lanterns hang');
});

test('a room with notifications off adds no number to dock and title', async () => {
  const { room, page } = await inConversation();
  await roomMenu(page, 'Turn off notifications');
  await expect.element(row(page, bo.name)).toHaveAccessibleName(expect.stringMatching(/Notifications off/));
  await panel(page).getByRole('button', { name: 'Minimize chat' }).click();
  await expect.element(bar(page)).toBeVisible();
  room.say(bo, 'Are you there?');
  await expect.element(bar(page)).toMatchTextContent('Are you there?');
  await expect.element(dock(page)).toHaveAccessibleName('Chat');
  await expect.poll(() => page.document.title).toMatch(/^Lounge/);
});

test('screen readers hear a new message of another person once, and no own message', async () => {
  const { room, page } = await inConversation();
  const status = (text: string) => panel(page).getByRole('status').filter({ hasText: text });
  await tell(page, 'Is anyone there?');
  room.say(bo, 'Can you hear me?');
  await expect.element(status(`${bo.name}: Can you hear me?`)).toBeInTheDocument();
  expect(countOf(status('Can you hear me?'))).toBe(1);
  expect(countOf(status('Is anyone there?'))).toBe(0);
});

test('the keyboard alone is enough: arrows lead through rooms and messages, Enter acts', async () => {
  const { room, page } = await inConversation();
  room.say(bo, 'Second');
  await expect.element(message(page, 'Second')).toBeVisible();
  await rooms(page).getByRole('searchbox').click();
  await page.press('{ArrowDown}');
  await expect.element(rooms(page).getByCSS('[data-row]').first()).toHaveFocus();
  await page.press('{End}');
  await expect.element(row(page, bo.name)).toHaveFocus();
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
  await expect.element(dock(page)).toHaveFocus();
});
