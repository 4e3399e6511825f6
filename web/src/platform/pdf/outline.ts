/** The outline of a PDF as a flat list. */

/** An entry as pdf.js returns it. */
export interface OutlineItem {
  readonly title: string;
  /** A place in the document: a name, or an explicit place. */
  readonly dest: string | readonly unknown[] | null;
  readonly url: string | null;
  readonly items: readonly OutlineItem[];
}

export interface OutlineRow {
  readonly id: string;
  readonly title: string;
  /** 0 for chapters, 1 for what is in them … */
  readonly depth: number;
  readonly dest: OutlineItem['dest'];
  readonly url: string | null;
}

/** More entries are left out. */
export const maxOutlineRows = 10_000;
/** Deeper entries are shown at this depth. */
export const maxOutlineDepth = 5;

/** The entries in the order of the document. An entry that contains itself is listed once. */
export function flattenOutline(items: readonly OutlineItem[]): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const seen = new Set<OutlineItem>();
  // The next entry is the last one. A list instead of recursion, because an outline may be nested ten thousand times.
  const waiting = items.map((item) => ({ item, depth: 0 })).toReversed();
  for (let next = waiting.pop(); next && rows.length < maxOutlineRows; next = waiting.pop()) {
    const { item, depth } = next;
    if (seen.has(item)) continue;
    seen.add(item);
    const title = item.title.trim();
    const { dest, url } = item;
    if (title !== '')
      rows.push({ id: String(rows.length), title, depth: Math.min(depth, maxOutlineDepth), dest, url });
    for (const child of item.items.toReversed()) waiting.push({ item: child, depth: depth + 1 });
  }
  return rows;
}
