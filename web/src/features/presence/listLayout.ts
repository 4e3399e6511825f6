/** Where each row of a list in sections lies, and which of them are in sight. All heights are fixed, in pixels. */
import type { Section } from './arrange.ts';

export interface Heights {
  readonly head: number;
  readonly row: number;
}

export interface PlacedSection extends Section {
  /** From the top of the list. */
  readonly top: number;
  readonly height: number;
}

export function placeSections(sections: readonly Section[], { head, row }: Heights): PlacedSection[] {
  let top = 0;
  return sections.map((section) => {
    const placed = { ...section, top, height: head + section.people.length * row };
    top += placed.height;
    return placed;
  });
}

/** Rows beyond the edges, so that a quick finger sees no gap. */
const spare = 10;

/** The rows of a section that lie between two heights of the list: from, and up to but without. */
export function rowsBetween(
  { top, people }: PlacedSection,
  { head, row }: Heights,
  window: { readonly from: number; readonly to: number },
): readonly [from: number, to: number] {
  const first = top + head;
  const from = Math.floor((window.from - first) / row) - spare;
  const to = Math.ceil((window.to - first) / row) + spare;
  const within = (at: number) => Math.min(Math.max(0, at), people.length);
  return [within(from), within(to)];
}

export interface Spot {
  readonly uid: string;
  /** Of the row, from the top of the list. */
  readonly top: number;
}

/** The rows from a height of the list on. */
export function* spotsFrom(
  sections: readonly PlacedSection[],
  heights: Heights,
  from: number,
): Generator<Spot> {
  for (const { top, height, people } of sections) {
    if (top + height <= from) continue;
    const start = Math.max(0, Math.floor((from - top - heights.head) / heights.row));
    for (let at = start; at < people.length; at += 1)
      yield { uid: people[at]?.person.uid ?? '', top: top + heights.head + at * heights.row };
  }
}

export function spotOf(sections: readonly PlacedSection[], heights: Heights, uid: string): Spot | undefined {
  for (const { top, people } of sections) {
    const at = people.findIndex(({ person }) => person.uid === uid);
    if (at >= 0) return { uid, top: top + heights.head + at * heights.row };
  }
  return undefined;
}

/** How far the list has to be scrolled on, so that what was at a height of it before is there again. */
export function shiftOf(
  before: readonly PlacedSection[],
  after: readonly PlacedSection[],
  heights: Heights,
  anchor: number,
): number {
  let looked = 0;
  for (const spot of spotsFrom(before, heights, anchor)) {
    const now = spotOf(after, heights, spot.uid);
    if (now) return now.top - spot.top;
    // Where so many have gone at once nobody looks for a neighbour.
    if (++looked === 20) return 0;
  }
  return 0;
}
