/** The floorplan of a venue, as widgets: those the designer made, or one of our own where only a plan was drawn. */
import type { Architecture, GlobalWidget } from '@foyer/contract';

const drawn: GlobalWidget = {
  id: 'floorplan',
  type: 'FloorplanWidget',
  name: '',
  configurations: [{ id: 'floorplan', name: '', cookieProviders: [] }],
};

/**
 * A venue with a FloorplanWidget follows its times; one that has none but has positions on a floorplan shows it always
 * (decision record 071).
 */
export function floorplanWidgets({ globalWidgets, floorplan }: Architecture): readonly GlobalWidget[] {
  const made = globalWidgets.filter(({ type }) => type === 'FloorplanWidget');
  if (made.length > 0) return made;
  return floorplan?.areaPositions.some(({ visible }) => visible) ? [drawn] : [];
}
