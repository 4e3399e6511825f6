/** The square that is cut out of a picture. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** `x` and `y` are the middle of the square in the picture's own pixels; `zoom` 1 takes as much as there is. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export const zoomMost = 6;

/** Side of the square, in the picture's pixels. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom;

const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

/** The nearest crop that lies within the picture. */
function within(size: Size, crop: Crop): Crop {
  const zoom = between(crop.zoom, 1, zoomMost);
  const half = sideOf(size, { ...crop, zoom }) / 2;
  return {
    zoom,
    x: between(crop.x, half, size.width - half),
    y: between(crop.y, half, size.height - half),
  };
}

/** Faces are in the middle, and in upright pictures a little above it. */
export const firstCrop = (size: Size): Crop =>
  within(size, { x: size.width / 2, y: size.height * (size.height > size.width ? 0.42 : 0.5), zoom: 1 });

/** Moves what is seen by shares of the square's side; the picture follows the pointer. */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop);
  return within(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

const step = 0.05;

/** By what a key moves the picture, as in `moved`: it follows the arrow. */
export const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

export const zoomed = (size: Size, crop: Crop, zoom: number): Crop => within(size, { ...crop, zoom });
