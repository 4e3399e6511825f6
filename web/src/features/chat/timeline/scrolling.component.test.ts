/** Long conversations: where a room opens, how far the user has read, and how older messages come. */
import { expect, test } from 'vitest';
import { markChatRead, readChatHistory, type ChatPerson } from '@foyer/contract';
import type { AppPage } from '../../../testing/page.ts';
import {
  bo,
  countOf,
  cy,
  di,
  FakeChat,
  message,
  openLounge,
  openRoom,
  panel,
  row,
  tell,
} from '../testing/chatPage.ts';

const toLatest = (page: AppPage) => panel(page).getByRole('button', { name: 'Jump to latest message' });
const newLine = (page: AppPage) => panel(page).getByCSS('.chat-line-new');
const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Message ${index + 1} of many`);

test('CHAT-07m older messages come while scrolling, only those in sight are in the page, and a button leads to the latest', async () => {
  const chat = new FakeChat();
  chat.with(bo).sayAll(bo, numbered(70));
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  // It opens where the new messages begin: those below are not read.
  await expect.element(newLine(page)).toBeInViewport();
  await expect.element(newLine(page)).toHaveTextContent('70 new');
  await expect.element(toLatest(page)).toMatchTextContent('70 unread messages');
  await expect.element(row(page, bo.name)).toMatchTextContent('70 unread messages');
  await toLatest(page).click();
  await expect.element(message(page, 'Message 70 of')).toBeInViewport();
  await expect.element(row(page, bo.name)).not.toMatchTextContent('unread');
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

test('CHAT-07z messages that are taller than estimated are read only once the last one was in sight', async () => {
  const chat = new FakeChat();
  // Six rows of the estimated height would all be in sight.
  for (const number of [1, 2, 3, 4, 5, 6])
    chat.with(bo).say(bo, `Number ${number} is long. ${'So much there is to say. '.repeat(60)}`);
  const page = await openLounge(chat);
  await openRoom(page, bo.name);
  await expect.element(panel(page).getByText('6 new')).toBeInViewport();
  await toLatest(page).hover();
  await expect.element(row(page, bo.name)).toMatchTextContent('6 unread messages');
  await toLatest(page).click();
  await expect.element(row(page, bo.name)).not.toMatchTextContent('unread');
});

test('CHAT-07ab after a long absence a room opens where the user stopped reading, without reading page by page', async () => {
  const chat = new FakeChat();
  const name = 'Long absence';
  const group = chat.group(name, [bo, cy, di, chat.own]);
  group.note(bo, { kind: 'created', uids: [chat.ownId] });
  group.readAll();
  const authors: readonly ChatPerson[] = [bo, cy, di];
  for (let number = 1; number <= 160; number += 1)
    group.say(authors[number % 3] ?? bo, `Number ${number} of many`);
  const page = await openLounge(chat);
  await openRoom(page, name);
  await expect.element(newLine(page)).toBeInViewport();
  // Messages are counted up to 100.
  await expect.element(newLine(page)).toHaveTextContent('New');
  await expect.element(toLatest(page)).toMatchTextContent('100 unread messages');
  await expect.element(row(page, name)).toMatchTextContent('100 unread messages');
  const asked = chat.server
    .commands(readChatHistory)
    .map(({ around, before, after }) => ({ around, before, after }));
  expect(asked.slice(0, 2)).toEqual([{}, { around: group.readSeq }]);
  expect(asked.slice(2).filter(({ before }) => before !== undefined)).toEqual([]);
  expect(asked.length).toBeLessThan(6);
  // A message of one's own leads to the latest.
  await tell(page, 'What have I missed?');
  await expect.element(message(page, 'What have I missed?')).toBeInViewport();
  await expect.element(row(page, name)).not.toMatchTextContent('unread');
});

test('CHAT-07ac a reply to a message the user cannot read says so, and the list stays where it is', async () => {
  const chat = new FakeChat();
  const name = 'Before joining';
  const group = chat.group(name, [bo, cy, di, chat.own], 'privateGroup');
  group.say(bo, 'Before');
  group.note(bo, { kind: 'invited', uids: [chat.ownId] });
  group.firstSeq = group.lastSeq;
  group.say(bo, 'Afterwards', { replyTo: 1 });
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

test('CHAT-07v in a lively room the page reports how far the user has read now and then, and in the end in full', async () => {
  const chat = new FakeChat();
  const room = chat.with(bo);
  room.say(bo, 'Word 1');
  const page = await openLounge(chat, { stopTimeAt: Date.now() });
  await openRoom(page, bo.name);
  await expect.element(message(page, 'Word 1')).toBeVisible();
  const marked = () => chat.server.commands(markChatRead).map(({ seq }) => seq);
  // 30 messages in 18 seconds; a report follows the one before after 3 to 4.5 seconds.
  for (let number = 2; number <= 31; number += 1) {
    room.say(bo, `Word ${number}`);
    await expect.element(message(page, `Word ${number}`)).toBeInViewport();
    // A message counts as read in the frame after the one that showed it.
    await page.nextFrame();
    await page.nextFrame();
    await page.pass(600);
  }
  expect(marked().length).toBeGreaterThan(1);
  expect(marked().length).toBeLessThan(10);
  const passing = async (): Promise<number | undefined> => {
    await page.pass(1_000);
    return marked().at(-1);
  };
  await expect.poll(passing).toBe(31);
  expect(room.readSeq).toBe(31);
  await expect.poll(() => page.document.title).toMatch(/^Lounge/);
});
