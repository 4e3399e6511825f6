/** The discussion beside a card: its comments, replies and likes. */
import { getChatPosts, getProfilePicture, likeContent, sendChatMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { openPageOf } from '../../features/chat/testing/chatPage.ts';
import { FakeChat } from '../../features/chat/testing/fakeChat.ts';
import { answerPostCommands } from '../../features/chat/testing/postCommands.ts';
import { bo, cy, di, hugo } from '../../features/chat/testing/users.ts';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import { ada, RejectedCall, type FakeUser } from '../../testing/fakeServer.ts';
import { findLayoutFaults } from '../../testing/layoutFaults.ts';
import { phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { passTimeUntilShown } from '../testing/widgetPage.ts';
import { board, card, opened, serverWithBoard, texts } from './testing/boardPage.ts';

const place = (contentPieceId: string) => ({ mediaBoardId: 'ideas', contentPieceId });

const contentPieces = [
  card('rings', 'Light rings', { assets: [{ locale: 'en', assetId: 'poster-light' }] }),
  card('question', 'Which lamp?', { descriptions: texts('<p>Which one would you switch off?</p>') }),
];

function createChat(user: FakeUser | 'guest' = ada): FakeChat {
  const chat = new FakeChat(user, serverWithBoard({ liveDiscussion: true, contentPieces }));
  for (const { id } of contentPieces) chat.roomAt(place(id));
  return chat;
}

/** More than a screen has. */
const manyComments = Array.from({ length: 12 }, (_, at) => `Comment ${at} ${'of_one_long_word'.repeat(8)}`);

const discussion = (page: AppPage): Locator =>
  board(page).getByRole('region', { name: 'Discussion', exact: true });
const field = (page: AppPage): Locator => discussion(page).getByRole('textbox', { name: 'Say something' });
const comment = (page: AppPage, text: string | RegExp): Locator =>
  discussion(page).getByCSS('article').filter({ hasText: text });
const button = (page: AppPage, name: string | RegExp): Locator =>
  discussion(page).getByRole('button', { name, exact: true });

/** The comments in the page, from top to bottom, with their first words. */
const shown = (page: AppPage): string[] =>
  [...page.document.querySelectorAll('[data-posts] article .chatMessage_text')].map(
    (text) => text.textContent ?? '',
  );

async function openCard(chat: FakeChat, card = 'rings', options: PageOptions = {}): Promise<AppPage> {
  const page = await openPageOf(chat, `${opened}&card=${card}`, options);
  await expect.element(field(page)).toBeVisible();
  return page;
}

async function say(page: AppPage, text: string): Promise<void> {
  await field(page).fill(text);
  await page.press('{Enter}');
}

test('BOARD-08da a card shows its comments, newest first, and an own one at the top as soon as it is sent', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.post(bo, 'First');
  room.post(cy, 'Second');
  const page = await openCard(chat);
  await expect.poll(() => shown(page)).toEqual(['Second', 'First']);
  await expect.element(comment(page, 'First')).toHaveAccessibleName('Bo Nilsson: First');
  await page.expectAccessible('.widgetPanel_panel');
  const gate = chat.server.hold(sendChatMessage);
  await say(page, 'Third');
  await expect.element(comment(page, 'Third').getByText('Sending')).toBeVisible();
  expect(shown(page)).toEqual(['Third', 'Second', 'First']);
  await expect.element(field(page)).toHaveValue('');
  gate.release();
  await expect.element(comment(page, 'Third').getByText('Reply')).toBeVisible();
  expect(shown(page)).toEqual(['Third', 'Second', 'First']);
});

test('BOARD-08dq a long comment is folded until it is opened, or a link in it has the focus', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.post(bo, `${'line\n'.repeat(40)}https://example.org/end`);
  const page = await openCard(chat);
  const long = comment(page, 'line');
  const height = (): number => page.boxOf(long).bottom - page.boxOf(long).y;
  await long.getByRole('button', { name: 'Read more' }).click();
  const opened = height();
  expect(opened).toBeGreaterThan(800);
  await long.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBeLessThan(300);
  long.getByRole('link').element().focus();
  await expect.poll(height).toBe(opened);
});

