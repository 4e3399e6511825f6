import type { LikeCount, LikeCounts } from '@foyer/contract';

/** Likes by what is liked. Of two counts of the same it keeps the newer one: the bus may reorder and repeat them. */
export class NewestCounts {
  private readonly byId = new Map<string, LikeCount>();

  get all(): LikeCounts {
    return Object.fromEntries(this.byId);
  }

  /** Adds counts. Returns those that are newer than the ones that were there. */
  merge(counts: LikeCounts): LikeCounts {
    const newer = Object.entries(counts).filter(
      ([id, { changes }]) => changes > (this.byId.get(id)?.changes ?? 0),
    );
    for (const [id, count] of newer) this.byId.set(id, count);
    return Object.fromEntries(newer);
  }
}
