/**
 * The posts and opened replies that were read of a room, and what changes of messages do to them. Posts are ordered by time
 * or likes and read from the top, and replies are counted, so they are no `Timeline`. Pure functions.
 */
import type { ChatMessage, getChatPosts, getChatReplies, ResultOf } from '@foyer/contract';
import { latestSeq, newerOf, type Change } from '../../model/timeline.ts';
import type { PostOrder, Replies } from './postsState.ts';

export interface Post {
  readonly message: ChatMessage;
  /** Replies at any depth, without deleted ones. */
  readonly replyCount: number;
  /** The server has counted all changes of replies up to this sequence number. */
  readonly countedThrough: number;
}

export interface ReplyPages extends Replies {
  /** False: they are no longer shown. They are kept, because their post counts them, and shown at once when opened again. */
  readonly isOpen: boolean;
  /** The last reply of the pages that were read, after which the next page begins; 0 before the first page. */
  readonly pageEnd: number;
  /** How many replies the pages had. */
  readonly loaded: number;
}

export interface PostPages {
  readonly order: PostOrder;
  /** As shown from top to bottom, and deleted posts without replies, which are not shown until someone replies. */
  readonly posts: readonly Post[];
  /** New posts of others, not approved in this tab, that are not among `posts`, the newest first. */
  readonly newPosts: readonly Post[];
  /** Older new posts were dropped, so `newPosts` do not continue `posts`. */
  readonly hasDroppedNew: boolean;
  /** By the sequence number of the post. */
  readonly replies: ReadonlyMap<number, ReplyPages>;
  /** All changes up to this sequence number are applied. */
  readonly throughSeq: number;
  readonly nextCursor: string | undefined;
  /** How many posts the pages had. */
  readonly loaded: number;
}

type PostsPage = ResultOf<typeof getChatPosts>;
type RepliesPage = ResultOf<typeof getChatReplies>;

/** The most posts, new posts or replies that are kept beyond those that the user has loaded. */
export const maxLive = 300;

const seqOf = ({ message }: Post): number => message.seq;
const isVisible = ({ message, replyCount }: Post): boolean =>
  message.deletedBy === undefined || replyCount > 0;

export const visibleMessages = (posts: readonly Post[]): ChatMessage[] =>
  posts.filter(isVisible).map(({ message }) => message);

const postsIn = ({ messages, replies, throughSeq }: PostsPage): Post[] =>
  messages.map((message) => ({
    message,
    replyCount: replies[message.seq] ?? 0,
    countedThrough: throughSeq,
  }));

export function createPostPages(order: PostOrder, page: PostsPage): PostPages {
  return {
    order,
    posts: postsIn(page),
    newPosts: [],
    hasDroppedNew: false,
    replies: new Map(),
    throughSeq: page.throughSeq,
    nextCursor: page.nextCursor,
    loaded: page.messages.length,
  };
}

/** The sequence numbers of all posts. */
const postSeqs = ({ posts, newPosts }: PostPages): Set<number> => new Set([...posts, ...newPosts].map(seqOf));

/** The sequence numbers of all posts and replies. */
export function heldSeqs(pages: PostPages): Set<number> {
  const held = postSeqs(pages);
  for (const { messages } of pages.replies.values()) for (const { seq } of messages) held.add(seq);
  return held;
}

/** Without the replies of posts that are no longer there. */
function withoutOrphans(pages: PostPages): PostPages {
  const seqs = postSeqs(pages);
  const replies = new Map([...pages.replies].filter(([seq]) => seqs.has(seq)));
  return replies.size === pages.replies.size ? pages : { ...pages, replies };
}

/**
 * The first page, read again in this or another order. Changes after `throughSeq` are still applied to the replies, and the
 * posts of the page include them already.
 */
export const withFirstPage = (pages: PostPages, order: PostOrder, page: PostsPage): PostPages =>
  withoutOrphans({
    ...createPostPages(order, page),
    throughSeq: pages.throughSeq,
    replies: pages.replies,
  });

/** The first page after changes that are not known. The opened replies have to be read again, and are shown until then. */
export function resetPages(pages: PostPages, page: PostsPage): PostPages {
  const replies = openReplies(pages).map(([seq, opened]): [number, ReplyPages] => [
    seq,
    { ...unreadReplies, messages: opened.messages },
  ]);
  return withoutOrphans({ ...createPostPages(pages.order, page), replies: new Map(replies) });
}

