import { useLayoutEffect, type RefObject } from 'react';
import { useChat } from '../useChat.ts';
import type { PostList, PostPlace } from './model/postsState.ts';
import { usePostsModel } from './usePosts.ts';

/** Whether a place is visible. Measured at once: what has been scrolled in this frame counts. */
function isInView(place: HTMLElement): boolean {
  const { top } = place.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight) return false;
  for (let box = place.parentElement; box; box = box.parentElement) {
    const { overflowY, scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(box);
    if (overflowY === 'visible') continue;
    const { top: start, bottom: end } = box.getBoundingClientRect();
    // The padding is what a sticky head or foot covers; by default `auto`.
    const [head, foot] = [scrollPaddingTop, scrollPaddingBottom].map((padding) => parseFloat(padding) || 0);
    if (top < start + (head ?? 0) || top > end - (foot ?? 0)) return false;
  }
  return true;
}

/** Whether the user has opened a menu of a post, or has reached one by keyboard. */
const isInUse = (rows: HTMLElement): boolean =>
  rows.querySelector('li :focus-visible, [aria-haspopup="menu"][aria-expanded="true"]') !== null;

interface Options {
  readonly place: PostPlace;
  readonly list: PostList;
  readonly roomId: string;
  /** Where the first post begins. */
  readonly top: RefObject<HTMLElement | null>;
  readonly rows: RefObject<HTMLElement | null>;
  /** The number of new posts. */
  readonly newCount: number;
}

/**
 * Shows new posts as they arrive while the user is at the top of the list and does nothing there that they would move: a post
 * that the user is about to answer stays as well.
 */
export function useShowWhileAtTop({ place, list, roomId, top, rows, newCount }: Options): void {
  const { showNewPosts } = usePostsModel();
  const isAnswering = useChat(({ drafts }) => {
    const { text = '', replyTo, editing } = drafts.get(roomId) ?? {};
    return text.trim() !== '' && (replyTo !== undefined || editing !== undefined);
  });
  const canShow = list.status === 'ready' && list.order === 'newest' && !isAnswering;
  // Before the button of new posts is painted.
  useLayoutEffect(() => {
    if (newCount === 0 || !canShow || !top.current || !rows.current) return;
    if (isInView(top.current) && !isInUse(rows.current)) showNewPosts(place);
  }, [newCount, canShow, top, rows, place, showNewPosts]);
}
