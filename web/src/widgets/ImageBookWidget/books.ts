/** The books of an area. */
import type { Area } from '@foyer/contract';
import { useMemo } from 'react';
import { useActiveWidgets, type ActiveWidget } from '../registry/activeWidgets.ts';

export type ActiveBook = ActiveWidget<'ImageBookWidget'>;

const isBook = (active: ActiveWidget): active is ActiveBook => active.widget.type === 'ImageBookWidget';

/** The active books that have pages. */
export function useBooks(area: Area): readonly ActiveBook[] {
  const widgets = useMemo(() => area.contentWidgets.filter(({ type }) => type === 'ImageBookWidget'), [area]);
  return useActiveWidgets(widgets)
    .filter(isBook)
    .filter(({ configuration }) => configuration.pages.length > 0);
}