/** With the page after the posts. A post whose likes have changed may be there already. */
export function withNextPage(pages: PostPages, page: PostsPage): PostPages {
  const known = new Set(pages.posts.map(seqOf));
  const added = postsIn(page).filter((post) => !known.has(seqOf(post)));
  const addedSeqs = new Set(added.map(seqOf));
  return {
    ...pages,
    posts: [...pages.posts, ...added],
    newPosts: pages.newPosts.filter((post) => !addedSeqs.has(seqOf(post))),
    nextCursor: page.nextCursor,
    loaded: pages.loaded + added.length,
  };
}

const unreadReplies: ReplyPages = {
  status: 'loading',
  messages: [],
  hasMore: true,
  isOpen: true,
  pageEnd: 0,
  loaded: 0,
};

export const openReplies = ({ replies }: PostPages): [number, ReplyPages][] =>
  [...replies].filter(([, { isOpen }]) => isOpen);

export const withReplies = (pages: PostPages, post: number, change: Partial<ReplyPages> = {}): PostPages => ({
  ...pages,
  replies: new Map(pages.replies).set(post, { ...(pages.replies.get(post) ?? unreadReplies), ...change }),
});

export function withClosedReplies(pages: PostPages, post: number): PostPages {
  const opened = pages.replies.get(post);
  if (opened && opened.pageEnd > 0) return withReplies(pages, post, { status: 'ready', isOpen: false });
  const replies = new Map(pages.replies);
  replies.delete(post);
  return { ...pages, replies };
}

const bySeq = (a: ChatMessage, b: ChatMessage): number => a.seq - b.seq;

/** With the next page of the replies of a post. The first page replaces what was shown before. */
export function withReplyPage(pages: PostPages, post: number, page: RepliesPage): PostPages {
  const opened = pages.replies.get(post) ?? unreadReplies;
  const added = new Set(page.messages.map(({ seq }) => seq));
  const kept = opened.pageEnd === 0 ? [] : opened.messages.filter(({ seq }) => !added.has(seq));
  const next = withReplies(pages, post, {
    status: 'ready',
    messages: [...kept, ...page.messages].toSorted(bySeq),
    hasMore: page.hasMore,
    pageEnd: page.messages.at(-1)?.seq ?? opened.pageEnd,
    loaded: opened.loaded + page.messages.length,
  });
  return withCompleteCount(next, post);
}

function updatePost(pages: PostPages, seq: number, update: (post: Post) => Post): PostPages {
  const updateIn = (posts: readonly Post[]): readonly Post[] => {
    const at = posts.findIndex(({ message }) => message.seq === seq);
    const post = posts[at];
    return post ? posts.with(at, update(post)) : posts;
  };
  return { ...pages, posts: updateIn(pages.posts), newPosts: updateIn(pages.newPosts) };
}

/** Replies that are all known are counted. */
function withCompleteCount(pages: PostPages, post: number): PostPages {
  const opened = pages.replies.get(post);
  if (!opened || opened.hasMore) return pages;
  return updatePost(pages, post, (known) => ({ ...known, replyCount: opened.messages.length }));
}

/** The post that a message replies to, itself or through other replies; undefined if it is not known. */
function postOf(pages: PostPages, replyTo: number): number | undefined {
  if (postSeqs(pages).has(replyTo)) return replyTo;
  return [...pages.replies].find(([, { messages }]) => messages.some(({ seq }) => seq === replyTo))?.[0];
}

/** Whether the user has posted or approved a message themselves: then it does not wait until they ask for new posts. */
export type IsOwnAction = (message: ChatMessage) => boolean;

interface Context {
  readonly isOwnAction: IsOwnAction;
  /** Messages after this sequence number are new. */
  readonly before: number;
  /** Whether the list is empty: then new posts of others are shown at once, because there is nothing that they could move. */
  readonly isEmpty: boolean;
}

function withReplyIn(opened: ReplyPages, message: ChatMessage, { isOwnAction }: Context): ReplyPages {
  const { messages, hasMore, pageEnd, loaded } = opened;
  const at = messages.findIndex(({ seq }) => seq === message.seq);
  const known = messages[at];
  if (message.deletedBy !== undefined)
    return known ? { ...opened, messages: messages.toSpliced(at, 1) } : opened;
  if (known) return { ...opened, messages: messages.with(at, newerOf(known, message)) };
  // Own replies are shown wherever the pages end. Those of others come with the next page.
  const isOwn = isOwnAction(message);
  if (hasMore && !isOwn && message.seq > pageEnd) return opened;
  if (!hasMore && !isOwn && messages.length >= loaded + maxLive) return { ...opened, hasMore: true };
  const all = [...messages, message].toSorted(bySeq);
  return { ...opened, messages: all, ...(!hasMore && { pageEnd: all.at(-1)?.seq ?? pageEnd }) };
}

