import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';

export interface LongListProps<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** Pixels of one row. */
  readonly rowHeight: number;
  /** Items side by side; default 1. */
  readonly columns?: number;
  /** Of the scroll container; default `60dvh`. */
  readonly maxHeight?: string;
  readonly children: (item: Item, index: number) => ReactNode;
  readonly className?: string;
}

/** Rows of equal height in a scroll container. Only the visible rows are rendered. */
export default function VirtualList<Item>(props: LongListProps<Item>) {
  const { items, keyOf, rowHeight, columns = 1, maxHeight = '60dvh', children, className = '' } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its return value is read again in every render
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    lanes: columns,
    // In rows. Avoids gaps while scrolling fast.
    overscan: Math.ceil(12 / columns),
  });
  return (
    <div ref={scroller} className={`overflow-y-auto ${className}`} style={{ maxHeight }}>
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, lane }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute top-0"
              style={{
                height: rowHeight,
                width: `${100 / columns}%`,
                insetInlineStart: `${(lane * 100) / columns}%`,
                transform: `translateY(${start}px)`,
              }}
            >
              {children(item, index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
