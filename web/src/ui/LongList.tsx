/** A list of any length (SHELL-05): up to 1000 items stand in the page, of a longer one only those in sight. */
import { scrollerItems } from '@foyer/contract/limits';
import { useState, type ReactNode } from 'react';

export interface LongListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Pixels of one row. */
  readonly rowHeight: number;
  readonly children: (item: Item) => ReactNode;
  readonly className?: string;
}

export function LongList<Item>(props: LongListProps<Item>) {
  const { items, keyOf, children, className = '' } = props;
  if (items.length > scrollerItems) return <VirtualList {...props} />;
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  );
}

/** Rows beyond the edges, so that a quick finger sees no gap. */
const spare = 12;
const mostRowsInSight = 60;

/** Rows of one height: which of them are in sight follows from how far it is scrolled. */
function VirtualList<Item>({ items, keyOf, rowHeight, children, className = '' }: LongListProps<Item>) {
  const [top, setTop] = useState(0);
  const first = Math.max(0, Math.floor(top / rowHeight) - spare);
  const shown = items.slice(first, first + mostRowsInSight + 2 * spare);
  return (
    <div
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      className={`max-h-[60dvh] overflow-y-auto ${className}`}
    >
      <ul className="relative" style={{ height: items.length * rowHeight }}>
        {shown.map((item, offset) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={first + offset + 1}
            className="absolute inset-x-0 top-0"
            style={{ height: rowHeight, transform: `translateY(${(first + offset) * rowHeight}px)` }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