function withReply(pages: PostPages, post: number, message: ChatMessage, context: Context): PostPages {
  const counted = updatePost(pages, post, (known) => {
    const isInCount = latestSeq(message) <= known.countedThrough;
    const wasInCount = message.seq <= Math.max(context.before, known.countedThrough);
    const added = isInCount ? 0 : Number(message.deletedBy === undefined) - Number(wasInCount);
    return { ...known, replyCount: Math.max(0, known.replyCount + added) };
  });
  const opened = counted.replies.get(post);
  if (!opened) return counted;
  return withCompleteCount(withReplies(counted, post, withReplyIn(opened, message, context)), post);
}

function withMessage(pages: PostPages, message: ChatMessage, context: Context): PostPages {
  if (message.notice) return pages;
  if (postSeqs(pages).has(message.seq))
    return updatePost(pages, message.seq, (post) => ({ ...post, message: newerOf(post.message, message) }));
  if (message.replyTo !== undefined) {
    const post = postOf(pages, message.replyTo);
    return post === undefined ? pages : withReply(pages, post, message, context);
  }
  // An older post that was changed comes with its page.
  if (message.seq <= context.before) return pages;
  const post: Post = { message, replyCount: 0, countedThrough: message.seq };
  const isOwn = context.isOwnAction(message);
  if (!isOwn && !context.isEmpty) return { ...pages, newPosts: [post, ...pages.newPosts] };
  const shown = { ...pages, posts: [post, ...pages.posts] };
  // Those before it would be missing below it.
  return isOwn ? (withNewPostsShown(shown) ?? shown) : shown;
}

/** Without what is more than a list that nobody scrolls needs to keep. Only lists by time continue at their last post. */
function trimmed(pages: PostPages): PostPages {
  const { order, loaded, posts, newPosts } = pages;
  const hasTooManyNew = newPosts.length > maxLive;
  const kept = order === 'newest' ? posts.slice(0, loaded + maxLive) : posts;
  if (!hasTooManyNew && kept.length === posts.length) return pages;
  const last = kept.at(-1)?.message.seq;
  return withoutOrphans({
    ...pages,
    posts: kept,
    newPosts: newPosts.slice(0, maxLive),
    hasDroppedNew: pages.hasDroppedNew || hasTooManyNew,
    ...(kept.length < posts.length && { nextCursor: `0.${last}` }),
  });
}

/** The pages after a gap fill with all messages that were posted or changed since, in their current state. */
export function withMissedMessages(
  pages: PostPages,
  messages: readonly ChatMessage[],
  throughSeq: number,
  isOwnAction: IsOwnAction,
): PostPages {
  const { nextCursor, posts, newPosts, throughSeq: before } = pages;
  const isEmpty = nextCursor === undefined && newPosts.length === 0 && !posts.some(isVisible);
  const context = { isOwnAction, before, isEmpty };
  // They come in the order of their changes. A post has to be there before its replies.
  const next = messages.toSorted(bySeq).reduce((all, message) => withMessage(all, message, context), pages);
  return trimmed({ ...next, throughSeq: Math.max(pages.throughSeq, throughSeq) });
}

/** The pages after a change. `gap`: an earlier change is missing. */
export function withMessageChange(
  pages: PostPages,
  { seq, message }: Change,
  isOwnAction: IsOwnAction,
): PostPages | 'gap' {
  if (seq <= pages.throughSeq) return pages;
  if (seq > pages.throughSeq + 1) return 'gap';
  return withMissedMessages(pages, [message], seq, isOwnAction);
}

/** With the new posts in the list, which is in order then. Undefined if the list has to be read again instead. */
export function withNewPostsShown(pages: PostPages): PostPages | undefined {
  if (pages.order !== 'newest' || pages.hasDroppedNew) return undefined;
  const posts = [...pages.newPosts, ...pages.posts].toSorted((a, b) => seqOf(b) - seqOf(a));
  return trimmed({ ...pages, posts, newPosts: [] });
}