test('BOARD-08db an empty discussion asks for the first comment, which an attendee can edit and delete', async () => {
  const page = await openCard(createChat());
  await expect.element(discussion(page).getByText('Be the first to say something')).toBeVisible();
  await say(page, 'A frist comment');
  await comment(page, 'A frist').getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect.element(field(page)).toHaveFocus();
  await expect.element(discussion(page).getByText('Edit', { exact: true })).toBeVisible();
  await field(page).fill('A first comment');
  await page.press('{Enter}');
  await expect.element(comment(page, 'A first comment').getByText('edited')).toBeVisible();
  await comment(page, 'A first').getByRole('button', { name: 'Comment actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this comment?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect.element(discussion(page).getByText('Be the first to say something')).toBeVisible();
});

test('BOARD-08dc replies are folded below their comment; who replies to one mentions its author, and sees the own reply', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const { seq } = room.post(bo, 'Does it need power?');
  room.post(cy, 'A counterweight', { replyTo: seq });
  const page = await openCard(chat);
  await expect.element(comment(page, 'Does it')).toBeVisible();
  expect(shown(page)).toEqual(['Does it need power?']);
  await button(page, '1 reply').click();
  await expect.poll(() => shown(page)).toEqual(['Does it need power?', 'A counterweight']);
  await comment(page, 'A counterweight').getByRole('button', { name: 'Reply' }).click();
  await expect.element(field(page)).toHaveFocus();
  await expect.element(field(page)).toHaveValue('@Cy Young ');
  await expect.element(discussion(page).getByText('Reply to Bo Nilsson')).toBeVisible();
  await page.press('Of water?{Enter}');
  await expect
    .poll(() => shown(page))
    .toEqual(['Does it need power?', 'A counterweight', '@Cy Young Of water?']);
  expect(room.messages.at(-1)).toMatchObject({ replyTo: seq, mentions: [cy.uid] });
  await button(page, 'Hide replies').click();
  await expect.element(button(page, '2 replies')).toBeVisible();
  expect(shown(page)).toEqual(['Does it need power?']);
  // A reply to a folded comment is shown, too.
  await comment(page, 'Does it').getByRole('button', { name: 'Reply' }).click();
  await page.press('Thank you{Enter}');
  await expect.poll(() => shown(page)).toHaveLength(4);
  // A deleted comment with replies stays.
  room.delete(seq, 'host');
  await expect.element(discussion(page).getByText('A host deleted this comment.')).toBeVisible();
  await expect.poll(() => shown(page)).toHaveLength(3);
});

test('BOARD-08dd comments of others wait behind a button, so that nothing moves while one reads', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.postAll(bo, manyComments);
  const page = await openCard(chat);
  await expect.element(comment(page, 'Comment 11')).toBeVisible();
  const fifth = comment(page, 'Comment 5 ');
  fifth.element().scrollIntoView({ block: 'center' });
  const { top } = page.boxOf(fifth);
  room.post(cy, 'Second');
  room.post(di, 'Third');
  await expect.element(button(page, '2 new comments')).toBeVisible();
  expect(shown(page)[0]).toMatch(/^Comment 11/);
  expect(page.boxOf(fifth).top).toBe(top);
  await button(page, '2 new comments').click();
  await expect
    .poll(() => shown(page).slice(0, 3))
    .toEqual(['Third', 'Second', expect.stringMatching(/^Comment 11/)]);
  await expect.element(discussion(page).getByRole('list', { name: 'Comments' })).toHaveFocus();
  await expect.element(button(page, '2 new comments')).not.toBeInTheDocument();
});

for (const [where, options] of [
  ['beside a card', {}],
  ['below a card on a phone', phone],
] as const)
  test(`BOARD-08du ${where} comments of others are shown at once while the user is at the top of the list`, async () => {
    const chat = createChat();
    const room = chat.roomAt(place('question'));
    room.postAll(bo, manyComments);
    const page = await openCard(chat, 'question', options);
    await expect.element(comment(page, 'Comment 11')).toBeInTheDocument();
    button(page, 'Most liked').element().scrollIntoView({ block: 'center' });
    room.post(cy, 'Second');
    room.post(di, 'Third');
    await expect.poll(() => shown(page).slice(0, 2)).toEqual(['Third', 'Second']);
    expect(button(page, /new comment/).query()).toBeNull();
    const second = comment(page, 'Second');
    expect(page.boxOf(second).top).toBeGreaterThan(page.boxOf(button(page, 'Most liked')).bottom);
  });

