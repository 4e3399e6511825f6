/** The square crop of a picture, as a view through a frame with side length 1. */
import type { Extent } from '../../../platform/panZoom/plane.ts';
import { clampView, coverViewport, type PanZoomView, type Viewport } from '../../../platform/panZoom/view.ts';

export const maxZoom = 6;

export const cropViewport = (picture: Extent): Viewport =>
  coverViewport(picture, { width: 1, height: 1 }, maxZoom);

/** Faces are usually in the center, in portrait pictures slightly above it. */
export const initialCrop = (picture: Extent): PanZoomView =>
  clampView({ x: 0.5, y: picture.height > picture.width ? 0.42 : 0.5, zoom: 1 }, cropViewport(picture));

/** In pixels of the picture. */
export function squareIn(picture: Extent, { x, y, zoom }: PanZoomView) {
  const side = Math.min(picture.width, picture.height) / zoom;
  return { left: x * picture.width - side / 2, top: y * picture.height - side / 2, side };
}
