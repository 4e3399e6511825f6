/** Where a flat picture lies on the screen: it covers the frame at every size, so a place in it maps exactly. */
import { clamp, type Box, type Extent, type Point } from './plane.ts';

/** What one looks at: `x` and `y` are the share of the picture at the frame's middle, `zoom` 1 just covers. */
export interface FlatView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const wholeView: FlatView = { x: 0.5, y: 0.5, zoom: 1 };
export const maxZoom = 4;

export const coverScale = (picture: Extent, frame: Extent): number =>
  Math.max(frame.width / picture.width, frame.height / picture.height);

/** The view nearest to the wanted one that leaves no part of the frame bare. */
export function clampView(view: FlatView, picture: Extent, frame: Extent): FlatView {
  const zoom = clamp(view.zoom, 1, maxZoom);
  const scale = coverScale(picture, frame) * zoom;
  const halfX = frame.width / (2 * picture.width * scale);
  const halfY = frame.height / (2 * picture.height * scale);
  return { zoom, x: clamp(view.x, halfX, 1 - halfX), y: clamp(view.y, halfY, 1 - halfY) };
}

/** The box that the whole picture takes, most of it beyond the frame where it is wider than that. */
export function pictureBox(view: FlatView, picture: Extent, frame: Extent): Box {
  const scale = coverScale(picture, frame) * view.zoom;
  const width = picture.width * scale;
  const height = picture.height * scale;
  return { left: frame.width / 2 - view.x * width, top: frame.height / 2 - view.y * height, width, height };
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

/** Zooms by a factor so that what lies under `point` stays under it, as far as the picture's edges let it. */
export function zoomedAbout(
  view: FlatView,
  factor: number,
  point: Point,
  scene: { picture: Extent; frame: Extent },
): FlatView {
  const { picture, frame } = scene;
  const held = inPicture(point, pictureBox(view, picture, frame));
  const zoom = clamp(view.zoom * factor, 1, maxZoom);
  const scale = coverScale(picture, frame) * zoom;
  return clampView(
    {
      zoom,
      x: held.x - (point.x - frame.width / 2) / (picture.width * scale),
      y: held.y - (point.y - frame.height / 2) / (picture.height * scale),
    },
    picture,
    frame,
  );
}

/** Moves the picture with the finger by so many pixels. */
export function pannedBy(view: FlatView, by: Point, picture: Extent, frame: Extent): FlatView {
  const scale = coverScale(picture, frame) * view.zoom;
  return clampView(
    { ...view, x: view.x - by.x / (picture.width * scale), y: view.y - by.y / (picture.height * scale) },
    picture,
    frame,
  );
}
