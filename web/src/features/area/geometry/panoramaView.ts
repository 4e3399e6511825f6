/** What a camera in the middle of a panorama sees: the straight-line projection that the viewer draws, too. */
import { clamp, type Extent, type Point } from '../../../platform/panZoom/plane.ts';
import type { Side } from './plane.ts';

/** Degrees: yaw 0 is the panorama's middle, positive to the right; pitch positive up. */
export interface Direction {
  readonly yaw: number;
  readonly pitch: number;
}
/** `zoom` 0 is the widest view, 100 the closest. */
export interface PanoramaView extends Direction {
  readonly zoom: number;
}

/** Vertical fields of view in degrees at zoom 100 and 0. */
export const closestFov = 30;
export const widestFov = 90;
/** Beyond this the picture turns over one's head and the sense of direction is lost. */
const steepest = 80;

export const frontView: PanoramaView = { yaw: 0, pitch: 0, zoom: 50 };

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (value: number): number => (value * 180) / Math.PI;

/** Into -180 (inclusive) to 180 (exclusive). */
export const turnOf = (yaw: number): number => ((((yaw + 180) % 360) + 360) % 360) - 180;

export const clampPanorama = (view: PanoramaView): PanoramaView => ({
  yaw: turnOf(view.yaw),
  pitch: clamp(view.pitch, -steepest, steepest),
  zoom: clamp(view.zoom, 0, 100),
});

export const verticalFov = (zoom: number): number => widestFov + (zoom / 100) * (closestFov - widestFov);

/** The distance of the picture plane from the eye, in pixels of the frame. */
export const focalLength = (zoom: number, frame: Extent): number =>
  frame.height / 2 / Math.tan(radians(verticalFov(zoom)) / 2);

/** So many degrees across are a room; fewer, on an upright screen, are a wall. */
const roomAcross = 50;

/** The same view, widened on a narrow frame until a room's width is in sight, as far as the widest view goes. */
export function widenedFor(view: PanoramaView, { width, height }: Extent): PanoramaView {
  const needed = degrees(2 * Math.atan((Math.tan(radians(roomAcross) / 2) * height) / Math.max(width, 1)));
  const fov = clamp(Math.max(verticalFov(view.zoom), needed), closestFov, widestFov);
  return { ...view, zoom: ((widestFov - fov) / (widestFov - closestFov)) * 100 };
}

/** In the camera's own axes: x to the right, y up, z ahead; length 1. */
function seenFrom(view: Direction, { yaw, pitch }: Direction): { x: number; y: number; z: number } {
  const turned = radians(yaw - view.yaw);
  const up = radians(pitch);
  const tilt = radians(view.pitch);
  const ahead = Math.cos(up) * Math.cos(turned);
  const height = Math.sin(up);
  return {
    x: Math.cos(up) * Math.sin(turned),
    y: height * Math.cos(tilt) - ahead * Math.sin(tilt),
    z: height * Math.sin(tilt) + ahead * Math.cos(tilt),
  };
}

/** Where a direction lies on the screen; undefined behind the eye. It may lie outside of the frame. */
export function project(direction: Direction, view: PanoramaView, frame: Extent): Point | undefined {
  const { x, y, z } = seenFrom(view, direction);
  if (z < 0.05) return undefined;
  const focal = focalLength(view.zoom, frame);
  return { x: frame.width / 2 + (focal * x) / z, y: frame.height / 2 - (focal * y) / z };
}

/** The direction in which a point of the screen lies. */
export function directionAt(point: Point, view: PanoramaView, frame: Extent): Direction {
  const focal = focalLength(view.zoom, frame);
  const x = point.x - frame.width / 2;
  const y = frame.height / 2 - point.y;
  const tilt = radians(view.pitch);
  const height = y * Math.cos(tilt) + focal * Math.sin(tilt);
  const ahead = focal * Math.cos(tilt) - y * Math.sin(tilt);
  return {
    yaw: turnOf(view.yaw + degrees(Math.atan2(x, ahead))),
    pitch: degrees(Math.atan2(height, Math.hypot(x, ahead))),
  };
}

/** On which side one finds what is not in sight, the shorter way round, and how many degrees away it is. */
export function wayTo(
  direction: Direction,
  view: PanoramaView,
  frame: Extent,
): { side: Side; distance: number } {
  const across = turnOf(direction.yaw - view.yaw);
  const upwards = direction.pitch - view.pitch;
  const { z } = seenFrom(view, direction);
  const half = degrees(Math.atan2(frame.width / 2, focalLength(view.zoom, frame)));
  const distance = degrees(Math.acos(clamp(z, -1, 1)));
  if (Math.abs(across) > half) return { side: across < 0 ? 'left' : 'right', distance };
  return { side: upwards > 0 ? 'top' : 'bottom', distance };
}

/** Turns the view with the finger: what was under it stays about under it. */
export function draggedBy(view: PanoramaView, by: Point, frame: Extent): PanoramaView {
  const perPixel = degrees(1 / focalLength(view.zoom, frame));
  return clampPanorama({ ...view, yaw: view.yaw - by.x * perPixel, pitch: view.pitch + by.y * perPixel });
}

/** A wider pinch narrows the field of view by the same factor. */
export function pinchedBy(view: PanoramaView, factor: number): PanoramaView {
  const fov = clamp(verticalFov(view.zoom) / factor, closestFov, widestFov);
  return { ...view, zoom: ((widestFov - fov) / (widestFov - closestFov)) * 100 };
}

/** The view a share (0..1) of the way from one to another, the shorter way round. */
export function between(from: PanoramaView, to: PanoramaView, share: number): PanoramaView {
  return {
    yaw: turnOf(from.yaw + turnOf(to.yaw - from.yaw) * share),
    pitch: from.pitch + (to.pitch - from.pitch) * share,
    zoom: from.zoom + (to.zoom - from.zoom) * share,
  };
}
