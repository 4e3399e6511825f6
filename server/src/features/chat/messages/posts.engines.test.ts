import { deleteChatMessage, getChatPosts, getChatReplies, type InputOf } from '@foyer/contract';
import { chatPageSize } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import type { Foyer } from '#testing/foyer';
import type { Tab } from '#testing/tab';
import {
  clientId,
  createAttendees,
  createGroup,
  errorCodeOf,
  insertMessages,
  openRoom,
  send,
  sendInput,
} from '../testing/chatVenue.ts';
import { ChatPostStore } from './postStore.ts';
import { places, sendLike, startDiscussions, type Place } from '../testing/discussions.ts';

async function startRoom(place: Place) {
  const foyer = await startDiscussions();
  const [ada, bo] = await createAttendees(foyer, 'Ada', 'Bo');
  const { id: roomId } = await openRoom(ada.tab, place);
  return { foyer, ada, bo, roomId };
}

const reply = async (tab: Tab, roomId: string, replyTo: number, text = 'Yes') =>
  (await sendInput(tab, { roomId, clientId: clientId(), text, replyTo })).seq;

/** The sequence numbers of all posts in an order, page by page. */
async function allPosts(tab: Tab, input: InputOf<typeof getChatPosts>): Promise<number[][]> {
  const pages: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = await tab.must(getChatPosts, { ...input, ...(cursor !== undefined && { cursor }) });
    pages.push(page.messages.map(({ seq }) => seq));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return pages;
}

/** Stores counts of likes, by sequence number. */
const insertLikeCounts = (foyer: Foyer, roomId: string, likes: ReadonlyMap<number, number>) =>
  foyer.running.storage.db
    .insertInto('chatLikeCount')
    .values([...likes].map(([seq, count]) => ({ roomId, seq, likes: count, changes: count })))
    .execute();

test.each(places)(
  'WALL-03a BOARD-08j the posts of a %s come with the number of their replies, and replies on demand',
  async (_kind, place) => {
    const { foyer, ada, bo, roomId } = await startRoom(place);
    const { seq: first } = await send(ada.tab, roomId, 'First');
    const answer = await reply(bo.tab, roomId, first, 'An answer');
    const { seq: second } = await send(ada.tab, roomId, 'Second');
    const deep = await reply(ada.tab, roomId, answer, 'An answer to the answer');
    const gone = await reply(bo.tab, roomId, first, 'Too soon');
    await bo.tab.must(deleteChatMessage, { roomId, seq: gone });
    await sendLike(foyer, bo.user, { place, roomId, seq: first });
    const page = await bo.tab.must(getChatPosts, { roomId, order: 'newest' });
    expect(page).toMatchObject({
      messages: [{ text: 'Second' }, { text: 'First' }],
      users: [{ name: 'Ada' }],
      replies: { [first]: 2 },
      likes: { [first]: { likes: 1, liked: true } },
      throughSeq: 6,
    });
    expect(page.messages.map(({ seq }) => seq)).toEqual([second, first]);
    const replies = await ada.tab.must(getChatReplies, { roomId, seq: first });
    expect(replies.messages.map(({ seq }) => seq)).toEqual([answer, deep]);
    expect(replies.hasMore).toBe(false);
    const rest = await ada.tab.must(getChatReplies, { roomId, seq: first, after: answer });
    expect(rest.messages.map(({ seq }) => seq)).toEqual([deep]);
    expect((await ada.tab.must(getChatReplies, { roomId, seq: second })).messages).toEqual([]);
  },
);

test.each(places)(
  'BOARD-08k the posts of a %s are listed most liked first, then newest first, in pages without gaps and duplicates',
  async (_kind, place) => {
    const { foyer, ada, roomId } = await startRoom(place);
    const count = 2 * chatPageSize + 7;
    await insertMessages(
      foyer,
      roomId,
      Array.from({ length: count }, (_, no) => ({ authorId: ada.id, text: `no. ${no}` })),
    );
    // Many posts with equal likes, on both sides of the ends of pages.
    const likes = new Map(
      Array.from({ length: count }, (_, no) => [no + 1, no % 3] as const).filter(([, n]) => n > 0),
    );
    await insertLikeCounts(foyer, roomId, likes);
    const seqs = Array.from({ length: count }, (_, no) => no + 1);
    const likesOf = (seq: number) => likes.get(seq) ?? 0;
    const pages = await allPosts(ada.tab, { roomId, order: 'mostLiked' });
    expect(pages.map(({ length }) => length)).toEqual([chatPageSize, chatPageSize, 7]);
    expect(pages.flat()).toEqual(seqs.toSorted((a, b) => likesOf(b) - likesOf(a) || b - a));
    expect((await allPosts(ada.tab, { roomId, order: 'newest' })).flat()).toEqual(seqs.toReversed());
  },
);

