/** Long timelines: where a room opens, how far the user has read, and how older messages come. */
import { expect, test } from 'vitest';
import { markChatRead, getChatMessages, type ChatUser } from '@foyer/contract';
import type { AppPage } from '../../../testing/page.ts';
import { countOf, message, openLounge, openRoom, panel, roomRow, sendMessage } from '../testing/chatPage.ts';
import { FakeChat } from '../testing/fakeChat.ts';
import { bo, cy, di } from '../testing/users.ts';

const toLatest = (page: AppPage) => panel(page).getByRole('button', { name: 'Jump to latest message' });
const newLine = (page: AppPage) => panel(page).getByCSS('.chatTimeline_newMessages');
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Message ${index + 1} of many`);

test('CHAT-07m older messages load while scrolling, only visible ones are in the page, and a button jumps to the latest', async () => {
  const chat = new FakeChat();
  chat.privateRoom(bo).postAll(bo, numbered(70));
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  // The room opens at the first new message: those below stay unread.
  await expect.element(newLine(page)).toBeInViewport();
  await expect.element(newLine(page)).toHaveTextContent('70 new');
  await expect.element(toLatest(page)).toMatchTextContent('70 unread messages');
  await expect.element(roomRow(page, bo.name)).toMatchTextContent('70 unread messages');
  await toLatest(page).click();
  await expect.element(message(page, 'Message 70 of')).toBeInViewport();
  await expect.element(roomRow(page, bo.name)).not.toMatchTextContent('unread');
  const log = panel(page).getByRole('log');
  await log.hover();
  const toTop = (): boolean => {
    const element = log.element();
    element.scrollTo(0, 0);
    const first = [...element.querySelectorAll('article')].find((each) =>
      each.textContent.includes('Message 1 of'),
    );
    const { top } = element.getBoundingClientRect();
    return first !== undefined && first.getBoundingClientRect().bottom > top;
  };
  await expect.poll(toTop).toBe(true);
  await expect.element(message(page, /Message 1 of/)).toBeInViewport();
  await toLatest(page).click();
  await expect.element(message(page, 'Message 70 of')).toBeInViewport();
  expect(countOf(panel(page).getByCSS('article'))).toBeLessThan(45);
});

test('CHAT-07z messages taller than estimated are marked read only once the last one was visible', async () => {
  const chat = new FakeChat();
  // Six rows of the estimated height would all be visible.
  for (const number of [1, 2, 3, 4, 5, 6])
    chat.privateRoom(bo).post(bo, `Number ${number} is long. ${'So much there is to say. '.repeat(60)}`);
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  await expect.element(panel(page).getByText('6 new')).toBeInViewport();
  await toLatest(page).hover();
  await expect.element(roomRow(page, bo.name)).toMatchTextContent('6 unread messages');
  await toLatest(page).click();
  await expect.element(roomRow(page, bo.name)).not.toMatchTextContent('unread');
});

test('CHAT-07ab after a long absence a room opens where the user stopped reading, without reading page by page', async () => {
  const chat = new FakeChat();
  const name = 'Long absence';
  const group = chat.group(name, [bo, cy, di, chat.own]);
  group.postNotice(bo, { kind: 'created', uids: [chat.ownId] });
  group.markAllRead();
  const authors: readonly ChatUser[] = [bo, cy, di];
  for (let number = 1; number <= 160; number += 1)
    group.post(authors[number % 3] ?? bo, `Number ${number} of many`);
  const page = await openLounge(chat);
  await openRoom(page, name);
  await expect.element(newLine(page)).toBeInViewport();
  // Messages are counted up to 100.
  await expect.element(newLine(page)).toHaveTextContent('New');
  await expect.element(toLatest(page)).toMatchTextContent('100 unread messages');
  await expect.element(roomRow(page, name)).toMatchTextContent('100 unread messages');
  const pageRequests = chat.server
    .commands(getChatMessages)
    .map(({ around, before, after }) => ({ around, before, after }));
  expect(pageRequests.slice(0, 2)).toEqual([{}, { around: group.readSeq }]);
  expect(pageRequests.slice(2).filter(({ before }) => before !== undefined)).toEqual([]);
  expect(pageRequests.length).toBeLessThan(6);
  // Posting a message scrolls to the latest.
  await sendMessage(page, 'What have I missed?');
  await expect.element(message(page, 'What have I missed?')).toBeInViewport();
  await expect.element(roomRow(page, name)).not.toMatchTextContent('unread');
});

test('CHAT-07ac the quote of an unreadable message shows a notification, and the list does not scroll', async () => {
  const chat = new FakeChat();
  const name = 'Before joining';
  const group = chat.group(name, [bo, cy, di, chat.own], 'privateGroup');
  group.post(bo, 'Before');
  group.postNotice(bo, { kind: 'membersAdded', uids: [chat.ownId] });
  group.firstSeq = group.lastSeq;
  group.post(bo, 'Afterwards', { replyTo: 1 });
  const page = await openLounge(chat);
  await openRoom(page, name);
  const quote = message(page, 'Afterwards').getByRole('button', { name: 'Earlier message' });
  const news = page.getByRole('status').filter({ hasText: 'This message is no longer available.' });
  for (const press of ['first', 'second']) {
    await quote.click();
    await expect.element(news, { message: press }).toBeVisible();
    await expect.element(message(page, 'Afterwards')).toBeInViewport();
    await news.getByRole('button', { name: 'Close' }).click();
    await expect.element(news).not.toBeInTheDocument();
  }
});

test('CHAT-07v in a busy room reported read positions are limited, and the last one reports everything as read', async () => {
  const chat = new FakeChat();
  const room = chat.privateRoom(bo);
  room.post(bo, 'Word 1');
  const page = await openLounge(chat, { stopTimeAt: Date.now() });
  await openRoom(page, bo.name);
  await expect.element(message(page, 'Word 1')).toBeVisible();
  const marked = () => chat.server.commands(markChatRead).map(({ seq }) => seq);
  // 30 messages in 18 seconds; receipts are 3 to 4.5 seconds apart.
  for (let number = 2; number <= 31; number += 1) {
    room.post(bo, `Word ${number}`);
    await expect.element(message(page, `Word ${number}`)).toBeInViewport();
    // A message counts as read in the frame after the one that showed it.
    await page.nextFrame();
    await page.nextFrame();
    await page.advance(600);
  }
  expect(marked().length).toBeGreaterThan(1);
  expect(marked().length).toBeLessThan(10);
  const passing = async (): Promise<number | undefined> => {
    await page.advance(1_000);
    return marked().at(-1);
  };
  await expect.poll(passing).toBe(31);
  expect(room.readSeq).toBe(31);
  await expect.poll(() => page.document.title).toMatch(/^Lounge/);
});
