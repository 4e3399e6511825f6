/** A list of any length (SHELL-05). Of a long list only the visible items are rendered. */
import { virtualListThreshold } from '@foyer/contract/limits';
import type { ReactNode } from 'react';
import { lazyOptional } from '../platform/loading/lazyOptional.tsx';
import type { LongListProps } from './VirtualList.tsx';

const VirtualList = lazyOptional(() => import('./VirtualList.tsx')) as <Item>(
  props: LongListProps<Item>,
) => ReactNode;

interface Props<Item> extends LongListProps<Item> {
  /** How many items are all rendered; default 1000. Fewer for items that take long. */
  readonly renderedMax?: number;
  /** Rows that are all rendered are as high as their content. */
  readonly hasNaturalRows?: boolean;
}

export function LongList<Item>({
  renderedMax = virtualListThreshold,
  hasNaturalRows = false,
  ...props
}: Props<Item>) {
  const { items, keyOf, rowHeight, columns = 1, children, className = '' } = props;
  if (items.length > renderedMax) return <VirtualList {...props} />;
  const grid = {
    display: 'grid',
    alignContent: 'start',
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridAutoRows: hasNaturalRows ? 'auto' : rowHeight,
  };
  return (
    <ul className={className} style={columns > 1 || hasNaturalRows ? grid : undefined}>
      {items.map((item, index) => (
        <li key={keyOf(item)}>{children(item, index)}</li>
      ))}
    </ul>
  );
}
