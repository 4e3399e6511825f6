/** The content of the floorplan: its areas, their positions, and the doors between them. */
import type { Architecture, Area } from '@foyer/contract';
import { defaultArea } from '@foyer/contract/arrival';
import type { PlacedRoom } from './roomLayout.ts';

export interface PositionedArea {
  readonly area: Area;
  /** 0..1 from the top left. */
  readonly x: number;
  readonly y: number;
}

/**
 * The areas on the floorplan in the order of the venue: those with a visible position. Without a floorplan all areas
 * are placed in rows.
 */
export function positionedAreas({ areas, floorplan }: Architecture): PositionedArea[] {
  const positions = new Map(floorplan?.areaPositions.map((position) => [position.areaId, position]));
  if (positions.size === 0) {
    const columns = Math.ceil(Math.sqrt(areas.length));
    return areas.map((area, index) => ({
      area,
      x: ((index % columns) + 0.5) / columns,
      y: (Math.floor(index / columns) + 0.5) / columns,
    }));
  }
  return areas.flatMap((area) => {
    const position = positions.get(area.id);
    return position?.visible ? [{ area, x: position.x, y: position.y }] : [];
  });
}

/**
 * The same areas as rooms of a plan. The default area is larger, whatever the current area is, so that the layout
 * does not change between areas.
 */
export function roomsOf(architecture: Architecture): PlacedRoom[] {
  const defaultAreaId = defaultArea(architecture)?.id;
  return positionedAreas(architecture).map(({ area, x, y }) => ({
    id: area.id,
    x,
    y,
    weight: area.id === defaultAreaId ? 1.5 : 1,
  }));
}

/** Each pair of areas that a door connects in either direction, once. */
export function connectedAreas(areas: readonly Area[]): [string, string][] {
  const pairs = new Map<string, [string, string]>();
  for (const area of areas) {
    for (const { targetAreaId } of area.viewPoints.flatMap(({ doors }) => doors)) {
      if (targetAreaId === area.id) continue;
      const pair: [string, string] =
        area.id < targetAreaId ? [area.id, targetAreaId] : [targetAreaId, area.id];
      pairs.set(pair.join('/'), pair);
    }
  }
  return [...pairs.values()];
}

const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/**
 * Whether a name matches a query: each word of the query is the beginning of a word of the name, ignoring case and
 * accents.
 */
export function matchesSearch(name: string, query: string): boolean {
  const words = normalize(name).split(/[^\p{L}\p{N}]+/u);
  const queryWords = normalize(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return queryWords.every((start) => words.some((word) => word.startsWith(start)));
}
