import type { StoreApi } from 'zustand';
import { runAfter } from '../../../platform/time/timers.ts';
import type { SocialContentState } from './mediaBoardSocialContent.ts';
import { shownLikes } from '../../../platform/likes/pieceLikes.ts';

const announceEveryMs = 10_000;

/** The likes of all others on a board. Undefined until the counts and the own likes are known. */
function othersLikes(
  { boards, countsStatus, ownStatus }: SocialContentState,
  mediaBoardId: string,
): number | undefined {
  if (countsStatus.get(mediaBoardId) !== 'ready' || ownStatus.get(mediaBoardId) !== 'ready') return undefined;
  let sum = 0;
  for (const piece of boards.get(mediaBoardId)?.values() ?? []) {
    const { likes, isLiked } = shownLikes(piece);
    sum += likes - (isLiked ? 1 : 0);
  }
  return sum;
}

/**
 * Reports how many more likes of others a board has, at most every ten seconds.
 * @returns ends it
 */
export function watchNewLikes(
  store: StoreApi<SocialContentState>,
  mediaBoardId: string,
  onNewLikes: (count: number) => void,
): () => void {
  let before = othersLikes(store.getState(), mediaBoardId);
  let cancel: (() => void) | undefined;
  const report = (): void => {
    cancel = undefined;
    const likes = othersLikes(store.getState(), mediaBoardId);
    if (likes === undefined) return;
    if (before !== undefined && likes > before) onNewLikes(likes - before);
    before = likes;
  };
  const unsubscribe = store.subscribe((state, previous) => {
    if (before === undefined) before = othersLikes(state, mediaBoardId);
    else if (state.boards.get(mediaBoardId) !== previous.boards.get(mediaBoardId))
      cancel ??= runAfter(announceEveryMs, report);
  });
  return () => {
    cancel?.();
    unsubscribe();
  };
}
