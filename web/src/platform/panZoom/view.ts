/** Which part of a picture is seen through a frame: zoom and pan within limits. Pure. */
import { clamp, type Box, type Extent, type Point } from './plane.ts';

/** `x` and `y` are the share of the picture at the frame's middle; at `zoom` 1 the picture has its size at rest. */
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

/** At rest the picture covers the frame. */
export const coverViewport = (picture: Extent, frame: Extent, maxZoom: number): Viewport => ({
  frame,
  rest: scaled(picture, coverScale(picture, frame)),
  maxZoom,
});

/** At rest the whole picture is seen, never larger than it is. */
export function containViewport(
  picture: Extent,
  frame: Extent,
  maxZoomOf: (rest: Extent) => number,
): Viewport {
  const rest = scaled(picture, Math.min(frame.width / picture.width, frame.height / picture.height, 1));
  return { frame, rest, maxZoom: maxZoomOf(rest) };
}

/** @param half half of the frame, as a share of the picture; a picture smaller than the frame stays in its middle */
const clampShare = (share: number, half: number): number =>
  clamp(share, Math.min(half, 0.5), Math.max(1 - half, 0.5));

/** The nearest view within the limits: the frame never shows what lies beyond the picture's edge. */
export function clampView(view: PanZoomView, { frame, rest, maxZoom }: Viewport): PanZoomView {
  const zoom = clamp(view.zoom, 1, maxZoom);
  return {
    zoom,
    x: clampShare(view.x, frame.width / (2 * rest.width * zoom)),
    y: clampShare(view.y, frame.height / (2 * rest.height * zoom)),
  };
}

/** The box that the whole picture takes, from the frame's top left. */
export function pictureBox({ x, y, zoom }: PanZoomView, { frame, rest }: Viewport): Box {
  const { width, height } = scaled(rest, zoom);
  return { left: frame.width / 2 - x * width, top: frame.height / 2 - y * height, width, height };
}

/** @param share 0..1 of the picture, from its top left */
export const onScreen = (share: Point, box: Box): Point => ({
  x: box.left + share.x * box.width,
  y: box.top + share.y * box.height,
});

export const inPicture = (point: Point, box: Box): Point => ({
  x: (point.x - box.left) / box.width,
  y: (point.y - box.top) / box.height,
});

/**
 * Zooms by a factor. What lies under `point` stays under it, as far as the limits allow.
 * @param point from the frame's top left; default: its middle
 */
export function zoomAbout(view: PanZoomView, factor: number, viewport: Viewport, point?: Point): PanZoomView {
  const { frame, rest, maxZoom } = viewport;
  const { x, y } = point ?? { x: frame.width / 2, y: frame.height / 2 };
  const held = inPicture({ x, y }, pictureBox(view, viewport));
  const zoom = clamp(view.zoom * factor, 1, maxZoom);
  const size = scaled(rest, zoom);
  return clampView(
    {
      zoom,
      x: held.x - (x - frame.width / 2) / size.width,
      y: held.y - (y - frame.height / 2) / size.height,
    },
    viewport,
  );
}

/** Moves the picture, as a finger does. */
export function panBy(view: PanZoomView, by: Point, viewport: Viewport): PanZoomView {
  const { width, height } = scaled(viewport.rest, view.zoom);
  return clampView({ ...view, x: view.x - by.x / width, y: view.y - by.y / height }, viewport);
}
