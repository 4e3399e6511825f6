/** How a widget shows its content (AREA-09). */
import type { MediaDisplayMode } from '@foyer/contract';
import type { ActiveWidget } from '../registry/activeWidgets.ts';

/** The mode of a configuration without one: a panel inside the venue (decision record 070). */
const defaultMode: MediaDisplayMode = 'EMBEDDED_DIALOG';

/** @param hasAddress whether the content has its own URL, which NEW_TAB needs */
export function displayModeOf({ configuration }: ActiveWidget, hasAddress: boolean): MediaDisplayMode {
  const mode = configuration.displayMode ?? defaultMode;
  return mode === 'NEW_TAB' && !hasAddress ? defaultMode : mode;
}

/**
 * Whether the content is embedded in the picture. It needs a size; without one the widget is a hotspot that opens a
 * panel.
 */
export function isEmbedded(active: ActiveWidget, viewpointId: string): boolean {
  if (active.configuration.displayMode !== 'EMBEDDED' || !('placements' in active.widget)) return false;
  return active.widget.placements.some((place) => place.viewpointId === viewpointId && place.size);
}
