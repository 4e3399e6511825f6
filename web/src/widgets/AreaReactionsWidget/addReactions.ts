/** Computes which reactions rise: a limited number, with those above the limit increaseCount. Pure. */
import type { Reaction } from '@foyer/contract';

export interface RisingReaction {
  readonly key: number;
  readonly reaction: Reaction;
  /** How many were sent at once. */
  readonly count: number;
  /** The horizontal start position, 0 to 1. */
  readonly place: number;
  /** By `performance.now()`. */
  readonly since: number;
}

export const risingMs = 1_600;
export const maxRising = 12;

export type Counts = Readonly<Partial<Record<Reaction, number>>>;

/** Removes the reactions that have risen, and adds one for each kind in `counts`. */
export function addReactions(
  rising: readonly RisingReaction[],
  counts: Counts,
  { now, random }: { readonly now: number; readonly random: () => number },
): readonly RisingReaction[] {
  const remaining = rising.filter(({ since }) => now - since < risingMs);
  let key = (remaining.at(-1)?.key ?? rising.at(-1)?.key ?? 0) + 1;
  const added = (Object.entries(counts) as [Reaction, number][]).map(([reaction, count]): RisingReaction => ({
    key: key++,
    reaction,
    count,
    place: random(),
    since: now,
  }));
  const room = Math.max(0, maxRising - remaining.length);
  let shown: readonly RisingReaction[] = [...remaining, ...added.slice(0, room)];
  // Above the limit, the count of the last reaction of the same kind is increased.
  for (const { reaction, count } of added.slice(room)) shown = increaseCount(shown, reaction, count);
  return shown;
}

function increaseCount(
  list: readonly RisingReaction[],
  reaction: Reaction,
  count: number,
): readonly RisingReaction[] {
  const index = list.findLastIndex((each) => each.reaction === reaction);
  return list.map((each, at) => (at === index ? { ...each, count: each.count + count } : each));
}

export function addCounts(a: Counts, b: Counts): Counts {
  const total: Partial<Record<Reaction, number>> = { ...a };
  for (const [reaction, count] of Object.entries(b) as [Reaction, number][])
    total[reaction] = (total[reaction] ?? 0) + count;
  return total;
}
