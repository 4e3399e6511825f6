/**
 * Where the labels of doors and things stand so that no two overlap. The lesser one gives way: it loses its second
 * line, then its text (shown on hover and focus), then moves up to 24 px, and at last becomes an edge chip.
 */
import type { Box, Extent, Point } from '../../../platform/panZoom/plane.ts';
import { collide, holds, movedInto, type Side } from '../geometry/plane.ts';

/** A label's size, and the point in it that lies on the hotspot's place in the picture. */
export interface Shape extends Extent {
  readonly anchor: Point;
}
export const labelForms = ['full', 'brief', 'bare'] as const;
/** `full` with its second line, `brief` with its name only, `bare` with its icon only. */
export type LabelForm = (typeof labelForms)[number];

export interface HotspotToPlace {
  readonly id: string;
  /** Its place on the screen; undefined where that lies behind the eye. */
  readonly at: Point | undefined;
  /** Where to look for it when it is out of sight. */
  readonly side: Side;
  /** How far out of sight it is, in any unit that all of them share. */
  readonly distance: number;
  readonly shapes: Readonly<Record<LabelForm, Shape>>;
  readonly chip: Extent;
}

export interface LabelPlacement {
  readonly form: LabelForm;
  readonly box: Box;
  readonly at: Point;
}
export type Placement =
  | LabelPlacement
  | { readonly form: 'chip'; readonly box: Box; readonly side: Side }
  /** No room for it now: it is still there for the keyboard, and focusing it turns the view to it. */
  | { readonly form: 'hidden'; readonly side: Side };

export interface Room {
  /** The part of the screen that nothing else covers. */
  readonly free: Box;
  /** What floats over it here and there. */
  readonly covered?: readonly Box[];
  /** At most so many edge chips in all. */
  readonly chips: number;
  /** Forms of the last layout: one that stands may stay with less room than a new one needs, so nothing flickers. */
  readonly before?: ReadonlyMap<string, Placement['form']>;
}

const gapToStay = 4;
const gapToGrow = 12;
const chipGap = 8;
const reachOut = 160;
const chipInset = 8;
const shifts: readonly Point[] = [
  { x: 0, y: 0 },
  { x: 0, y: -12 },
  { x: 0, y: -24 },
  { x: -24, y: 0 },
  { x: 24, y: 0 },
  { x: 0, y: 24 },
];

const boxOf = ({ width, height, anchor }: Shape, at: Point, by: Point): Box => ({
  left: at.x - anchor.x + by.x,
  top: at.y - anchor.y + by.y,
  width,
  height,
});

/** A label whose place lies under a cover comes out at its rim, the nearest first, as long as that is near enough. */
function waysOut(label: Box, cover: Box): Point[] {
  // As far from the rim as a label keeps that grows there, so that none flickers.
  const out: Point[] = [
    { x: 0, y: cover.top + cover.height + gapToGrow - label.top },
    { x: 0, y: cover.top - gapToGrow - label.height - label.top },
    { x: cover.left + cover.width + gapToGrow - label.left, y: 0 },
    { x: cover.left - gapToGrow - label.width - label.left, y: 0 },
  ];
  const far = ({ x, y }: Point): number => Math.abs(x + y);
  return out.filter((by) => far(by) <= reachOut).toSorted((one, other) => far(one) - far(other));
}

const rankOfForm = (form: Placement['form'] | undefined): number => {
  const rank = labelForms.findIndex((known) => known === form);
  return rank === -1 ? labelForms.length : rank;
};

/**
 * @param hotspots the more important ones first
 * @returns a placement for each id; boxes of labels and chips never overlap and lie within the free room
 */
