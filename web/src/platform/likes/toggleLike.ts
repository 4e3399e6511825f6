/** A press on a heart: shown at once, then sent, one request at a time for each piece. The last choice of the user wins. */
import type { LikeCount } from '@foyer/contract';
import { notStored, pressed, stored, type PieceLikes } from './pieceLikes.ts';

/** The likes of a content piece or comment, where they are kept and sent. */
export interface LikeTarget {
  readonly get: () => PieceLikes;
  readonly update: (change: (likes: PieceLikes) => PieceLikes) => void;
  /** Stores a like on the server, or removes it. @throws ApiError */
  readonly send: (isLiked: boolean) => Promise<LikeCount>;
  /** Called when a choice is not stored. The own like has to be read again: a response that is lost may be that of a stored one. */
  readonly onNotStored: () => void;
  /** Aborted when the visit ends. */
  readonly signal: AbortSignal;
}

/**
 * Likes, or removes the like. Resolves when the server has the last choice, or at once if an earlier call is sending.
 * @throws ApiError if the choice is not stored; it is no longer shown then
 * @throws DOMException `AbortError` if the visit ends
 */
export async function toggleLike({ get, update, send, onNotStored, signal }: LikeTarget): Promise<void> {
  const isSending = get().chosen !== undefined;
  update(pressed);
  if (isSending) return;
  try {
    for (let { chosen } = get(); chosen; { chosen } = get()) {
      const { isLiked } = chosen;
      const count = await send(isLiked);
      update((likes) => stored(likes, isLiked, count));
    }
  } catch (error) {
    const { chosen, isLiked } = get();
    update(notStored);
    if (signal.aborted) throw error;
    onNotStored();
    // The user may have changed their mind meanwhile: then nothing is missing.
    if (chosen?.isLiked !== isLiked) throw error;
  }
}
