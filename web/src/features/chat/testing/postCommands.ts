/** The commands and endpoints about posts, replies and their likes in discussions and walls. */
import {
  getChatLikes,
  getChatPosts,
  getChatReplies,
  likeContent,
  parseCommentId,
  unlikeContent,
  type ChatMessage,
  type InputOf,
  type Like,
  type LikeCount,
  type ResultOf,
} from '@foyer/contract';
import { chatPageSize } from '@foyer/contract/limits';
import { RejectedCall } from '../../../testing/fakeServer.ts';
import type { FakeChatStore } from './fakeChatStore.ts';
import type { FakeRoom } from './fakeRoom.ts';

/** The replies of a post at any depth, without deleted ones, the oldest first. */
function repliesOf({ messages }: FakeRoom, post: number): ChatMessage[] {
  const thread = new Set([post]);
  for (const { seq, replyTo } of messages) if (replyTo !== undefined && thread.has(replyTo)) thread.add(seq);
  return messages.filter(({ seq, deletedBy }) => seq !== post && thread.has(seq) && deletedBy === undefined);
}

function readPosts(
  chat: FakeChatStore,
  { roomId, order, cursor }: InputOf<typeof getChatPosts>,
): ResultOf<typeof getChatPosts> {
  const room = chat.room(roomId);
  const likesOf = ({ seq }: ChatMessage) => (order === 'mostLiked' ? (room.likes.get(seq)?.likes ?? 0) : 0);
  const [maxLikes = 0, before = 0] = cursor?.split('.').map(Number) ?? [Infinity, Infinity];
  const rest = room.messages
    .filter(({ replyTo, notice }) => replyTo === undefined && !notice)
    .filter((post) => post.deletedBy === undefined || repliesOf(room, post.seq).length > 0)
    .toSorted((a, b) => likesOf(b) - likesOf(a) || b.seq - a.seq)
    .filter((post) => likesOf(post) < maxLikes || (likesOf(post) === maxLikes && post.seq < before));
  const page = rest.slice(0, chatPageSize);
  const last = page.at(-1);
  const counts = page.map(({ seq }) => [seq, repliesOf(room, seq).length] as const);
  return {
    ...chat.postPageOf(room, page),
    replies: Object.fromEntries(counts.filter(([, count]) => count > 0)),
    ...(last && rest.length > page.length && { nextCursor: `${likesOf(last)}.${last.seq}` }),
    throughSeq: room.lastSeq,
  };
}

/** Changes the like of a comment. */
function setLiked(chat: FakeChatStore, { commentId = '' }: Like, isLiked: boolean): LikeCount {
  const { roomId = '', seq = 0 } = parseCommentId(commentId) ?? {};
  const room = chat.room(roomId);
  const isStored = room.messages.some((each) => each.seq === seq && each.deletedBy === undefined);
  if (!isStored) throw new RejectedCall({ code: 'notFound' });
  const { likes, changes } = room.setLiked(seq, isLiked);
  return { likes, changes };
}

/** Handles the commands and endpoints about posts, replies and their likes. */
export function answerPostCommands(chat: FakeChatStore): void {
  chat.handle(getChatPosts, (input) => readPosts(chat, input));
  chat.handle(getChatReplies, ({ roomId, seq, after = 0 }) => {
    const room = chat.room(roomId);
    const rest = repliesOf(room, seq).filter((reply) => reply.seq > after);
    const page = rest.slice(0, chatPageSize);
    return { ...chat.postPageOf(room, page), hasMore: rest.length > page.length };
  });
  chat.handle(getChatLikes, ({ roomId, seqs }) => {
    const { likes } = chat.room(roomId);
    return { likes: Object.fromEntries([...likes].filter(([seq]) => seqs.includes(seq))) };
  });
  chat.server.respondTo(likeContent, ({ body }) => setLiked(chat, body, true));
  chat.server.respondTo(unlikeContent, ({ body }) => setLiked(chat, body, false));
}
