/** Zoom and pan of a picture, as plain geometry: what the pointer, the fingers and the keys do to the view. */

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** The picture's scale, 1 where all of it is seen, and how far its middle is moved from the frame's, in pixels. */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Stage {
  /** The frame that the picture is looked at through. */
  readonly frame: Box;
  /** The picture at scale 1, as it fits into the frame. */
  readonly fitted: Box;
  /** The largest scale. */
  readonly most: number;
}

export const wholePicture: ZoomView = { scale: 1, x: 0, y: 0 };
export const zoomStep = 1.5;

/** How a picture of this size fits into a frame; it is never shown larger than it is. */
export function fit(picture: Box, frame: Box): Box {
  const ratio = Math.min(frame.width / picture.width, frame.height / picture.height, 1);
  return { width: picture.width * ratio, height: picture.height * ratio };
}

/** The largest scale: a screen pixel shows half a picture's pixel, and everything can at least be tripled. */
export const largestScale = (picture: Box, fitted: Box): number =>
  Math.max(3, (2 * picture.width) / fitted.width);

// Plus nothing: a limit of 0 must not leave a negative zero.
const within = (value: number, limit: number): number => Math.min(Math.max(value, -limit), limit) + 0;

/** Keeps the picture over the frame: never beyond its own edge, and in the middle where it is smaller. */
export function settle({ scale, x, y }: ZoomView, { frame, fitted, most }: Stage): ZoomView {
  const kept = Math.min(Math.max(scale, 1), most);
  return {
    scale: kept,
    x: within(x, Math.max(0, (fitted.width * kept - frame.width) / 2)),
    y: within(y, Math.max(0, (fitted.height * kept - frame.height) / 2)),
  };
}

/**
 * Zooms so that what lies under a point stays under it.
 * @param point pixels from the frame's middle
 */
export function zoomAt(
  view: ZoomView,
  factor: number,
  point: { readonly x: number; readonly y: number },
  stage: Stage,
): ZoomView {
  const scale = Math.min(Math.max(view.scale * factor, 1), stage.most);
  const ratio = scale / view.scale;
  return settle(
    { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    stage,
  );
}

export const moveBy = (view: ZoomView, dx: number, dy: number, stage: Stage): ZoomView =>
  settle({ ...view, x: view.x + dx, y: view.y + dy }, stage);

/** A double click goes close to what it hit, and from close back to the whole. */
export const toggleAt = (
  view: ZoomView,
  point: { readonly x: number; readonly y: number },
  stage: Stage,
): ZoomView => (view.scale > 1.05 ? wholePicture : zoomAt(view, Math.min(2.5, stage.most), point, stage));

type Move = (view: ZoomView, stage: Stage) => ZoomView;

const middle = { x: 0, y: 0 };
const closer: Move = (view, stage) => zoomAt(view, zoomStep, middle, stage);
const further: Move = (view, stage) => zoomAt(view, 1 / zoomStep, middle, stage);
/** An eighth of the frame. Arrows move the eye, so the picture goes the other way. */
const look =
  (across: number, down: number): Move =>
  (view, stage) =>
    moveBy(view, (-across * stage.frame.width) / 8, (-down * stage.frame.height) / 8, stage);

/** What each key does to the view; a key that is not here is none of ours. */
export const keyMoves: ReadonlyMap<string, Move> = new Map([
  ['+', closer],
  ['=', closer],
  ['-', further],
  ['_', further],
  ['0', () => wholePicture],
  ['ArrowLeft', look(-1, 0)],
  ['ArrowRight', look(1, 0)],
  ['ArrowUp', look(0, -1)],
  ['ArrowDown', look(0, 1)],
]);