const waysToUseList: [string, (page: AppPage) => Promise<void>][] = [
  [
    'has reached a comment by keyboard',
    async (page) => {
      await page.tabTo(comment(page, 'First'));
    },
  ],
  [
    'has a menu of a comment open',
    async (page) => {
      await comment(page, 'First').getByRole('button', { name: 'Comment actions' }).click();
      await expect.element(page.getByRole('menu')).toBeVisible();
    },
  ],
  [
    'writes a reply to a comment',
    async (page) => {
      await comment(page, 'First').getByRole('button', { name: 'Reply', exact: true }).click();
      await page.press('Me too');
    },
  ],
];

test.each(waysToUseList)(
  'BOARD-08dw comments of others wait behind a button while the user %s',
  async (_, useList) => {
    const chat = createChat();
    const room = chat.roomAt(place('rings'));
    room.post(bo, 'First');
    const page = await openCard(chat);
    await expect.element(comment(page, 'First')).toBeVisible();
    await useList(page);
    room.post(cy, 'Second');
    await expect
      .element(discussion(page).getByRole('button', { name: '1 new comment', includeHidden: true }))
      .toBeInTheDocument();
    expect(shown(page)).toEqual(['First']);
  },
);

test('BOARD-08dx comments of others that the user has liked with the mouse are shown at once', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.post(bo, 'First');
  const page = await openCard(chat);
  await comment(page, 'First').getByRole('button', { name: 'Like, 0 likes' }).click();
  room.post(cy, 'Second');
  await expect.poll(() => shown(page)).toEqual(['Second', 'First']);
});

test('BOARD-08dy comments that were shown at once are announced to screen readers, those of ten seconds together', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const page = await openPageOf(chat, `${opened}&card=rings`, { stopTimeAt: 0 });
  const announced = (text: string) => discussion(page).getByRole('status').getByText(text);
  await passTimeUntilShown(page, discussion(page).getByText('Be the first to say something'));
  room.post(bo, 'First');
  await passTimeUntilShown(page, announced('1 new comment'));
  room.post(cy, 'Second');
  room.post(chat.own, 'From the phone');
  room.post(di, 'Third');
  await passTimeUntilShown(page, comment(page, 'Third'));
  expect(announced('1 new comment').query()).not.toBeNull();
  await passTimeUntilShown(page, announced('2 new comments'));
  await page.advance(10_000);
  await expect.element(announced('2 new comments')).not.toBeInTheDocument();
});

test('BOARD-08dv above a single comment there is no space for orders', async () => {
  const chat = createChat();
  chat.roomAt(place('rings')).post(bo, 'First');
  const page = await openCard(chat);
  const list = discussion(page).getByRole('list', { name: 'Comments' });
  await expect.element(list).toBeVisible();
  expect(page.boxOf(list).top).toBe(page.boxOf(discussion(page).getByCSS('[data-posts="list"]')).top);
});

test('BOARD-08de a comment is liked, and others’ likes arrive; a like that is not stored is taken back with a message', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const { seq } = room.post(bo, 'First');
  const page = await openCard(chat);
  const heart = comment(page, 'First').getByRole('button', { name: /^Like/ });
  await expect.element(heart).toHaveAccessibleName('Like, 0 likes');
  room.likeByOthers(seq, 2);
  await expect.element(heart).toHaveAccessibleName('Like, 2 likes');
  await heart.click();
  await expect.element(heart).toHaveAccessibleName('Like, 3 likes');
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => room.likes.get(seq)?.liked).toBe(true);
  const { seq: other } = room.post(chat.own, 'Own');
  await expect.element(comment(page, 'Own')).toBeVisible();
  chat.server.reject(likeContent, { code: 'notFound' });
  const second = comment(page, 'Own').getByRole('button', { name: /^Like/ });
  await second.click();
  await expect.element(page.getByText('This is no longer available.')).toBeVisible();
  await expect.element(second).toHaveAttribute('aria-pressed', 'false');
  expect(room.likes.get(other)).toBeUndefined();
});

