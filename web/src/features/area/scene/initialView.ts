/** The initial view of a viewpoint: that of the venue, turned to a door if none would be visible. */
import type { ViewPoint } from '@foyer/contract';
import { flatViewport } from '../geometry/flatViewport.ts';
import {
  project,
  frontView,
  normalizeYaw,
  widenForFrame,
  type PanoramaView,
} from '../geometry/panoramaView.ts';
import {
  clampView,
  onScreen,
  pictureBox,
  wholeView,
  type PanZoomView,
} from '../../../platform/panZoom/view.ts';
import type { Extent } from '../../../platform/panZoom/plane.ts';
import { containsPoint } from '../geometry/boxes.ts';
import type { Hotspot } from '../hotspots/hotspot.ts';

const frameBox = ({ width, height }: Extent) => ({ left: 0, top: 0, width, height });

/** The highlighted door, else the hotspot nearest to the initial view. */
function chooseTarget(
  hotspots: readonly Hotspot[],
  distance: (hotspot: Hotspot) => number,
): Hotspot | undefined {
  const highlighted = hotspots.find((hotspot) => hotspot.kind === 'door' && hotspot.isHighlighted);
  return highlighted ?? hotspots.toSorted((a, b) => distance(a) - distance(b))[0];
}

export function initialPanoramaView(
  viewpoint: ViewPoint,
  hotspots: readonly Hotspot[],
  frame: Extent,
): PanoramaView {
  const first = widenForFrame(viewpoint.initialView ?? frontView, frame);
  const doors = hotspots.filter(({ kind }) => kind === 'door');
  const candidates = doors.length > 0 ? doors : hotspots;
  const isVisible = ({ position }: Hotspot): boolean => {
    const at = position.kind === '360' ? project(position, first, frame) : undefined;
    return at !== undefined && containsPoint(frameBox(frame), at);
  };
  if (candidates.length === 0 || candidates.some(isVisible)) return first;
  const yawOffset = ({ position }: Hotspot): number =>
    position.kind === '360' ? normalizeYaw(position.yaw - first.yaw) : 0;
  const target = chooseTarget(candidates, (hotspot) => Math.abs(yawOffset(hotspot)));
  return target ? { ...first, yaw: normalizeYaw(first.yaw + yawOffset(target)) } : first;
}

export function initialFlatView(hotspots: readonly Hotspot[], picture: Extent, frame: Extent): PanZoomView {
  const positionOf = ({ position }: Hotspot) => (position.kind === '2D' ? position : { x: 0.5, y: 0.5 });
  const viewport = flatViewport(picture, frame);
  const box = pictureBox(clampView(wholeView, viewport), viewport);
  const isVisible = (hotspot: Hotspot): boolean =>
    containsPoint(frameBox(frame), onScreen(positionOf(hotspot), box));
  const target = chooseTarget(hotspots, (hotspot) => Math.abs(positionOf(hotspot).x - 0.5));
  if (!target || hotspots.some(isVisible)) return wholeView;
  return { ...wholeView, x: positionOf(target).x };
}
