/** Computes a plan of touching rectangles from the positions of areas on the floorplan. */

export interface PlacedRoom {
  readonly id: string;
  /** 0..1 from the top left. */
  readonly x: number;
  readonly y: number;
  /** Relative size, 1 for an ordinary room. */
  readonly weight: number;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface RoomLayout {
  /** Pixels; grows with the number of rooms. */
  readonly height: number;
  readonly cells: ReadonlyMap<string, Rectangle>;
}

/** Pixels: the smallest cell with space for a name of two lines. */
export const minCell = { width: 168, height: 112 } as const;

const totalWeight = (rooms: readonly PlacedRoom[]): number =>
  rooms.reduce((sum, { weight }) => sum + weight, 0);

interface Cut {
  readonly axis: 'x' | 'y';
  readonly before: readonly PlacedRoom[];
  readonly after: readonly PlacedRoom[];
  readonly share: number;
  readonly gap: number;
}

/** All ways to divide rooms in two along an axis, with the distance between both halves in pixels. */
function cutsAlong(axis: 'x' | 'y', rooms: readonly PlacedRoom[], plan: Rectangle): Cut[] {
  const sorted = [...rooms].sort((a, b) => a[axis] - b[axis] || a.id.localeCompare(b.id));
  const length = axis === 'x' ? plan.width : plan.height;
  return sorted.slice(1).map((room, index) => {
    const before = sorted.slice(0, index + 1);
    const previous = sorted[index] ?? room;
    return {
      axis,
      before,
      after: sorted.slice(index + 1),
      share: totalWeight(before) / totalWeight(sorted),
      gap: (room[axis] - previous[axis]) * length,
    };
  });
}

function splitRectangle({ axis, share }: Cut, { x, y, width, height }: Rectangle): [Rectangle, Rectangle] {
  if (axis === 'x') {
    const first = width * share;
    return [
      { x, y, width: first, height },
      { x: x + first, y, width: width - first, height },
    ];
  }
  const first = height * share;
  return [
    { x, y, width, height: first },
    { x, y: y + first, width, height: height - first },
  ];
}

/** The cut through the widest gap; among equal gaps the most even one. */
function bestCut(rooms: readonly PlacedRoom[], rectangle: Rectangle, plan: Rectangle): Cut | undefined {
  const fits = (cut: Cut): boolean =>
    cut.axis === 'y' || splitRectangle(cut, rectangle).every(({ width }) => width >= minCell.width);
  const score = (cut: Cut): number => cut.gap + 1 - Math.abs(cut.share - 0.5);
  return [...cutsAlong('x', rooms, plan), ...cutsAlong('y', rooms, plan)]
    .filter(fits)
    .sort((a, b) => score(b) - score(a))[0];
}

function divide(rooms: readonly PlacedRoom[], rectangle: Rectangle, plan: Rectangle): [string, Rectangle][] {
  const cut = bestCut(rooms, rectangle, plan);
  if (!cut) return rooms.map(({ id }) => [id, rectangle]);
  const [first, second] = splitRectangle(cut, rectangle);
  return [...divide(cut.before, first, plan), ...divide(cut.after, second, plan)];
}

/**
 * Divides the plan at the widest gaps until each room has its own rectangle: none overlap, and neighbours on the
 * floorplan stay neighbours. The height grows until every room has space for its name. This terminates, because a
 * room's share of the height is never smaller than its share of the total weight.
 * @param width pixels
 * @param minHeight pixels
 */
export function layoutRooms(rooms: readonly PlacedRoom[], width: number, minHeight: number): RoomLayout {
  for (let height = minHeight; ; height *= 1.12) {
    const plan = { x: 0, y: 0, width, height };
    const cells = new Map(divide(rooms, plan, plan));
    const shortest = Math.min(...[...cells.values()].map((cell) => cell.height));
    if (shortest >= minCell.height || rooms.length === 0) return { height: Math.round(height), cells };
  }
}

/** The position of a door between two rooms: the middle of their shared wall. Undefined if they share none. */
export function sharedWall(a: Rectangle, b: Rectangle): (Rectangle & { isVertical: boolean }) | undefined {
  const near = (p: number, q: number): boolean => Math.abs(p - q) < 1;
  const top = Math.max(a.y, b.y);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  const left = Math.max(a.x, b.x);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const mark = (along: number): number => Math.min(56, along * 0.5);
  if ((near(a.x + a.width, b.x) || near(b.x + b.width, a.x)) && bottom - top > 24) {
    const height = mark(bottom - top);
    return { isVertical: true, x: left, y: (top + bottom - height) / 2, width: 0, height };
  }
  if ((near(a.y + a.height, b.y) || near(b.y + b.height, a.y)) && right - left > 24) {
    const width = mark(right - left);
    return { isVertical: false, x: (left + right - width) / 2, y: top, width, height: 0 };
  }
  return undefined;
}