test('BOARD-08df the most liked comments come first on request, without losing the focus or what was written', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const { seq } = room.post(bo, 'First');
  room.post(cy, 'Second');
  room.likeByOthers(seq, 5);
  const page = await openCard(chat);
  await expect.poll(() => shown(page)).toEqual(['Second', 'First']);
  await field(page).fill('Half a');
  const gate = chat.server.hold(getChatPosts);
  await button(page, 'Most liked').click();
  await gate.reached;
  expect(shown(page)).toEqual(['Second', 'First']);
  gate.release();
  await expect.poll(() => shown(page)).toEqual(['First', 'Second']);
  await expect.element(button(page, 'Most liked')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(button(page, 'Most liked')).toHaveFocus();
  await expect.element(field(page)).toHaveValue('Half a');
});

test('BOARD-08dg BOARD-01dg an opened card leaves the focus outside of the field, the arrow keys stay in the discussion, and each card has its own', async () => {
  const chat = createChat();
  chat.roomAt(place('rings')).post(bo, 'About rings');
  chat.roomAt(place('question')).post(cy, 'About lamps');
  const page = await openCard(chat);
  await expect.element(comment(page, 'About rings')).toBeVisible();
  expect(page.document.activeElement?.tagName).not.toBe('TEXTAREA');
  await field(page).click();
  await field(page).fill('two words');
  await page.press('{ArrowLeft}{ArrowRight}');
  await expect.element(comment(page, 'About rings')).toBeVisible();
  await page.tabTo(comment(page, 'About rings'), '{Shift>}{Tab}{/Shift}');
  await page.press('{ArrowRight}');
  await expect.element(comment(page, 'About rings')).toHaveFocus();
  await board(page).getByRole('button', { name: 'Next card' }).click();
  await expect.element(comment(page, 'About lamps')).toBeVisible();
  await expect.element(comment(page, 'About rings')).not.toBeInTheDocument();
  await expect.element(field(page)).toHaveValue('');
  await expect.poll(() => chat.roomAt(place('rings')).isOpen).toBe(false);
  await board(page).getByRole('button', { name: 'Previous card' }).click();
  await expect.element(field(page)).toHaveValue('two words');
  await expectEvents(
    page.server,
    ['chat'],
    ['chat access kind=card', 'chat access kind=card', 'chat access kind=card'],
  );
});

test('BOARD-08dh Tab reaches one comment with its buttons, and the arrow keys the others', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.postAll(bo, ['First', 'Second', 'Third']);
  const page = await openCard(chat);
  await expect.poll(() => shown(page)).toEqual(['Third', 'Second', 'First']);
  await page.tabTo(comment(page, 'Third'));
  expect(page.document.querySelectorAll('article:is([tabindex="0"], :has([tabindex="0"]))')).toHaveLength(1);
  await page.press('{ArrowDown}');
  await expect.element(comment(page, 'Second')).toHaveFocus();
  await page.press('{End}');
  await expect.element(comment(page, 'First')).toHaveFocus();
  await page.press('{Tab}');
  await expect.element(comment(page, 'First').getByRole('button', { name: /profile/ })).toHaveFocus();
  await page.tabTo(button(page, 'Attach files'));
});

test('BOARD-08di more comments are loaded when the end of the list is reached', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.postAll(
    bo,
    Array.from({ length: 120 }, (_, at) => `Comment ${at}`),
  );
  const page = await openCard(chat);
  await expect.poll(() => shown(page)).toHaveLength(50);
  const scroller = page.document.querySelector('[data-posts="list"]');
  // The list gets higher when its end is laid out.
  const shownAtEnd = () => {
    scroller?.scrollTo({ top: scroller.scrollHeight });
    return shown(page);
  };
  await expect.poll(shownAtEnd).toHaveLength(120);
});

