/** Perspective projection of a panorama, the same that the WebGL viewer uses. */
import { clamp, type Extent, type Point } from '../../../platform/panZoom/plane.ts';
import type { Side } from './boxes.ts';

/** Degrees: yaw 0 is the centre of the panorama, positive to the right; pitch is positive upwards. */
export interface Direction {
  readonly yaw: number;
  readonly pitch: number;
}
/** `zoom` 0 is the widest view, 100 the closest. */
export interface PanoramaView extends Direction {
  readonly zoom: number;
}

/** Vertical fields of view in degrees at zoom 100 and 0. */
export const minFov = 30;
export const maxFov = 90;
/** Degrees. Beyond it users lose their orientation. */
const maxPitch = 80;

export const frontView: PanoramaView = { yaw: 0, pitch: 0, zoom: 50 };

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (value: number): number => (value * 180) / Math.PI;

/** Normalizes to -180 (inclusive) to 180 (exclusive) degrees. */
export const normalizeYaw = (yaw: number): number => ((((yaw + 180) % 360) + 360) % 360) - 180;

export const clampPanoramaView = (view: PanoramaView): PanoramaView => ({
  yaw: normalizeYaw(view.yaw),
  pitch: clamp(view.pitch, -maxPitch, maxPitch),
  zoom: clamp(view.zoom, 0, 100),
});

export const verticalFov = (zoom: number): number => maxFov + (zoom / 100) * (minFov - maxFov);

/** Distance of the image plane from the camera, in pixels of the frame. */
export const focalLength = (zoom: number, frame: Extent): number =>
  frame.height / 2 / Math.tan(radians(verticalFov(zoom)) / 2);

/** Degrees. On a portrait screen a narrower field of view shows little more than a wall. */
const minHorizontalFov = 50;

/** Zooms out on a narrow frame until `minHorizontalFov` is visible, at most to the widest view. */
export function widenForFrame(view: PanoramaView, { width, height }: Extent): PanoramaView {
  const needed = degrees(
    2 * Math.atan((Math.tan(radians(minHorizontalFov) / 2) * height) / Math.max(width, 1)),
  );
  const fov = clamp(Math.max(verticalFov(view.zoom), needed), minFov, maxFov);
  return { ...view, zoom: ((maxFov - fov) / (maxFov - minFov)) * 100 };
}

/** A unit vector in the camera's coordinates: x to the right, y up, z forwards. */
function toCameraAxes(view: Direction, { yaw, pitch }: Direction): { x: number; y: number; z: number } {
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

/** The point of a direction on the screen, which may lie outside of the frame; undefined behind the camera. */
export function project(direction: Direction, view: PanoramaView, frame: Extent): Point | undefined {
  const { x, y, z } = toCameraAxes(view, direction);
  if (z < 0.05) return undefined;
  const focal = focalLength(view.zoom, frame);
  return { x: frame.width / 2 + (focal * x) / z, y: frame.height / 2 - (focal * y) / z };
}

/** The side of the frame on which a direction lies, taking the shorter turn, and its angular distance in degrees. */
export function sideAndDistance(
  direction: Direction,
  view: PanoramaView,
  frame: Extent,
): { side: Side; distance: number } {
  const across = normalizeYaw(direction.yaw - view.yaw);
  const upwards = direction.pitch - view.pitch;
  const { z } = toCameraAxes(view, direction);
  const half = degrees(Math.atan2(frame.width / 2, focalLength(view.zoom, frame)));
  const distance = degrees(Math.acos(clamp(z, -1, 1)));
  if (Math.abs(across) > half) return { side: across < 0 ? 'left' : 'right', distance };
  return { side: upwards > 0 ? 'top' : 'bottom', distance };
}

/** Turns the view so that the picture approximately follows the finger. */
export function dragView(view: PanoramaView, by: Point, frame: Extent): PanoramaView {
  const perPixel = degrees(1 / focalLength(view.zoom, frame));
  return clampPanoramaView({ ...view, yaw: view.yaw - by.x * perPixel, pitch: view.pitch + by.y * perPixel });
}

/** Divides the field of view by the factor. */
export function zoomView(view: PanoramaView, factor: number): PanoramaView {
  const fov = clamp(verticalFov(view.zoom) / factor, minFov, maxFov);
  return { ...view, zoom: ((maxFov - fov) / (maxFov - minFov)) * 100 };
}

/** Interpolates between two views, taking the shorter turn. `share` is 0..1. */
export function interpolateViews(from: PanoramaView, to: PanoramaView, share: number): PanoramaView {
  return {
    yaw: normalizeYaw(from.yaw + normalizeYaw(to.yaw - from.yaw) * share),
    pitch: from.pitch + (to.pitch - from.pitch) * share,
    zoom: from.zoom + (to.zoom - from.zoom) * share,
  };
}
