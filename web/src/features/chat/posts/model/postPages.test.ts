import type { ChatMessage } from '@foyer/contract';
import { expect, test } from 'vitest';
import {
  createPostPages,
  resetPages,
  visibleMessages,
  withClosedReplies,
  withFirstPage,
  withMessageChange,
  withMissedMessages,
  withNextPage,
  withReplies,
  withReplyPage,
  type PostPages,
} from './postPages.ts';

const message = (seq: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  seq,
  clientId: `client-${seq}`,
  authorId: 'bo',
  at: seq,
  text: `text ${seq}`,
  ...rest,
});
const reply = (seq: number, rest: Partial<ChatMessage> = {}) => message(seq, { replyTo: 1, ...rest });
const deleted = (seq: number, updatedSeq: number) =>
  reply(seq, { updatedSeq, text: '', deletedBy: 'author' });
const page = (
  throughSeq: number,
  seqs: readonly number[],
  replies: Readonly<Record<string, number>> = {},
) => ({
  messages: seqs.map((seq) => message(seq)),
  users: [],
  replies,
  throughSeq,
});
const replyPage = (...messages: ChatMessage[]) => ({ messages, users: [], hasMore: false });
const isAdas = ({ authorId }: ChatMessage): boolean => authorId === 'ada';
const known = (pages: PostPages | 'gap'): PostPages => (pages === 'gap' ? expect.fail('a gap') : pages);
const apply = (pages: PostPages, seq: number, changed: ChatMessage) =>
  known(withMessageChange(pages, { seq, message: changed }, isAdas));
const countOf = ({ posts }: PostPages, seq = 1) => posts.find((post) => post.message.seq === seq)?.replyCount;
const seqsOf = (messages: readonly ChatMessage[]) => messages.map(({ seq }) => seq);

test('WALL-03ba changes of replies that the page has counted are not counted again', () => {
  const before = createPostPages('newest', page(3, [1], { 1: 2 }));
  // Read again after reply 2 was deleted (4), and before reply 3 was.
  const ahead = withFirstPage(before, 'newest', page(4, [1], { 1: 1 }));
  const deletion = apply(ahead, 4, deleted(2, 4));
  expect(countOf(deletion)).toBe(1);
  expect(countOf(apply(deletion, 5, deleted(3, 5)))).toBe(0);
});

test('WALL-01i in an empty list the posts of others are shown at once, and those after them wait', () => {
  const first = withMissedMessages(
    createPostPages('newest', page(0, [])),
    [message(1), message(2)],
    2,
    isAdas,
  );
  expect(seqsOf(visibleMessages(first.posts))).toEqual([2, 1]);
  const later = apply(first, 3, message(3));
  expect(seqsOf(visibleMessages(later.posts))).toEqual([2, 1]);
  expect(seqsOf(visibleMessages(later.newPosts))).toEqual([3]);
});

test('WALL-03bb a gap that contains the deletion of a reply which a later page has counted subtracts it', () => {
  const before = createPostPages('newest', page(1, [1]));
  const ahead = withFirstPage(before, 'newest', page(3, [1], { 1: 2 }));
  const filled = withMissedMessages(ahead, [reply(3), deleted(2, 4)], 4, isAdas);
  expect(countOf(filled)).toBe(1);
});

test('WALL-03bc a missed post that was edited is there before its missed replies are counted', () => {
  const before = createPostPages('newest', page(1, [1]));
  const edited = message(2, { authorId: 'ada', updatedSeq: 4 });
  const filled = withMissedMessages(before, [message(3, { replyTo: 2 }), edited], 4, isAdas);
  expect([seqsOf(visibleMessages(filled.posts)), countOf(filled, 2)]).toEqual([[2, 1], 1]);
});

test('WALL-03bd replies that are read again replace those that were shown, and are their number', () => {
  const opened = withReplyPage(
    withReplies(createPostPages('newest', page(3, [1], { 1: 2 })), 1),
    1,
    replyPage(reply(2), reply(3)),
  );
  const reset = resetPages(opened, page(900, [1], { 1: 2 }));
  expect(reset.replies.get(1)).toMatchObject({ status: 'loading', messages: [{ seq: 2 }, { seq: 3 }] });
  const again = withReplyPage(reset, 1, replyPage(reply(3)));
  expect([seqsOf(again.replies.get(1)?.messages ?? []), countOf(again)]).toEqual([[3], 1]);
});

test('WALL-03be opened replies get the changes that a page in another order includes already', () => {
  const opened = withReplyPage(withReplies(createPostPages('newest', page(1, [1])), 1), 1, replyPage());
  const sorted = withFirstPage(opened, 'mostLiked', page(2, [1], { 1: 1 }));
  const live = apply(sorted, 2, reply(2));
  expect([seqsOf(live.replies.get(1)?.messages ?? []), countOf(live)]).toEqual([[2], 1]);
});

test('WALL-03bf a reply that was read before its event arrives is counted once, also when the replies are closed meanwhile', () => {
  const opened = withReplyPage(
    withReplies(createPostPages('newest', page(1, [1])), 1),
    1,
    replyPage(reply(2)),
  );
  expect(countOf(opened)).toBe(1);
  const closed = withClosedReplies(opened, 1);
  expect(countOf(apply(closed, 2, reply(2)))).toBe(1);
});

test('BOARD-08ba the next page shows a post once, and one that was waiting among the new ones where the page has it', () => {
  const first = createPostPages('mostLiked', page(3, [3, 1]));
  const live = apply(first, 4, message(4));
  expect(seqsOf(visibleMessages(live.newPosts))).toEqual([4]);
  // Post 1 has lost likes meanwhile.
  const all = withNextPage(live, page(4, [4, 1, 2]));
  expect([seqsOf(visibleMessages(all.posts)), all.newPosts, all.loaded]).toEqual([[3, 1, 4, 2], [], 4]);
});
