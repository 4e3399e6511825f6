/** The posts of a discussion or a wall as the interface shows them. */
import type { ChatMessage, chatPostOrders, ChatRoomPlace } from '@foyer/contract';
import type { PieceLikes } from '../../../../platform/likes/pieceLikes.ts';

/** The discussion of a content piece, or a wall. */
export type PostPlace =
  | { readonly mediaBoardId: string; readonly contentPieceId: string }
  | { readonly wallId: string };

export type PostOrder = (typeof chatPostOrders)[number];

export interface Replies {
  /** `loading` and `failed` are about the first or the next page. */
  readonly status: 'loading' | 'ready' | 'failed';
  /** Oldest first. */
  readonly messages: readonly ChatMessage[];
  readonly hasMore: boolean;
}

export interface PostList {
  /**
   * `failed`: the posts could not be read. They are read again by `retry` and with the next connection. `gone`: the venue no
   * longer has the place, or the user was removed from it. `unavailable`: this attendee has no chat, because their browser
   * has opened a stage link.
   */
  readonly status: 'loading' | 'ready' | 'failed' | 'gone' | 'unavailable';
  /** The room is in `ChatState.rooms`. Undefined until the server has returned it. */
  readonly roomId: string | undefined;
  readonly order: PostOrder;
  /** In the order of the list. New posts of others and changed likes do not move them. */
  readonly posts: readonly ChatMessage[];
  /** New posts of others, not approved in this tab, that are not shown yet, the newest first. */
  readonly newPosts: readonly ChatMessage[];
  /** By the sequence number of the post. */
  readonly replyCounts: ReadonlyMap<number, number>;
  /** The opened posts, by their sequence numbers. */
  readonly replies: ReadonlyMap<number, Replies>;
  /** The likes of posts and replies, by their sequence numbers. Messages that were never liked may be missing. */
  readonly likes: ReadonlyMap<number, PieceLikes>;
  readonly hasMore: boolean;
  readonly more: 'idle' | 'loading' | 'failed';
}

/** A list that has nothing yet. */
export const emptyPostList: PostList = {
  status: 'loading',
  roomId: undefined,
  order: 'newest',
  posts: [],
  newPosts: [],
  replyCounts: new Map(),
  replies: new Map(),
  likes: new Map(),
  hasMore: false,
  more: 'idle',
};

/** Identifies a place, or that of a discussion or wall among the rooms. Ids contain no spaces. */
export const keyOfPlace = ({ mediaBoardId = '', contentPieceId = '', wallId }: ChatRoomPlace): string =>
  wallId ?? `${mediaBoardId} ${contentPieceId}`;

export function placeOfKey(key: string): PostPlace {
  const [first = '', contentPieceId] = key.split(' ');
  return contentPieceId === undefined ? { wallId: first } : { mediaBoardId: first, contentPieceId };
}
