/** Where one looks on arriving: as the venue has it, but never at a bare wall while doors stand out of sight. */
import type { ViewPoint } from '@foyer/contract';
import { flatViewport } from '../geometry/flatViewport.ts';
import { project, frontView, turnOf, widenedFor, type PanoramaView } from '../geometry/panoramaView.ts';
import {
  clampView,
  onScreen,
  pictureBox,
  wholeView,
  type PanZoomView,
} from '../../../platform/panZoom/view.ts';
import type { Extent } from '../../../platform/panZoom/plane.ts';
import { holds } from '../geometry/plane.ts';
import type { Hotspot } from '../hotspots/hotspot.ts';

const fills = ({ width, height }: Extent) => ({ left: 0, top: 0, width, height });

/** The door that beckons, else the hotspot nearest to where one would look. */
function worthSeeing(
  hotspots: readonly Hotspot[],
  distance: (hotspot: Hotspot) => number,
): Hotspot | undefined {
  const beckoning = hotspots.find((hotspot) => hotspot.kind === 'door' && hotspot.beckons);
  return beckoning ?? hotspots.toSorted((one, other) => distance(one) - distance(other))[0];
}

export function panoramaArrival(
  viewpoint: ViewPoint,
  hotspots: readonly Hotspot[],
  frame: Extent,
): PanoramaView {
  const first = widenedFor(viewpoint.initialView ?? frontView, frame);
  const doors = hotspots.filter(({ kind }) => kind === 'door');
  const sights = doors.length > 0 ? doors : hotspots;
  const isSeen = ({ position }: Hotspot): boolean => {
    const at = position.kind === '360' ? project(position, first, frame) : undefined;
    return at !== undefined && holds(fills(frame), at);
  };
  if (sights.length === 0 || sights.some(isSeen)) return first;
  const away = ({ position }: Hotspot): number =>
    position.kind === '360' ? turnOf(position.yaw - first.yaw) : 0;
  const goal = worthSeeing(sights, (hotspot) => Math.abs(away(hotspot)));
  return goal ? { ...first, yaw: turnOf(first.yaw + away(goal)) } : first;
}

export function flatArrival(hotspots: readonly Hotspot[], picture: Extent, frame: Extent): PanZoomView {
  const placeOf = ({ position }: Hotspot) => (position.kind === '2D' ? position : { x: 0.5, y: 0.5 });
  const viewport = flatViewport(picture, frame);
  const box = pictureBox(clampView(wholeView, viewport), viewport);
  const isSeen = (hotspot: Hotspot): boolean => holds(fills(frame), onScreen(placeOf(hotspot), box));
  const goal = worthSeeing(hotspots, (hotspot) => Math.abs(placeOf(hotspot).x - 0.5));
  if (!goal || hotspots.some(isSeen)) return wholeView;
  return { ...wholeView, x: placeOf(goal).x };
}
