/** Computes the positions of rows in a list with sections, and which rows are visible. All heights are fixed, in pixels. */
import type { PeopleSection } from '../directory/groupByArea.ts';

export interface Heights {
  readonly head: number;
  readonly row: number;
}

export interface PlacedSection extends PeopleSection {
  /** From the top of the list. */
  readonly top: number;
  readonly height: number;
}

export function placeSections(sections: readonly PeopleSection[], { head, row }: Heights): PlacedSection[] {
  let top = 0;
  return sections.map((section) => {
    const placed = { ...section, top, height: head + section.attendees.length * row };
    top += placed.height;
    return placed;
  });
}

/** Rows rendered beyond the visible ones, so that fast scrolling shows no gaps. */
const overscanRows = 10;

/** The indexes of a section's rows within a window of the list, `to` excluded. Both in pixels from the top of the list. */
export function visibleRows(
  { top, attendees }: PlacedSection,
  { head, row }: Heights,
  window: { readonly from: number; readonly to: number },
): readonly [from: number, to: number] {
  const first = top + head;
  const from = Math.floor((window.from - first) / row) - overscanRows;
  const to = Math.ceil((window.to - first) / row) + overscanRows;
  const within = (index: number) => Math.min(Math.max(0, index), attendees.length);
  return [within(from), within(to)];
}

export interface RowPosition {
  readonly uid: string;
  /** From the top of the list. */
  readonly top: number;
}

/** The rows from a position in the list on. */
function* rowsFrom(
  sections: readonly PlacedSection[],
  heights: Heights,
  from: number,
): Generator<RowPosition> {
  for (const { top, height, attendees } of sections) {
    if (top + height <= from) continue;
    const start = Math.max(0, Math.floor((from - top - heights.head) / heights.row));
    for (let index = start; index < attendees.length; index += 1)
      yield { uid: attendees[index]?.attendee.uid ?? '', top: top + heights.head + index * heights.row };
  }
}

export function positionOf(
  sections: readonly PlacedSection[],
  heights: Heights,
  uid: string,
): RowPosition | undefined {
  for (const { top, attendees } of sections) {
    const index = attendees.findIndex(({ attendee }) => attendee.uid === uid);
    if (index >= 0) return { uid, top: top + heights.head + index * heights.row };
  }
  return undefined;
}

/** How far to scroll so that the row index the position `anchor` stays in place when the sections change. */
export function scrollShift(
  before: readonly PlacedSection[],
  after: readonly PlacedSection[],
  heights: Heights,
  anchor: number,
): number {
  let tried = 0;
  for (const row of rowsFrom(before, heights, anchor)) {
    const position = positionOf(after, heights, row.uid);
    if (position) return position.top - row.top;
    // Gives up if many rows were removed index once.
    if (++tried === 20) return 0;
  }
  return 0;
}
