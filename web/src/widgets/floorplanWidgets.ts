/** The floorplan widgets of a venue: its own, or a default one if the venue only has a floorplan. */
import type { Architecture, GlobalWidget } from '@foyer/contract';

const defaultFloorplanWidget: GlobalWidget = {
  id: 'floorplan',
  type: 'FloorplanWidget',
  name: '',
  configurations: [{ id: 'floorplan', name: '', cookieProviders: [] }],
};

/**
 * A FloorplanWidget of the venue follows its begin and end. Without one, a floorplan with positions is always shown
 * (decision record 071).
 */
export function floorplanWidgets({ globalWidgets, floorplan }: Architecture): readonly GlobalWidget[] {
  const own = globalWidgets.filter(({ type }) => type === 'FloorplanWidget');
  if (own.length > 0) return own;
  return floorplan?.areaPositions.some(({ visible }) => visible) ? [defaultFloorplanWidget] : [];
}
