/** A list of any length (SHELL-05): up to 1000 items are all rendered, of a longer list only the visible ones. */
import { virtualListThreshold } from '@foyer/contract/limits';
import type { ReactNode } from 'react';
import { lazyOptional } from '../platform/loading/lazyOptional.tsx';
import type { LongListProps } from './VirtualList.tsx';

const VirtualList = lazyOptional(() => import('./VirtualList.tsx')) as <Item>(
  props: LongListProps<Item>,
) => ReactNode;

export function LongList<Item>(props: LongListProps<Item>) {
  const { items, keyOf, rowHeight, columns = 1, children, className = '' } = props;
  if (items.length > virtualListThreshold)
    // Measures all rows again if they have another size.
    return <VirtualList key={`${columns} ${rowHeight}`} {...props} />;
  const grid = {
    display: 'grid',
    alignContent: 'start',
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridAutoRows: rowHeight,
  };
  return (
    <ul className={className} style={columns > 1 ? grid : undefined}>
      {items.map((item, index) => (
        <li key={keyOf(item)}>{children(item, index)}</li>
      ))}
    </ul>
  );
}
