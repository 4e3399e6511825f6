/** Places the pins of a floorplan's picture and their names so that none covers another and none leaves the picture. */
import type { Rectangle } from './roomLayout.ts';

export interface Pin {
  readonly id: string;
  /** Pixels of the shown picture. */
  readonly x: number;
  readonly y: number;
  readonly label: { readonly width: number; readonly height: number };
}

export interface PlacedPin {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Undefined where the name finds no free place: then it shows under the pointer and the focus. */
  readonly label: Rectangle | undefined;
}

/** The width of what one hits of a pin, which is round, in pixels. */
export const pinSize = 44;
const gap = 4;

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width + gap &&
  b.x < a.x + a.width + gap &&
  a.y < b.y + b.height + gap &&
  b.y < a.y + a.height + gap;

const around = ({ x, y }: { x: number; y: number }, size: number): Rectangle => ({
  x: x - size / 2,
  y: y - size / 2,
  width: size,
  height: size,
});

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Moves pins apart that lie on each other, and those at the rim inwards. */
function spread(pins: readonly Pin[], bounds: { width: number; height: number }): Pin[] {
  const least = pinSize + gap;
  let moved = pins.map((pin) => ({ ...pin }));
  for (let round = 0; round < 40; round += 1) {
    for (const [index, a] of moved.entries()) {
      for (const b of moved.slice(index + 1)) {
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const distance = Math.hypot(dx, dy);
        if (distance >= least) continue;
        // Two on the very same spot part along a direction of their own.
        const [ux, uy] = distance < 0.5 ? [Math.cos(index), Math.sin(index)] : [dx / distance, dy / distance];
        const push = (least - distance) / 2;
        a.x -= ux * push;
        a.y -= uy * push;
        b.x += ux * push;
        b.y += uy * push;
      }
    }
    moved = moved.map((pin) => ({
      ...pin,
      x: clamp(pin.x, pinSize / 2, bounds.width - pinSize / 2),
      y: clamp(pin.y, pinSize / 2, bounds.height - pinSize / 2),
    }));
  }
  return moved;
}

/** The places a name may take, the best first: below its pin, above, beside it, then shifted along. */
function places({ x, y, label: { width, height } }: Pin, mark: number): Rectangle[] {
  const below = y + mark / 2 + gap;
  const above = y - mark / 2 - gap - height;
  const right = x + mark / 2 + gap;
  const left = x - mark / 2 - gap - width;
  const shifts = [-0.5, -0.35, -0.65, -0.2, -0.8, 0, -1];
  return [
    ...shifts.flatMap((shift) => [
      { x: x + shift * width, y: below, width, height },
      { x: x + shift * width, y: above, width, height },
    ]),
    { x: right, y: y - height / 2, width, height },
    { x: left, y: y - height / 2, width, height },
  ];
}

/**
 * @param first the pin whose name is placed before all others (the one of the area one is in)
 * @param mark the width of what one sees of a pin, which no name covers
 */
export function placePins(
  pins: readonly Pin[],
  bounds: { width: number; height: number },
  first?: string,
  mark = pinSize,
): PlacedPin[] {
  const moved = spread(pins, bounds);
  const inside = (at: Rectangle): boolean =>
    at.x >= 0 && at.y >= 0 && at.x + at.width <= bounds.width && at.y + at.height <= bounds.height;
  const marks = moved.map((pin) => around(pin, mark));
  const named = (order: readonly Pin[]): Map<string, Rectangle> => {
    const labels = new Map<string, Rectangle>();
    for (const pin of order) {
      const taken = [...marks, ...labels.values()];
      const free = places(pin, mark).find((at) => inside(at) && !taken.some((other) => overlap(at, other)));
      if (free) labels.set(pin.id, free);
    }
    return labels;
  };
  const isFirst = ({ id }: Pin): number => Number(id === first);
  let labels = named(moved.toSorted((a, b) => isFirst(b) - isFirst(a)));
  // Who found no place chooses earlier the next time, for as long as that helps.
  for (let round = 0; round < moved.length && labels.size < moved.length; round += 1) {
    const known = labels;
    const rank = (pin: Pin): number => 2 * isFirst(pin) + Number(!known.has(pin.id));
    const next = named(moved.toSorted((a, b) => rank(b) - rank(a)));
    if (next.size <= labels.size) break;
    labels = next;
  }
  return moved.map(({ id, x, y }) => ({ id, x, y, label: labels.get(id) }));
}
