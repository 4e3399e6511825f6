/** Points and boxes on the screen, in CSS pixels. */
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

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));
