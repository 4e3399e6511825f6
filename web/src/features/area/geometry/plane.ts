/** Points and boxes on the screen, in CSS pixels from the top left of the picture's frame. */
export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Extent {
  readonly width: number;
  readonly height: number;
}
export interface Box extends Extent {
  readonly left: number;
  readonly top: number;
}

export const sides = ['left', 'right', 'top', 'bottom'] as const;
/** A physical side: never mirrored, since places in a picture are not. */
export type Side = (typeof sides)[number];

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

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
