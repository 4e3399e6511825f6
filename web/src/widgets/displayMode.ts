/** How a widget shows its content (AREA-09), decided in one place. */
import type { MediaDisplayMode } from '@foyer/contract';
import type { ActiveWidget } from './activeWidgets.ts';

/** The mode of a configuration that names none: a panel inside the venue (decision record 070). */
const usual: MediaDisplayMode = 'EMBEDDED_DIALOG';

/** @param hasAddress whether the content has an address of its own, without which nothing can open in another tab */
export function displayModeOf({ configuration }: ActiveWidget, hasAddress: boolean): MediaDisplayMode {
  const mode = configuration.displayMode ?? usual;
  return mode === 'NEW_TAB' && !hasAddress ? usual : mode;
}

/** Whether the content stands in the picture itself: it needs a size there, without one it is a thing that opens. */
export function isEmbedded(active: ActiveWidget, viewpointId: string): boolean {
  if (active.configuration.displayMode !== 'EMBEDDED' || !('placements' in active.widget)) return false;
  return active.widget.placements.some((place) => place.viewpointId === viewpointId && place.size);
}
