/** A number of something. Of two counts of the same thing, the one with more changes is newer. */
export interface Count {
  readonly changes: number;
}

/** By the id of what is counted. */
export type Counts<C extends Count> = Readonly<Record<string, C>>;

/** Of two counts of the same thing it keeps the newer one: the bus may reorder and repeat them. */
export class NewestCounts<C extends Count> {
  private readonly byId = new Map<string, C>();

  /** Undefined after a change. Many tabs open a topic of thousands of counts at about the same time. */
  private cachedAll: Counts<C> | undefined;

  get all(): Counts<C> {
    return (this.cachedAll ??= Object.fromEntries(this.byId));
  }

  /** Adds counts. Returns those that are newer than the ones that were there. */
  merge(counts: Counts<C>): Counts<C> {
    const newer = Object.entries(counts).filter(
      ([id, { changes }]) => changes > (this.byId.get(id)?.changes ?? 0),
    );
    for (const [id, count] of newer) this.byId.set(id, count);
    if (newer.length > 0) this.cachedAll = undefined;
    return Object.fromEntries(newer);
  }
}
