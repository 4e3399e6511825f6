/** The discussions and walls that are shown: their posts, replies and likes (BOARD-08, WALL-01). */
import { createStore, type StoreApi } from 'zustand';
import type { Visit } from '../../../../platform/visit/visit.ts';
import { emptyPostList, keyOfPlace, type PostList, type PostOrder, type PostPlace } from './postsState.ts';

export { keyOfPlace } from './postsState.ts';

export interface Posts {
  /** The open lists by `keyOfPlace`. */
  readonly store: StoreApi<{ readonly lists: ReadonlyMap<string, PostList> }>;
  /**
   * Shows the posts of a place, live. Several components may open the same place.
   * @returns ends it
   */
  readonly open: (place: PostPlace) => () => void;
  /** Reads a list again that has failed or is gone. */
  readonly retry: (place: PostPlace) => void;
  readonly setOrder: (place: PostPlace, order: PostOrder) => void;
  /** Moves the new posts into the list. In the order `mostLiked` the list is read again. */
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

export function createPosts(_visit: Visit): Posts {
  const store = createStore<{ readonly lists: ReadonlyMap<string, PostList> }>(() => ({ lists: new Map() }));
  /** The number of components that show a place, by its key. */
  const users = new Map<string, number>();

  const setList = (key: string, list: PostList | undefined): void =>
    store.setState(({ lists }) => {
      const next = new Map(lists);
      if (list) next.set(key, list);
      else next.delete(key);
      return { lists: next };
    });

  return {
    store,
    open(place) {
      const key = keyOfPlace(place);
      users.set(key, (users.get(key) ?? 0) + 1);
      if (!store.getState().lists.has(key)) setList(key, emptyPostList);
      return () => {
        const left = (users.get(key) ?? 1) - 1;
        users.set(key, left);
        if (left === 0) setList(key, undefined);
      };
    },
    retry: () => undefined,
    setOrder: () => undefined,
    showNewPosts: () => undefined,
    loadMore: () => undefined,
    openReplies: () => undefined,
    loadMoreReplies: () => undefined,
    closeReplies: () => undefined,
    toggleLike: () => Promise.resolve(),
  };
}
