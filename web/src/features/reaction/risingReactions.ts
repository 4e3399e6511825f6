/** Which signs are on their way up: a few, merged, and gone by themselves. Pure. */
import type { Reaction } from '@foyer/contract';

export interface Rising {
  readonly key: number;
  readonly reaction: Reaction;
  /** How many were sent in this moment. */
  readonly count: number;
  /** Where it begins, from 0 at one end of the dock's middle to 1 at the other. */
  readonly place: number;
  /** Milliseconds. */
  readonly since: number;
}

export const risingMs = 1_600;
export const risingAtMost = 12;

export type Counts = Readonly<Partial<Record<Reaction, number>>>;

/** What rises after a burst: those that are still on their way, and one for each of its signs. */
export function after(
  rising: readonly Rising[],
  counts: Counts,
  { now, random }: { readonly now: number; readonly random: () => number },
): readonly Rising[] {
  const left = rising.filter(({ since }) => now - since < risingMs);
  let key = (left.at(-1)?.key ?? rising.at(-1)?.key ?? 0) + 1;
  const fresh = (Object.entries(counts) as [Reaction, number][]).map(([reaction, count]): Rising => ({
    key: key++,
    reaction,
    count,
    place: random(),
    since: now,
  }));
  const room = Math.max(0, risingAtMost - left.length);
  let shown: readonly Rising[] = [...left, ...fresh.slice(0, room)];
  // Where there is no room, the last one of the same sign counts for it.
  for (const { reaction, count } of fresh.slice(room)) shown = merged(shown, reaction, count);
  return shown;
}

function merged(list: readonly Rising[], reaction: Reaction, count: number): readonly Rising[] {
  const index = list.findLastIndex((each) => each.reaction === reaction);
  return list.map((each, at) => (at === index ? { ...each, count: each.count + count } : each));
}

/** Both together. */
export function sum(one: Counts, other: Counts): Counts {
  const both: Partial<Record<Reaction, number>> = { ...one };
  for (const [reaction, count] of Object.entries(other) as [Reaction, number][])
    both[reaction] = (both[reaction] ?? 0) + count;
  return both;
}
