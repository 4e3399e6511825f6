import type { Position } from '@foyer/contract';
import type { Hotspot } from '../hotspot.ts';

/** The position of a label: the top of the opening for a door that has one, else the position of the hotspot. */
export function anchorOf(hotspot: Hotspot): Position {
  if (hotspot.kind !== 'door' || !hotspot.opening) return hotspot.position;
  const { position, size } = hotspot.opening;
  return position.kind === '2D'
    ? { ...position, y: Math.max(0, position.y - size.height / 2) }
    : { ...position, pitch: position.pitch + size.height / 2 };
}
