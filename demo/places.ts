/** The positions of doors and objects in the demo's pictures, exported from the 3D scenes (demo/art/places.json). */
import { readFileSync } from 'node:fs';
import type { Position, Size } from '@foyer/contract';

interface PlanPosition {
  x?: number;
  y?: number;
  yaw?: number;
  pitch?: number;
}

export interface Place {
  position: PlanPosition;
  size?: { w: number; h: number };
}

export interface RoomPlaces {
  size: [number, number];
  kind: '2D' | '360';
  initialView?: { yaw: number; pitch: number; zoom: number };
  doors: (Place & { to: string; opening: Place })[];
  spots: (Place & { what: string })[];
}

/** The centers of the areas on the floorplan. */
interface PlanPlaces {
  rooms: (Place & { area: string })[];
}

type PlacesFile = Record<string, RoomPlaces> & { floorplan: PlanPlaces };
const file = JSON.parse(readFileSync(new URL('art/places.json', import.meta.url), 'utf8')) as PlacesFile;

export const places: Record<string, RoomPlaces> = file;
export const planPlaces: PlanPlaces['rooms'] = file.floorplan.rooms;

/** The spot of an area whose description contains the word. */
export function spot(areaId: string, word: string): Place {
  const found = places[areaId]?.spots.find(({ what }) => what.includes(word));
  if (!found) throw new Error(`demo/art/places.json has no spot "${word}" in ${areaId}`);
  return found;
}

/** A place in a flat picture, moved sideways by a share of its width: 0.5 is its right edge. */
export function beside({ position: { x = 0.5, y = 0.5 }, size }: Place, share: number): Place {
  return { position: { x: x + share * (size?.w ?? 0), y } };
}

/** A place in a panorama, moved up by degrees. */
export function higher({ position }: Place, degrees: number): Place {
  return { position: { ...position, pitch: (position.pitch ?? 0) + degrees } };
}

const turned = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

export function positionOf(at: PlanPosition): Position {
  if (at.yaw !== undefined && at.pitch !== undefined)
    return { kind: '360', yaw: turned(at.yaw), pitch: at.pitch };
  return { kind: '2D', x: at.x ?? 0.5, y: at.y ?? 0.5 };
}

export const sizeOf = (size: { w: number; h: number }): Size => ({ width: size.w, height: size.h });
