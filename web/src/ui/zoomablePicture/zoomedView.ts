/** How a picture that can be zoomed is drawn: centered in a frame and moved by a CSS transform. */
import type { Extent } from '../../platform/panZoom/plane.ts';
import { containViewport, type PanZoomView, type Viewport } from '../../platform/panZoom/view.ts';

/** The whole picture in its frame; undefined while the frame has no size. */
export function viewportOf(picture: Extent, frame: Extent | undefined): Viewport | undefined {
  if (!frame || frame.width === 0 || frame.height === 0) return undefined;
  return containViewport(picture, frame, (rest) => maxZoomOf(picture, rest));
}

/** At the maximum zoom one pixel of the picture covers two CSS pixels; at least threefold zoom is possible. */
export const maxZoomOf = (picture: Extent, rest: Extent): number =>
  Math.max(3, (2 * picture.width) / rest.width);

/** Requested widths double, so that a slow zoom does not load a picture at every step. */
export const requestWidth = (restWidth: number, zoom: number): number =>
  Math.ceil(restWidth * 2 ** Math.ceil(Math.log2(zoom)));

/** CSS transform of the picture, which is centered in the frame. */
export const transformOf = ({ x, y, zoom }: PanZoomView, { rest }: Viewport): string =>
  `translate(${(0.5 - x) * rest.width * zoom}px, ${(0.5 - y) * rest.height * zoom}px) scale(${zoom})`;
