/** What the floorplan knows of the venue: which areas it shows, where, and which doors join them. */
import type { Architecture, Area } from '@foyer/contract';
import { defaultAreaOf } from '@foyer/contract/arrival';
import type { PlacedRoom } from './roomLayout.ts';

export interface PlannedArea {
  readonly area: Area;
  /** 0..1 from the top left. */
  readonly x: number;
  readonly y: number;
}

/**
 * The areas on the floorplan in the venue's order: those with a visible position; all of them, in rows, where the
 * venue has no floorplan at all (its FloorplanWidget then still is a way through the house).
 */
export function plannedAreas({ areas, floorplan }: Architecture): PlannedArea[] {
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

/** The same areas as rooms of a plan. The area everybody lands in is drawn larger, so the plan stays as it is while one walks. */
export function roomsOf(architecture: Architecture): PlacedRoom[] {
  const entrance = defaultAreaOf(architecture)?.id;
  return plannedAreas(architecture).map(({ area, x, y }) => ({
    id: area.id,
    x,
    y,
    weight: area.id === entrance ? 1.5 : 1,
  }));
}

/** Each pair of areas that a door joins, in either direction, once. */
export function joinedAreas(areas: readonly Area[]): [string, string][] {
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

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether a name fits what somebody typed: each typed word begins a word of it, whatever the case and the accents. */
export function fitsSearch(name: string, typed: string): boolean {
  const words = plain(name).split(/[^\p{L}\p{N}]+/u);
  const wanted = plain(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
}