test('BOARD-10da a comment that the server rejects can be sent again or discarded', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const page = await openCard(chat);
  room.readOnlyReason = 'muted';
  await say(page, 'Too late');
  await expect.element(comment(page, 'Too late').getByRole('alert')).toBeVisible();
  room.readOnlyReason = undefined;
  await comment(page, 'Too late').getByRole('button', { name: 'Send again' }).click();
  await expect.element(comment(page, 'Too late').getByText('Reply')).toBeVisible();
  room.readOnlyReason = 'muted';
  await say(page, 'Never mind');
  await comment(page, 'Never mind').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => shown(page)).toEqual(['Too late']);
});

test('BOARD-10db who is muted reads on without a field, and comments of blocked users are hidden', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.post(bo, 'Unwanted');
  room.post(bo, 'Unwanted again');
  room.post(cy, 'Welcome');
  chat.blocked.set(bo.uid, bo);
  const page = await openCard(chat);
  await expect.element(discussion(page).getByText('2 comments from someone you blocked')).toBeVisible();
  expect(shown(page)).toEqual(['Welcome']);
  room.setReadOnly('muted');
  await expect.element(discussion(page).getByText('A host has muted you. You can still read.')).toBeVisible();
  await expect.element(field(page)).not.toBeInTheDocument();
  await expect.element(comment(page, 'Welcome').getByText('Reply')).not.toBeInTheDocument();
  await expect.element(comment(page, 'Welcome').getByRole('button', { name: /^Like/ })).toBeVisible();
});

test('BOARD-10dc hosts delete a comment, mute its author and remove them from the discussion', async () => {
  const chat = createChat(hugo);
  const room = chat.roomAt(place('rings'));
  room.post(bo, 'Rude');
  const page = await openCard(chat);
  await comment(page, 'Rude').getByRole('button', { name: 'Comment actions' }).click();
  for (const name of ['Mute Bo Nilsson', 'Remove Bo Nilsson from this discussion', 'Report to hosts'])
    await expect.element(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(discussion(page).getByText('Be the first to say something')).toBeVisible();
});

test('BOARD-10dd a discussion that could not be read says so and is read again on request; one that is gone says so', async () => {
  const chat = createChat();
  chat.roomAt(place('rings')).post(bo, 'First');
  let fails = true;
  let reads = 0;
  chat.server.onCommand(getChatPosts, () => {
    reads += 1;
    if (fails) throw new RejectedCall({ code: 'internal' });
    return { messages: [], users: [], replies: {}, throughSeq: 1 };
  });
  const page = await openPageOf(chat, `${opened}&card=rings`, {
    allowedErrors: [/internal/],
  });
  await expect.element(discussion(page).getByText('The discussion can’t be shown right now')).toBeVisible();
  await page.tabTo(button(page, 'Try again'));
  const before = reads;
  await page.press('{Enter}');
  await expect.poll(() => reads).toBeGreaterThan(before);
  await expect.element(button(page, 'Try again')).toHaveFocus();
  fails = false;
  await page.press('{Enter}');
  await expect.element(discussion(page).getByText('Be the first to say something')).toBeVisible();
  await expect.element(discussion(page).getByCSS('[data-posts="list"]')).toHaveFocus();
  chat.roomAt(place('rings')).removeUser(true);
  await expect.element(discussion(page).getByText('This discussion is no longer available')).toBeVisible();
});

test('BOARD-08ds an order or more comments that could not be read are read again on request, without losing the focus', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.postAll(
    bo,
    Array.from({ length: 60 }, (_, at) => `Comment ${at}.`),
  );
  room.likeByOthers(1, 5);
  const page = await openCard(chat);
  await expect.poll(() => shown(page)).toHaveLength(50);
  const fail = () =>
    chat.server.onCommand(getChatPosts, () => {
      throw new RejectedCall({ code: 'invalidInput' });
    });
  const again = button(page, 'This couldn’t be loaded. Try again');
  const tryAgain = async (): Promise<void> => {
    await expect.element(again).toBeVisible();
    answerPostCommands(chat);
    (again.element() as HTMLElement).focus();
    await page.press('{Enter}');
  };
  fail();
  await button(page, 'Most liked').click();
  await tryAgain();
  await expect.poll(() => shown(page)[0]).toBe('Comment 0.');
  await expect.element(discussion(page).getByRole('list', { name: 'Comments' })).toHaveFocus();
  fail();
  const scroller = page.document.querySelector('[data-posts="list"]');
  const scrollToEnd = () => {
    scroller?.scrollTo({ top: scroller.scrollHeight });
    return again.query();
  };
  await expect.poll(scrollToEnd).not.toBeNull();
  await tryAgain();
  await expect.poll(() => shown(page)).toHaveLength(60);
  await expect.element(comment(page, 'Comment 11.')).toHaveFocus();
});

