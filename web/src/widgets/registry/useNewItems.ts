import { useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useUser } from '../../platform/state/user.ts';
import { userKey } from '../../platform/storage/userStorage.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import type { ActiveWidget } from './activeWidgets.ts';
import { createOpenedItems, markedItems, newItems } from './openedItems.ts';
import { entryOf } from './registry.ts';
import { useCountText } from './useWidgetName.ts';

const none: readonly string[] = [];

/** The items of a widget, and the key of those at the last opening. Without items, if nothing in its type can be new. */
function useItems({ widget: { type }, configuration }: ActiveWidget) {
  const userId = useUser(({ user }) => user?.userId);
  const content = useMemo(() => entryOf(type)?.count?.newItems?.of(configuration), [type, configuration]);
  return {
    key: userKey(userId, `opened.${type}.${content?.id ?? ''}`),
    itemIds: content?.itemIds ?? none,
  };
}

/** How many items of a widget are new, such as "3 new"; undefined if none is, or if its type does not count them. */
export function useNewCount(active: ActiveWidget): string | undefined {
  const { store, openedIds } = useVisit().get(createOpenedItems);
  const { key, itemIds } = useItems(active);
  const opened = useStore(store, () => (itemIds.length > 0 ? openedIds(key) : undefined));
  const count = useMemo(() => newItems(itemIds, opened).size, [itemIds, opened]);
  const countText = useCountText();
  const texts = entryOf(active.widget.type)?.count?.newItems?.texts;
  return texts && count > 0 ? countText(texts, count) : undefined;
}

/**
 * For the opened widget: the ids of the items to mark as new. They stay marked while it is open, together with those that are
 * added meanwhile. From now on they count as opened.
 */
export function useNewItems(active: ActiveWidget): ReadonlySet<string> {
  const { openedIds, markOpened } = useVisit().get(createOpenedItems);
  const { key, itemIds } = useItems(active);
  const [before, setBefore] = useState<{ readonly key: string; readonly ids: ReadonlySet<string> }>();
  // The page may show the widget before it knows its user.
  if (before?.key !== key) setBefore({ key, ids: openedIds(key) ?? new Set(itemIds) });
  useEffect(() => markOpened(key, itemIds), [markOpened, key, itemIds]);
  return useMemo(() => markedItems(itemIds, before?.ids), [itemIds, before]);
}
