/** Helpers for boxes and points in the frame of a scene. */
import { clamp, type Box, type Point } from '../../../platform/panZoom/plane.ts';

export const sides = ['left', 'right', 'top', 'bottom'] as const;
/** A physical side: not mirrored in right-to-left languages, because positions in a picture are not. */
export type Side = (typeof sides)[number];

export const centerOf = (box: Box): Point => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

export const containsPoint = (box: Box, { x, y }: Point): boolean =>
  x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height;

/** Whether two boxes are closer to each other than `gap`. */
export const collide = (a: Box, b: Box, gap = 0): boolean =>
  a.left < b.left + b.width + gap &&
  b.left < a.left + a.width + gap &&
  a.top < b.top + b.height + gap &&
  b.top < a.top + a.height + gap;

/**
 * Moves the box by the least distance so that it lies within `outer`. A box that is too large is aligned to the
 * start.
 */
export const moveInto = (box: Box, outer: Box): Box => ({
  ...box,
  left: clamp(box.left, outer.left, outer.left + outer.width - box.width),
  top: clamp(box.top, outer.top, outer.top + outer.height - box.height),
});
