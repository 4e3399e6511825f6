/** Moves the labels to where the layout has them: straight into the elements, since it happens with every frame. */
import type { Camera, Sight } from '../camera/camera.ts';
import { clamp, type Box, type Point } from '../../../platform/panZoom/plane.ts';
import { holds } from '../geometry/plane.ts';
import { anchorOf } from './anchor.ts';
import type { Hotspot } from './hotspot.ts';
import { layoutHotspots, type HotspotToPlace, type Placement, type Room } from './layoutHotspots.ts';
import { stem, type MeasuredLabel } from './measureShapes.ts';

export interface Labels {
  readonly hotspots: readonly Hotspot[];
  readonly elements: ReadonlyMap<string, HTMLElement>;
  readonly measured: ReadonlyMap<string, MeasuredLabel>;
}

export type LabelRoom = Omit<Room, 'before'>;

/**
 * In a flat picture nobody can look further up or down than its edge: what lies there under the header or the dock
 * is labelled at the border of the free picture.
 */
function held({ at }: Sight, camera: Camera, { free }: LabelRoom): Point | undefined {
  if (!at || !camera.isFlat) return at;
  const frame: Box = { left: 0, top: 0, ...camera.frame };
  return holds(frame, at) ? { x: at.x, y: clamp(at.y, free.top, free.top + free.height) } : at;
}

export function layoutFor(
  { hotspots, measured }: Labels,
  camera: Camera,
  room: LabelRoom,
  last: { readonly focused: string | undefined; readonly before: ReadonlyMap<string, Placement['form']> },
): Map<string, Placement> {
  const toPlace = hotspots.flatMap((hotspot): HotspotToPlace[] => {
    const label = measured.get(hotspot.id);
    if (!label) return [];
    const sight = camera.sightOf(anchorOf(hotspot));
    return [{ id: hotspot.id, ...sight, at: held(sight, camera, room), ...label }];
  });
  // Whoever has the focus is never the lesser one.
  const first = toPlace.filter(({ id }) => id === last.focused);
  const others = toPlace.filter(({ id }) => id !== last.focused);
  return layoutHotspots([...first, ...others], {
    ...room,
    ...(last.before.size > 0 && { before: last.before }),
  });
}

/** @param middle of the free picture: where what is hidden waits for the focus */
export function applyPlacement(element: HTMLElement, placement: Placement, middle: Point): void {
  const { form } = placement;
  if (element.dataset['form'] !== form) element.dataset['form'] = form;
  if (form === 'hidden') {
    element.style.transform = `translate3d(${middle.x}px, ${middle.y}px, 0)`;
    return;
  }
  const { left, top, height } = placement.box;
  element.style.transform = `translate3d(${Math.round(left)}px, ${Math.round(top)}px, 0)`;
  if (form === 'chip') {
    element.dataset['side'] = placement.side;
    return;
  }
  const { x, y } = placement.at;
  element.style.setProperty('--stem-x', `${Math.round(x - left)}px`);
  element.style.setProperty('--stem-length', `${Math.max(0, Math.round(y - top - height + stem))}px`);
}