test('WALL-03b a deleted post is listed as long as it has replies, and replies whose post is gone are posts', async () => {
  const { foyer, ada, roomId } = await startRoom({ wallId: 'bar' });
  for (const text of ['Alone', 'With a reply', 'Expired']) await send(ada.tab, roomId, text);
  const [answer, orphan] = [await reply(ada.tab, roomId, 2), await reply(ada.tab, roomId, 3)];
  const posts = async () => (await allPosts(ada.tab, { roomId, order: 'newest' })).flat();
  for (const seq of [1, 2]) await ada.tab.must(deleteChatMessage, { roomId, seq });
  expect(await posts()).toEqual([3, 2]);
  await ada.tab.must(deleteChatMessage, { roomId, seq: answer });
  expect(await posts()).toEqual([3]);
  const { db } = foyer.running.storage;
  await db.deleteFrom('chatMessage').where('roomId', '=', roomId).where('seq', '=', 3).execute();
  expect(await posts()).toEqual([orphan]);
});

test('WALL-03d the replies of a page are counted as they were at its sequence number', async () => {
  const { foyer, ada, roomId } = await startRoom({ wallId: 'bar' });
  await send(ada.tab, roomId, 'Post');
  const kept = await reply(ada.tab, roomId, 1);
  const gone = await reply(ada.tab, roomId, kept);
  await ada.tab.must(deleteChatMessage, { roomId, seq: gone });
  const store = new ChatPostStore(foyer.running.storage);
  const countAt = async (lastSeq: number) => (await store.countReplies({ roomId, lastSeq }, [1])).get(1);
  expect(await Promise.all([1, kept, gone, gone + 1].map(countAt))).toEqual([undefined, 1, 2, 1]);
});

test('WALL-03c the replies of a post come in pages, the oldest first', async () => {
  const { foyer, ada, roomId } = await startRoom({ wallId: 'bar' });
  const count = chatPageSize + 3;
  await insertMessages(foyer, roomId, [
    { authorId: ada.id, text: 'Post' },
    ...Array.from({ length: count }, (_, no) => ({ authorId: ada.id, text: `no. ${no}`, replyTo: 1 })),
  ]);
  const first = await ada.tab.must(getChatReplies, { roomId, seq: 1 });
  const second = await ada.tab.must(getChatReplies, { roomId, seq: 1, after: first.messages.at(-1)!.seq });
  expect([first.messages.length, first.hasMore, second.messages.length, second.hasMore]).toEqual([
    chatPageSize,
    true,
    3,
    false,
  ]);
  expect([...first.messages, ...second.messages].map(({ seq }) => seq)).toEqual(
    Array.from({ length: count }, (_, no) => no + 2),
  );
  expect((await ada.tab.must(getChatPosts, { roomId, order: 'newest' })).replies).toEqual({ 1: count });
});

test('BOARD-08l only discussions and walls are listed as posts, and a cursor of another form is rejected', async () => {
  const { foyer, ada, bo, roomId } = await startRoom({ wallId: 'bar' });
  const [cy] = await createAttendees(foyer, 'Cy');
  const group = await createGroup(ada, [bo, cy]);
  for (const ask of [
    ada.tab.ask(getChatPosts, { roomId: group.id, order: 'newest' }),
    ada.tab.ask(getChatReplies, { roomId: group.id, seq: 1 }),
    ada.tab.ask(getChatPosts, { roomId: 'nothing', order: 'newest' }),
  ])
    expect(await errorCodeOf(ask)).toBe('notFound');
  for (const cursor of ['abc', '1', '-1.2', '1e9.1', '1.2.3', ''])
    expect(await errorCodeOf(ada.tab.ask(getChatPosts, { roomId, order: 'newest', cursor }))).toBe(
      'invalidInput',
    );
});
