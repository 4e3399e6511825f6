/** How boxes and points of the picture's frame lie to each other. */
import { clamp, type Box, type Point } from '../../../platform/panZoom/plane.ts';

export const sides = ['left', 'right', 'top', 'bottom'] as const;
/** A physical side: never mirrored, since places in a picture are not. */
export type Side = (typeof sides)[number];

export const middleOf = (box: Box): Point => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

export const holds = (box: Box, { x, y }: Point): boolean =>
  x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height;

/** Whether two boxes come nearer to each other than `gap`. */
export const collide = (one: Box, other: Box, gap = 0): boolean =>
  one.left < other.left + other.width + gap &&
  other.left < one.left + one.width + gap &&
  one.top < other.top + other.height + gap &&
  other.top < one.top + one.height + gap;

/** The box moved as little as it takes to lie within `outer`; at its start where it is too large. */
export const movedInto = (box: Box, outer: Box): Box => ({
  ...box,
  left: clamp(box.left, outer.left, outer.left + outer.width - box.width),
  top: clamp(box.top, outer.top, outer.top + outer.height - box.height),
});
