/** Lays rooms out as a plan of touching rectangles, from nothing but where each lies on the floorplan. */

export interface PlacedRoom {
  readonly id: string;
  /** 0..1 from the top left. */
  readonly x: number;
  readonly y: number;
  /** How much room it asks for, 1 for an ordinary one. */
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

/** Pixels: below these a name of two lines no longer fits. */
export const smallestCell = { width: 168, height: 112 } as const;

const weigh = (rooms: readonly PlacedRoom[]): number => rooms.reduce((sum, { weight }) => sum + weight, 0);

interface Cut {
  readonly axis: 'x' | 'y';
  readonly before: readonly PlacedRoom[];
  readonly after: readonly PlacedRoom[];
  readonly share: number;
  readonly gap: number;
}

/** Each way to cut a rectangle's rooms in two along an axis, with the distance in pixels that lies between them. */
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
      share: weigh(before) / weigh(sorted),
      gap: (room[axis] - previous[axis]) * length,
    };
  });
}

function halves({ axis, share }: Cut, { x, y, width, height }: Rectangle): [Rectangle, Rectangle] {
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

/** A cut through the widest gap; at equal gaps the one that leaves both sides most alike. */
function bestCut(rooms: readonly PlacedRoom[], rectangle: Rectangle, plan: Rectangle): Cut | undefined {
  const fits = (cut: Cut): boolean =>
    cut.axis === 'y' || halves(cut, rectangle).every(({ width }) => width >= smallestCell.width);
  const worth = (cut: Cut): number => cut.gap + 1 - Math.abs(cut.share - 0.5);
  return [...cutsAlong('x', rooms, plan), ...cutsAlong('y', rooms, plan)]
    .filter(fits)
    .sort((a, b) => worth(b) - worth(a))[0];
}

function slice(rooms: readonly PlacedRoom[], rectangle: Rectangle, plan: Rectangle): [string, Rectangle][] {
  const cut = bestCut(rooms, rectangle, plan);
  if (!cut) return rooms.map(({ id }) => [id, rectangle]);
  const [first, second] = halves(cut, rectangle);
  return [...slice(cut.before, first, plan), ...slice(cut.after, second, plan)];
}

/**
 * Cuts the plan at the widest gaps between rooms until each has a rectangle of its own: no two overlap, neighbours
 * on the floorplan stay neighbours. The plan grows downwards until every room has the height that its name needs.
 * It ends: a room's share of the height is never smaller than its share of all weights.
 * @param width pixels
 * @param least the plan's height in pixels where that is enough
 */
export function layOutRooms(rooms: readonly PlacedRoom[], width: number, least: number): RoomLayout {
  for (let height = least; ; height *= 1.12) {
    const plan = { x: 0, y: 0, width, height };
    const cells = new Map(slice(rooms, plan, plan));
    const shortest = Math.min(...[...cells.values()].map((cell) => cell.height));
    if (shortest >= smallestCell.height || rooms.length === 0) return { height: Math.round(height), cells };
  }
}

/** Where a door between two rooms is drawn: the middle of the wall they share. Undefined where they share none. */
export function sharedWall(a: Rectangle, b: Rectangle): (Rectangle & { upright: boolean }) | undefined {
  const near = (p: number, q: number): boolean => Math.abs(p - q) < 1;
  const top = Math.max(a.y, b.y);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  const left = Math.max(a.x, b.x);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const mark = (along: number): number => Math.min(56, along * 0.5);
  if ((near(a.x + a.width, b.x) || near(b.x + b.width, a.x)) && bottom - top > 24) {
    const height = mark(bottom - top);
    return { upright: true, x: left, y: (top + bottom - height) / 2, width: 0, height };
  }
  if ((near(a.y + a.height, b.y) || near(b.y + b.height, a.y)) && right - left > 24) {
    const width = mark(right - left);
    return { upright: false, x: (left + right - width) / 2, y: top, width, height: 0 };
  }
  return undefined;
}
