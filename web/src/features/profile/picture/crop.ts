/** The square that is cut out of a picture: seen through a square frame whose side is 1. */
import type { Extent } from '../../../platform/panZoom/plane.ts';
import { clampView, coverViewport, type PanZoomView, type Viewport } from '../../../platform/panZoom/view.ts';

export const zoomMost = 6;

export const cropViewport = (picture: Extent): Viewport =>
  coverViewport(picture, { width: 1, height: 1 }, zoomMost);

/** Faces are in the middle, and in upright pictures a little above it. */
export const firstCrop = (picture: Extent): PanZoomView =>
  clampView({ x: 0.5, y: picture.height > picture.width ? 0.42 : 0.5, zoom: 1 }, cropViewport(picture));

/** In the picture's own pixels. */
export function squareOf(picture: Extent, { x, y, zoom }: PanZoomView) {
  const side = Math.min(picture.width, picture.height) / zoom;
  return { left: x * picture.width - side / 2, top: y * picture.height - side / 2, side };
}
