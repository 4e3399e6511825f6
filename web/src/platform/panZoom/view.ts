/** The part of a picture that is visible in a frame: zoom and pan within limits. Pure. */
import { clamp, type Box, type Extent, type Point } from './plane.ts';

/** `x` and `y` are the position in the picture, 0 to 1, at the center of the frame; at `zoom` 1 it has its rest size. */
export interface PanZoomView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Viewport {
  readonly frame: Extent;
  /** The picture's size in the frame at zoom 1. */
  readonly rest: Extent;
  readonly maxZoom: number;
}

export const wholeView: PanZoomView = { x: 0.5, y: 0.5, zoom: 1 };

export const coverScale = (picture: Extent, frame: Extent): number =>
  Math.max(frame.width / picture.width, frame.height / picture.height);

const scaled = ({ width, height }: Extent, scale: number): Extent => ({
  width: width * scale,
  height: height * scale,
});

/** At zoom 1 the picture covers the frame. */
export const coverViewport = (picture: Extent, frame: Extent, maxZoom: number): Viewport => ({
  frame,
  rest: scaled(picture, coverScale(picture, frame)),
  maxZoom,
});

/** At zoom 1 the whole picture is visible, at most in its own size. */
export function containViewport(
  picture: Extent,
  frame: Extent,
  maxZoomOf: (rest: Extent) => number,
): Viewport {
  const rest = scaled(picture, Math.min(frame.width / picture.width, frame.height / picture.height, 1));
  return { frame, rest, maxZoom: maxZoomOf(rest) };
}

/** @param half half of the frame, as a share of the picture; a picture smaller than the frame stays centered */
const clampShare = (share: number, half: number): number =>
  clamp(share, Math.min(half, 0.5), Math.max(1 - half, 0.5));

/** The nearest view within the limits: the frame never shows anything beyond the picture's edge. */
export function clampView(view: PanZoomView, { frame, rest, maxZoom }: Viewport): PanZoomView {
  const zoom = clamp(view.zoom, 1, maxZoom);
  return {
    zoom,
    x: clampShare(view.x, frame.width / (2 * rest.width * zoom)),
    y: clampShare(view.y, frame.height / (2 * rest.height * zoom)),
  };
}

/** The box of the whole picture, from the frame's top left. */
export function pictureBox({ x, y, zoom }: PanZoomView, { frame, rest }: Viewport): Box {
  const { width, height } = scaled(rest, zoom);
  return { left: frame.width / 2 - x * width, top: frame.height / 2 - y * height, width, height };
}

/** @param share position in the picture, 0 to 1, from its top left */
export const onScreen = (share: Point, box: Box): Point => ({
  x: box.left + share.x * box.width,
  y: box.top + share.y * box.height,
});

export const inPicture = (point: Point, box: Box): Point => ({
  x: (point.x - box.left) / box.width,
  y: (point.y - box.top) / box.height,
});

/**
 * Zooms by a factor. The part of the picture under `point` stays there as far as the limits allow.
 * @param point from the frame's top left; default: its center
 */
export function zoomAbout(view: PanZoomView, factor: number, viewport: Viewport, point?: Point): PanZoomView {
  const { frame, rest, maxZoom } = viewport;
  const { x, y } = point ?? { x: frame.width / 2, y: frame.height / 2 };
  const anchor = inPicture({ x, y }, pictureBox(view, viewport));
  const zoom = clamp(view.zoom * factor, 1, maxZoom);
  const size = scaled(rest, zoom);
  return clampView(
    {
      zoom,
      x: anchor.x - (x - frame.width / 2) / size.width,
      y: anchor.y - (y - frame.height / 2) / size.height,
    },
    viewport,
  );
}

/** Moves the picture by pixels. */
export function panBy(view: PanZoomView, by: Point, viewport: Viewport): PanZoomView {
  const { width, height } = scaled(viewport.rest, view.zoom);
  return clampView({ ...view, x: view.x - by.x / width, y: view.y - by.y / height }, viewport);
}
