/** The discussions and walls that are shown: their posts, replies and likes (BOARD-08, WALL-01). */
import { createStore, type StoreApi } from 'zustand';
import type { LikeService } from '../../../../platform/backend/backend.ts';
import { createRefCounts } from '../../../../platform/refCounts.ts';
import type { Visit } from '../../../../platform/visit/visit.ts';
import { loadSession, signInGuest } from '../../../session/index.ts';
import { createChat } from '../../model/chat.ts';
import { withEntry, withoutEntry } from '../../model/chatState.ts';
import { createCommentLikes } from './commentLikes.ts';
import { openPlace, type OpenPlace } from './openPlace.ts';
import { keyOfPlace, type PostList, type PostOrder, type PostPlace } from './postsState.ts';

export { keyOfPlace } from './postsState.ts';

export interface PostsState {
  /** The open lists by `keyOfPlace`. */
  readonly lists: ReadonlyMap<string, PostList>;
}

export interface Posts {
  readonly store: StoreApi<PostsState>;
  /**
   * Shows the posts of a place, live. Several components may open the same place.
   * @returns ends it
   */
  readonly open: (place: PostPlace) => () => void;
  /** Reads a list again that has failed or is gone. */
  readonly retry: (place: PostPlace) => void;
  /** Reads the list again in another order. The posts stay until then, with the status `loading`. */
  readonly setOrder: (place: PostPlace, order: PostOrder) => void;
  /** Moves the new posts into the list. Another order than `newest` becomes that one, so that they are at the top. */
  readonly showNewPosts: (place: PostPlace) => void;
  readonly loadMore: (place: PostPlace) => void;
  /** Shows the replies of a post, or reads them again after a failure. */
  readonly openReplies: (place: PostPlace, seq: number) => void;
  readonly loadMoreReplies: (place: PostPlace, seq: number) => void;
  readonly closeReplies: (place: PostPlace, seq: number) => void;
  /**
   * Likes a post or a reply, or removes the like. Resolves when the server has the last choice, or at once if an earlier call
   * is sending for this message.
   * @throws ApiError if the choice is not stored; it is no longer shown then
   * @throws DOMException `AbortError` if the visit ends
   */
  readonly toggleLike: (place: PostPlace, seq: number) => Promise<void>;
}

export interface PostsDeps {
  readonly loadService: () => Promise<LikeService>;
  /** Opens the session of a guest, unless there is a session. Returns whether there is one. */
  readonly signInGuest: () => Promise<boolean>;
}

export const createPosts = (visit: Visit): Posts =>
  createPostsWith(visit, {
    loadService: async () => (await loadSession()).backend.likes(visit),
    signInGuest,
  });

export function createPostsWith(visit: Visit, deps: PostsDeps): Posts {
  const chat = visit.get(createChat).store;
  const likes = createCommentLikes(visit, deps.loadService);
  const store = createStore<PostsState>(() => ({ lists: new Map() }));
  const refCounts = createRefCounts();
  const shown = new Map<string, OpenPlace>();
  const shownAt = (place: PostPlace): OpenPlace | undefined => shown.get(keyOfPlace(place));

  /** Otherwise the place would scroll to the requested post, and focus it, when the user opens it much later. */
  function clearTarget(key: string): void {
    if (chat.getState().target?.placeKey === key) chat.setState({ target: null });
  }

  /** @returns a function that closes the place */
  function show(place: PostPlace, key: string): () => void {
    const closed = new AbortController();
    const signal = AbortSignal.any([closed.signal, visit.signal]);
    chat.setState(({ openPlaces }) => ({ openPlaces: new Set(openPlaces).add(key) }));
    const publish = (list: PostList): void => {
      store.setState(({ lists }) => ({ lists: withEntry(lists, key, list) }));
      if (list.status === 'gone' || list.status === 'unavailable') clearTarget(key);
    };
    shown.set(key, openPlace(visit, place, { likes, signInGuest: deps.signInGuest, publish, signal }));
    return () => {
      shown.delete(key);
      closed.abort();
      store.setState(({ lists }) => ({ lists: withoutEntry(lists, key) }));
      chat.setState(({ openPlaces }) => ({
        openPlaces: new Set([...openPlaces].filter((other) => other !== key)),
      }));
      // Another component may show the place instead, or the same one again, as React does in development.
      queueMicrotask(() => {
        if (!shown.has(key)) clearTarget(key);
      });
    };
  }

  return {
    store,
    open(place) {
      const key = keyOfPlace(place);
      return refCounts.acquire(key, () => show(place, key));
    },
    retry: (place) => shownAt(place)?.retry(),
    setOrder: (place, order) => shownAt(place)?.setOrder(order),
    showNewPosts: (place) => shownAt(place)?.showNewPosts(),
    loadMore: (place) => shownAt(place)?.loadMore(),
    openReplies: (place, seq) => shownAt(place)?.openReplies(seq),
    loadMoreReplies: (place, seq) => shownAt(place)?.loadMoreReplies(seq),
    closeReplies: (place, seq) => shownAt(place)?.closeReplies(seq),
    async toggleLike(place, seq) {
      const roomId = shownAt(place)?.roomId();
      if (roomId === undefined) return;
      await likes.toggle(place, { roomId, seq }, () => shownAt(place)?.refreshLikes());
    },
  };
}
