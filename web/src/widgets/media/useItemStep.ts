import { useAreaNavigation } from '../../platform/navigation/areaNavigation.ts';
import type { WidgetPart } from '../../platform/navigation/openedWidget.ts';
import type { MediaItem } from './mediaItem.ts';

/** @returns whether there was an item to show */
export type ItemStep = (by: 1 | -1) => boolean;

/**
 * Shows the next or the previous item from the one in the URL, so that none of several quick steps is lost: the page still
 * shows an earlier item between them.
 * @param key the key of the items in the URL
 */
export function useItemStep(key: 'card' | 'medium', items: readonly Pick<MediaItem, 'id'>[]): ItemStep {
  const { currentPart, replacePart } = useAreaNavigation();
  return (by) => {
    const current = currentPart()[key];
    const at = items.findIndex(({ id }) => id === current);
    const target = at < 0 ? undefined : items[at + by];
    if (!target) return false;
    void replacePart({ [key]: target.id } satisfies WidgetPart);
    return true;
  };
}