test('BOARD-08dj ROLE-04dj a guest reads, likes and writes', async () => {
  const chat = createChat('guest');
  const room = chat.roomAt(place('rings'));
  const { seq } = room.post(bo, 'First');
  const page = await openCard(chat);
  await comment(page, 'First').getByRole('button', { name: /^Like/ }).click();
  await expect.poll(() => room.likes.get(seq)?.liked).toBe(true);
  await say(page, 'Hello');
  await expect.poll(() => shown(page)).toEqual(['Hello', 'First']);
  await expect.element(comment(page, 'Hello').getByText('Guest', { exact: true })).toBeVisible();
});

test.each([
  ['an attendee requests the profile picture of an author', ada, 1],
  ['a guest requests no profile pictures', 'guest', 0],
] as const)('ROLE-04dk %s', async (_, user, requests) => {
  const chat = createChat(user);
  const eva = { uid: 'u-eva', name: 'Eva Holm', picture: '3' };
  chat.users.push(eva);
  chat.roomAt(place('rings')).post(eva, 'First');
  let requested = 0;
  chat.server.respondTo(getProfilePicture, () => {
    requested += 1;
    return new Blob() as never;
  });
  const page = await openPageOf(chat, `${opened}&card=rings`, {
    stopTimeAt: new Date('2026-11-20T10:00:00Z'),
  });
  await passTimeUntilShown(page, comment(page, 'First'));
  await page.advance(1_000);
  expect(requested).toBe(requests);
});

test('BOARD-08dk on a phone everything is stacked, and the field stays at the lower edge', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.postAll(
    bo,
    Array.from({ length: 12 }, (_, at) => `Comment ${at} ${'of_one_long_word'.repeat(8)}`),
  );
  const page = await openCard(chat, 'rings', phone);
  await expect.element(comment(page, 'Comment 11')).toBeInTheDocument();
  const view = page.document.querySelector<HTMLElement>('[data-discussion]');
  const bottom = () => page.boxOf(field(page)).bottom;
  expect(bottom()).toBeGreaterThan(phone.height - 80);
  expect(bottom()).toBeLessThanOrEqual(phone.height);
  // The list gets higher when its end is laid out.
  const distance = () => {
    view?.scrollTo({ top: view.scrollHeight });
    return page.boxOf(field(page)).top - page.boxOf(comment(page, 'Comment 0 ')).bottom;
  };
  await expect.poll(distance).toBeGreaterThan(0);
  expect(bottom()).toBeLessThanOrEqual(phone.height);
  expect(findLayoutFaults(page.document)).toEqual([]);
});

