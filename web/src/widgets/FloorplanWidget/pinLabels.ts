/** Places the pins and names on the picture of a floorplan without overlap and inside of the picture. */
import type { Rectangle } from './roomLayout.ts';

export interface Pin {
  readonly id: string;
  /** CSS pixels from the top left of the picture. */
  readonly x: number;
  readonly y: number;
  readonly label: { readonly width: number; readonly height: number };
}

export interface PlacedPin {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Undefined if there is no free position: then the name is shown on hover and focus. */
  readonly label: Rectangle | undefined;
}

/** Diameter of the clickable area of a pin, in pixels. */
export const pinSize = 44;
const gap = 4;

const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width + gap &&
  b.x < a.x + a.width + gap &&
  a.y < b.y + b.height + gap &&
  b.y < a.y + a.height + gap;

const squareAround = ({ x, y }: { x: number; y: number }, size: number): Rectangle => ({
  x: x - size / 2,
  y: y - size / 2,
  width: size,
  height: size,
});

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), Math.max(least, most));

/** Moves overlapping pins apart, and those at the edge inwards. */
function separatePins(pins: readonly Pin[], bounds: { width: number; height: number }): Pin[] {
  const minDistance = pinSize + gap;
  let moved = pins.map((pin) => ({ ...pin }));
  for (let round = 0; round < 40; round += 1) {
    for (const [index, a] of moved.entries()) {
      for (const b of moved.slice(index + 1)) {
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const distance = Math.hypot(dx, dy);
        if (distance >= minDistance) continue;
        // Pins at the same position are separated in a direction that depends on their index.
        const [ux, uy] = distance < 0.5 ? [Math.cos(index), Math.sin(index)] : [dx / distance, dy / distance];
        const push = (minDistance - distance) / 2;
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

/** The possible positions of a name, the best first: below its pin, above it, beside it, then shifted. */
function labelPositions({ x, y, label: { width, height } }: Pin, mark: number): Rectangle[] {
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
 * @param first id of the pin whose name is placed first: the current area
 * @param mark diameter of the visible pin, which no name covers
 */
export function placePins(
  pins: readonly Pin[],
  bounds: { width: number; height: number },
  first?: string,
  mark = pinSize,
): PlacedPin[] {
  const moved = separatePins(pins, bounds);
  const inside = (at: Rectangle): boolean =>
    at.x >= 0 && at.y >= 0 && at.x + at.width <= bounds.width && at.y + at.height <= bounds.height;
  const marks = moved.map((pin) => squareAround(pin, mark));
  const placeLabels = (order: readonly Pin[]): Map<string, Rectangle> => {
    const labels = new Map<string, Rectangle>();
    for (const pin of order) {
      const taken = [...marks, ...labels.values()];
      const free = labelPositions(pin, mark).find(
        (at) => inside(at) && !taken.some((other) => overlap(at, other)),
      );
      if (free) labels.set(pin.id, free);
    }
    return labels;
  };
  const isFirst = ({ id }: Pin): number => Number(id === first);
  let labels = placeLabels(moved.toSorted((a, b) => isFirst(b) - isFirst(a)));
  // Names without a position are placed earlier in the next round, as long as this increases the number of names.
  for (let round = 0; round < moved.length && labels.size < moved.length; round += 1) {
    const previous = labels;
    const rank = (pin: Pin): number => 2 * isFirst(pin) + Number(!previous.has(pin.id));
    const next = placeLabels(moved.toSorted((a, b) => rank(b) - rank(a)));
    if (next.size <= labels.size) break;
    labels = next;
  }
  return moved.map(({ id, x, y }) => ({ id, x, y, label: labels.get(id) }));
}
