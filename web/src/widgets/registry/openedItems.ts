/**
 * Which items the content of a widget had when the user last opened it in this browser, such as the cards of a board. Items
 * that have been added since are new.
 */
import { createStore } from 'zustand';
import { browserStorage, type BrowserStorage } from '../../platform/storage/browserStorage.ts';
import type { Visit } from '../../platform/visit/visit.ts';

const noItems: ReadonlySet<string> = new Set();

/** The items that are new. Without a previous opening, nothing is. */
export function newItems(
  itemIds: readonly string[],
  openedIds: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  return openedIds ? new Set(itemIds.filter((id) => !openedIds.has(id))) : noItems;
}

/** The new items, to mark them among the others; none if all are new, because then no mark sets one apart. */
export function markedItems(
  itemIds: readonly string[],
  openedIds: ReadonlySet<string> | undefined,
): ReadonlySet<string> {
  const found = newItems(itemIds, openedIds);
  return itemIds.every((id) => found.has(id)) ? noItems : found;
}

/** Damaged values count as never opened. */
function parseIds(text: string | null): ReadonlySet<string> | undefined {
  try {
    const ids: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(ids) && ids.every((id) => typeof id === 'string') ? new Set(ids) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A part of the visit. Keys are those of `userKey`.
 * @param storage keeps what it cannot store until the page is closed
 */
export function createOpenedItems({ signal }: Visit, storage: BrowserStorage = browserStorage) {
  /** What has been read, because reading a large board takes long. */
  const cache = new Map<string, ReadonlySet<string> | undefined>();
  const store = createStore(() => ({ changes: 0 }));
  const onChange = (): void => store.setState(({ changes }) => ({ changes: changes + 1 }));

  /** The ids at the last opening; undefined if there was none. The same object until they change. */
  function openedIds(key: string): ReadonlySet<string> | undefined {
    if (!cache.has(key)) cache.set(key, parseIds(storage.get(key)));
    return cache.get(key);
  }

  // Another tab has opened something.
  addEventListener(
    'storage',
    ({ key }) => {
      if (key === null) cache.clear();
      else if (!cache.delete(key)) return;
      onChange();
    },
    { signal },
  );

  /** Stores the items that the user sees now. Those that are gone are forgotten. */
  function markOpened(key: string, itemIds: readonly string[]): void {
    const ids = new Set(itemIds);
    const before = openedIds(key);
    if (before?.size === ids.size && itemIds.every((id) => before.has(id))) return;
    cache.set(key, ids);
    storage.set(key, JSON.stringify([...ids]));
    onChange();
  }

  return {
    /** Changes when a result of `openedIds` does. */
    store,
    openedIds,
    markOpened,
  };
}
