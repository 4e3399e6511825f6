import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useImperativeHandle, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { flushSync } from 'react-dom';

/** Of a list that is too long to be rendered as a whole. */
export interface VirtualListHandle {
  /** Renders an item that is not visible at once, so that it can receive the focus, which scrolls to it. */
  readonly render: (index: number) => void;
}

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
  /** Null while all items are rendered. */
  readonly ref?: Ref<VirtualListHandle>;
}

/** Rendered above and below what is visible. More would make each step of scrolling longer. */
const overscanPixels = 600;

/**
 * Rows of equal height in a scroll container. Only the visible rows are rendered, and the item that had the focus last.
 * The place in the list stays when the rows get another height, or another number of items.
 */
export default function VirtualList<Item>(props: LongListProps<Item>) {
  const { items, keyOf, rowHeight, columns = 1, maxHeight = '60dvh', children, className = '', ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number>();
  // oxlint-disable-next-line react/incompatible-library -- its return value is read again in every render
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    lanes: columns,
    // In rows. Avoids gaps while scrolling fast.
    overscan: Math.ceil(overscanPixels / rowHeight),
    rangeExtractor: (range) => withIndex(range, focused),
  });
  useImperativeHandle(ref, () => ({ render: (index) => flushSync(() => setFocused(index)) }), []);
  const measured = useRef({ columns, rowHeight });
  useLayoutEffect(() => {
    const before = measured.current;
    if (before.columns === columns && before.rowHeight === rowHeight) return;
    measured.current = { columns, rowHeight };
    const above = ((virtualizer.scrollOffset ?? 0) / before.rowHeight) * before.columns;
    // Another number of columns has been measured already.
    if (before.columns === columns) virtualizer.measure();
    virtualizer.scrollToOffset((above / columns) * rowHeight);
  }, [virtualizer, columns, rowHeight]);
  return (
    <div ref={scroller} className={`overflow-y-auto ${className}`} style={{ maxHeight }}>
      <ul className="relative" style={{ height: Math.ceil(items.length / columns) * rowHeight }}>
        {virtualizer.getVirtualItems().map(({ index, start, lane }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            // Receives the focus events of the controls in it.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              onFocus={() => setFocused(index)}
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

/** The indexes of the visible items, and one more, in the order of the document. */
function withIndex(range: Range, index: number | undefined): number[] {
  const visible = defaultRangeExtractor(range);
  if (index === undefined || index >= range.count || visible.includes(index)) return visible;
  return index < range.startIndex ? [index, ...visible] : [...visible, index];
}