export function layoutHotspots(hotspots: readonly HotspotToPlace[], room: Room): Map<string, Placement> {
  const { free } = room;
  const covered = room.covered ?? [];
  const visible = hotspots.filter(({ at }) => at && holds(free, at));
  const away = hotspots.filter((spot) => !visible.includes(spot));
  // Labels stand where their places are, so they choose first; chips find room along their side.
  const { labels, crowdedOut } = labelled(visible, room);
  const placed = new Map<string, Placement>(labels);
  const taken = [...covered, ...[...labels.values()].map(({ box }) => box)];
  let chipsLeft = room.chips;

  const chipAt = (spot: HotspotToPlace, side: Side): void => {
    const isFree = (box: Box): boolean => isFreeIn(free, taken, box, chipGap);
    const box = chipsLeft > 0 ? freeChipBox(spot.chip, side, free, isFree) : undefined;
    if (!box) {
      placed.set(spot.id, { form: 'hidden', side });
      return;
    }
    chipsLeft -= 1;
    taken.push(box);
    placed.set(spot.id, { form: 'chip', box, side });
  };

  const middle = free.left + free.width / 2;
  const sideOf = ({ at, side }: HotspotToPlace): Side => {
    if (!at) return side;
    // Under a panel one looks for it at the panel's side, wherever it stands in the whole picture.
    if (at.x < free.left) return 'left';
    if (at.x > free.left + free.width) return 'right';
    if (!holds(free, at)) return side;
    return at.x < middle ? 'left' : 'right';
  };
  const byDistance = away.toSorted((one, other) => one.distance - other.distance);
  for (const spot of [...crowdedOut, ...byDistance]) chipAt(spot, sideOf(spot));
  return placed;
}

const isFreeIn = (free: Box, taken: readonly Box[], box: Box, gap: number): boolean =>
  box.width <= free.width && box.height <= free.height && taken.every((other) => !collide(box, other, gap));

interface Labelled {
  readonly labels: ReadonlyMap<string, LabelPlacement>;
  /** In sight, and yet without room for the smallest label. */
  readonly crowdedOut: readonly HotspotToPlace[];
}

/** Nobody in sight shall go without a label because another keeps its second line: then all of them are shorter. */
function labelled(visible: readonly HotspotToPlace[], room: Room): Labelled {
  const tries = labelForms.map((_, from) => labelledIn(labelForms.slice(from), visible, room));
  const [first, ...shorter] = tries as [Labelled, ...Labelled[]];
  return shorter.reduce(
    (best, next) => (next.crowdedOut.length < best.crowdedOut.length ? next : best),
    first,
  );
}

function labelledIn(forms: readonly LabelForm[], visible: readonly HotspotToPlace[], room: Room): Labelled {
  const taken = [...(room.covered ?? [])];
  const labels = new Map<string, LabelPlacement>();
  const crowdedOut: HotspotToPlace[] = [];
  for (const spot of visible) {
    const label = spot.at && labelFor(spot, spot.at, { ...room, forms, taken });
    if (label) {
      taken.push(label.box);
      labels.set(spot.id, label);
    } else crowdedOut.push(spot);
  }
  return { labels, crowdedOut };
}

interface RoomForOne extends Room {
  readonly forms: readonly LabelForm[];
  readonly taken: readonly Box[];
}

function labelFor(spot: HotspotToPlace, at: Point, room: RoomForOne): LabelPlacement | undefined {
  const { free, covered = [], before, forms, taken } = room;
  const rankBefore = before ? rankOfForm(before.get(spot.id)) : labelForms.length;
  for (const form of forms) {
    const gap = before && rankOfForm(form) < rankBefore ? gapToGrow : gapToStay;
    const standing = boxOf(spot.shapes[form], at, { x: 0, y: 0 });
    const cover = covered.find((box) => holds(box, at));
    const moves = cover ? waysOut(standing, cover) : form === 'bare' ? shifts : shifts.slice(0, 1);
    for (const by of moves) {
      const box = movedInto(boxOf(spot.shapes[form], at, by), free);
      if (isFreeIn(free, taken, box, gap)) return { form, box, at };
    }
  }
  return undefined;
}

/** The place for a chip nearest to the middle of its side; further along the side where that is taken. */
function freeChipBox(chip: Extent, side: Side, free: Box, isFree: (box: Box) => boolean): Box | undefined {
  const upright = side === 'left' || side === 'right';
  const length = upright ? free.height : free.width;
  const own = upright ? chip.height : chip.width;
  const start = upright ? free.top : free.left;
  if (chip.width + chipInset > free.width || chip.height + chipInset > free.height) return undefined;
  for (let away = 0; away <= length / 2; away += 4) {
    for (const along of away === 0 ? [0] : [away, -away]) {
      const from = start + length / 2 + along - own / 2;
      if (from < start || from + own > start + length) continue;
      const box = upright
        ? {
            ...chip,
            left: side === 'left' ? free.left + chipInset : free.left + free.width - chip.width - chipInset,
            top: from,
          }
        : {
            ...chip,
            left: from,
            top: side === 'top' ? free.top + chipInset : free.top + free.height - chip.height - chipInset,
          };
      if (isFree(box)) return box;
    }
  }
  return undefined;
}