for (const [where, options] of [
  ['beside a card', {}],
  ['below a card on a phone', phone],
] as const)
  test(`BOARD-08dp ${where} the button of new comments scrolls up to them`, async () => {
    const chat = createChat();
    const room = chat.roomAt(place('rings'));
    room.postAll(bo, manyComments);
    const page = await openCard(chat, 'rings', options);
    await expect.element(comment(page, 'Comment 11')).toBeInTheDocument();
    comment(page, 'Comment 5 ').element().scrollIntoView({ block: 'center' });
    room.post(cy, 'A new one');
    await button(page, '1 new comment').click();
    const isVisible = (locator: Locator): boolean => {
      const { left, top, width, height } = page.boxOf(locator);
      const { document } = page;
      return locator.element().contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    await expect.poll(() => isVisible(comment(page, 'A new one'))).toBe(true);
    expect(isVisible(button(page, 'Newest'))).toBe(true);
  });

for (const [where, options] of [
  ['beside a card', {}],
  ['below a card on a phone', phone],
] as const)
  test(`BOARD-08dr ${where} the button of new comments neither covers nor moves the list`, async () => {
    const chat = createChat();
    const room = chat.roomAt(place('rings'));
    room.postAll(bo, manyComments);
    const page = await openCard(chat, 'rings', options);
    const newest = comment(page, 'Comment 11');
    await newest.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.press('Me too');
    await expect.element(field(page)).toHaveValue('Me too');
    newest.element().scrollIntoView({ block: 'center' });
    const { top } = page.boxOf(newest);
    room.post(cy, 'A new one');
    const newComments = button(page, '1 new comment');
    await expect.element(newComments).toBeInTheDocument();
    expect(page.boxOf(newest).top).toBe(top);
    expect(page.boxOf(newComments).bottom).toBeLessThanOrEqual(top);
    // The order is in the same row.
    expect(page.boxOf(button(page, 'Most liked')).right).toBeLessThan(page.boxOf(newComments).left);
  });

test('BOARD-10de files are sent with a comment and shown in it', async () => {
  const chat = createChat();
  const page = await openCard(chat);
  const input = page.document.querySelector<HTMLInputElement>('[data-posts] input[type="file"]');
  const files = new DataTransfer();
  files.items.add(new File(['%PDF-1.4'], 'plan.pdf', { type: 'application/pdf' }));
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(button(page, 'Remove plan.pdf')).toBeVisible();
  await say(page, 'The plan');
  await expect
    .element(comment(page, 'The plan').getByRole('button', { name: /^Open plan\.pdf/ }))
    .toBeVisible();
});

test('BOARD-08dl when all comments of the first page are deleted, the next ones are loaded', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  room.post(bo, 'The first');
  room.postAll(
    cy,
    Array.from({ length: 50 }, (_, at) => `Comment ${at}`),
  );
  const page = await openCard(chat);
  await expect.poll(() => shown(page)).toHaveLength(50);
  for (const { seq, authorId } of room.messages) if (authorId === cy.uid) room.delete(seq, 'host');
  await expect.poll(() => shown(page)).toEqual(['The first']);
});

test('BOARD-08dm who loads more replies by keyboard goes on at the last one', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const { seq } = room.post(bo, 'Question');
  for (let no = 1; no <= 52; no += 1) room.post(cy, `Reply ${no}.`, { replyTo: seq });
  const page = await openCard(chat);
  await button(page, '52 replies').click();
  await expect.poll(() => shown(page)).toHaveLength(51);
  (button(page, 'Show more replies').element() as HTMLElement).focus();
  await page.press('{Enter}');
  await expect.poll(() => shown(page)).toHaveLength(53);
  await page.press('{ArrowDown}');
  await expect.element(comment(page, 'Reply 51.')).toHaveFocus();
});

test('BOARD-08dn a reply mentions its author although the name is the beginning of another one', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const younger = { uid: 'u-younger', name: 'Cy Younger' };
  chat.users.push(younger);
  const { seq } = room.post(bo, 'Question');
  room.post(cy, 'Of Cy', { replyTo: seq });
  room.post(younger, 'Of the other', { replyTo: seq });
  const page = await openCard(chat);
  await button(page, '2 replies').click();
  await comment(page, 'Of the other').getByRole('button', { name: 'Reply' }).click();
  await expect.element(field(page)).toHaveValue('@Cy Younger ');
  await comment(page, 'Of Cy').getByRole('button', { name: 'Reply' }).click();
  await expect.element(field(page)).toHaveValue('@Cy Young @Cy Younger ');
});

test('BOARD-08do replies can be folded while one of the user was rejected', async () => {
  const chat = createChat();
  const room = chat.roomAt(place('rings'));
  const { seq } = room.post(bo, 'Question');
  room.post(cy, 'Answer', { replyTo: seq });
  const page = await openCard(chat);
  await comment(page, 'Question').getByRole('button', { name: 'Reply' }).click();
  room.readOnlyReason = 'muted';
  await page.press('Too late{Enter}');
  await expect.element(comment(page, 'Too late').getByRole('alert')).toBeVisible();
  await expect.element(comment(page, 'Answer')).toBeVisible();
  await button(page, 'Hide replies').click();
  await expect.element(button(page, '1 reply')).toBeVisible();
  expect(shown(page)).toEqual(['Question', 'Too late']);
});
