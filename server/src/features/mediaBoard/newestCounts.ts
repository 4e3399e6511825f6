import type { LikeCount, LikeCounts } from '@foyer/contract';

/** Likes by content piece. Of two counts of a piece it keeps the newer one: the bus may reorder and repeat them. */
export class NewestCounts {
  private readonly byPiece = new Map<string, LikeCount>();

  get all(): LikeCounts {
    return Object.fromEntries(this.byPiece);
  }

  /** Adds counts. Returns those that are newer than the ones that were there. */
  merge(counts: LikeCounts): LikeCounts {
    const newer = Object.entries(counts).filter(
      ([contentPieceId, { changes }]) => changes > (this.byPiece.get(contentPieceId)?.changes ?? 0),
    );
    for (const [contentPieceId, count] of newer) this.byPiece.set(contentPieceId, count);
    return Object.fromEntries(newer);
  }
}
