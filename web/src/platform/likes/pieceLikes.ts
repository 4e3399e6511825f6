/** The rules of the likes of one content piece or comment, without the requests. */
import type { LikeCount } from '@foyer/contract';

export interface ShownLikes {
  readonly likes: number;
  readonly isLiked: boolean;
}

export interface PieceLikes {
  /** The newest count of the server. */
  readonly count: LikeCount;
  /** Whether the server has a like of this user. */
  readonly isLiked: boolean;
  /** The `changes` of the count with which the server has last said so; 0 if it has not said so with a count. */
  readonly isLikedAsOf: number;
  /**
   * What the user has chosen and is shown while it is sent. Counts that arrive meanwhile are not shown, because they may
   * contain the own like already.
   */
  readonly chosen: ShownLikes | undefined;
}

export const noLikes: PieceLikes = {
  count: { likes: 0, changes: 0 },
  isLiked: false,
  isLikedAsOf: 0,
  chosen: undefined,
};

export const shownLikes = ({ count, isLiked, chosen }: PieceLikes): ShownLikes =>
  chosen ?? { likes: count.likes, isLiked };

/** A count of the server arrives, which may be older than the known one. */
export const withCount = (piece: PieceLikes, count: LikeCount): PieceLikes =>
  count.changes > piece.count.changes ? { ...piece, count } : piece;

/** The server has, or does not have, a like of this user. */
export const withOwn = (piece: PieceLikes, isLiked: boolean): PieceLikes =>
  piece.isLiked === isLiked ? piece : { ...piece, isLiked };

/** The count and the own like as the server had them at the same time, which may be before what is known of either. */
export function withBoth(piece: PieceLikes, count: LikeCount, isLiked: boolean): PieceLikes {
  const next = withCount(piece, count);
  return count.changes < piece.isLikedAsOf ? next : { ...next, isLiked, isLikedAsOf: count.changes };
}

/** The user chooses, starting from a number of likes that is shown with the opposite choice. */
const choose = (likes: number, isLiked: boolean): ShownLikes => ({
  // The own likes may be known before the counts.
  likes: Math.max(0, likes + (isLiked ? 1 : -1)),
  isLiked,
});

/** The user presses the heart. */
export function pressed(piece: PieceLikes): PieceLikes {
  const { likes, isLiked } = shownLikes(piece);
  return { ...piece, chosen: choose(likes, !isLiked) };
}

/**
 * The server has stored what was sent. If the user has chosen the opposite meanwhile, that stays chosen, and has to be sent.
 */
export function stored(piece: PieceLikes, isLiked: boolean, count: LikeCount): PieceLikes {
  const next = withBoth(piece, count, isLiked);
  const isDone = piece.chosen === undefined || piece.chosen.isLiked === isLiked;
  return { ...next, chosen: isDone ? undefined : choose(next.count.likes, !isLiked) };
}

/** What was sent is not stored, or it is not known whether it is: the state of the server is shown again. */
export const notStored = (piece: PieceLikes): PieceLikes => ({ ...piece, chosen: undefined });
