/** A list of any length (SHELL-05): up to 1000 items are all rendered, of a longer list only the visible ones. */
import { virtualListThreshold } from '@foyer/contract/limits';
import type { ReactNode } from 'react';
import { lazyOptional } from '../platform/loading/lazyOptional.tsx';
import type { LongListProps } from './VirtualList.tsx';

const VirtualList = lazyOptional(() => import('./VirtualList.tsx')) as <Item>(
  props: LongListProps<Item>,
) => ReactNode;

export function LongList<Item>(props: LongListProps<Item>) {
  const { items, keyOf, children, className = '' } = props;
  if (items.length > virtualListThreshold) return <VirtualList {...props} />;
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={keyOf(item)}>{children(item)}</li>
      ))}
    </ul>
  );
}
