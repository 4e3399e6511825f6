/**
 * Places the labels of hotspots without overlap. A less important label first loses its second line, then its text
 * (shown on hover and focus), then moves up to 24 px, and finally becomes an edge chip.
 */
import type { Box, Extent, Point } from '../../../../platform/panZoom/plane.ts';
import { collide, containsPoint, moveInto, type Side } from '../../geometry/boxes.ts';

/** The size of a label, and the point in it that is placed on the hotspot's position. */
export interface Shape extends Extent {
  readonly anchor: Point;
}
export const labelForms = ['full', 'brief', 'bare'] as const;
/** `full` with its second line, `brief` with its name only, `bare` with its icon only. */
export type LabelForm = (typeof labelForms)[number];

/**
 * In the order in which labels get their space: without doors an area has no visible way out, and a meeting would be missed.
 */
const kinds = ['door', 'meeting', 'item'] as const;

export interface LabelToPlace {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
  /** Its point on the screen; undefined behind the camera. */
  readonly at: Point | undefined;
  /** The side of the frame on which it is when it is not visible. */
  readonly side: Side;
  /** Distance from the view, in a unit that all hotspots share. */
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
  /** No space: the link stays focusable, and focusing it turns the camera to it. */
  | { readonly form: 'hidden'; readonly side: Side };

export interface LayoutSpace {
  /** The part of the screen that nothing covers permanently. */
  readonly free: Box;
  /** Boxes within `free` that notices cover. */
  readonly covered?: readonly Box[];
  /**
   * Boxes of widgets in the picture, such as a film. A label that moves out from under a notice does not cover them; a chip
   * only if its side has no other place.
   */
  readonly embedded?: readonly Box[];
  /** Number of edge chips of doors and items, and again as many of meetings. */
  readonly maxChips: number;
  /**
   * Forms of the previous layout. A label keeps its form with less space than a new one needs, so that labels do not
   * flicker.
   */
  readonly previousForms?: ReadonlyMap<string, Placement['form']>;
  /** The id of the focused hotspot, which gets its space first. */
  readonly focused?: string | undefined;
}

const gapToStay = 4;
const gapToGrow = 12;
const chipGap = 8;
const maxMoveOut = 160;
/** Between the free space's edges and chips, and between its sides and labels. */
const edgeInset = 8;
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

/** Moves that bring a label out from under a cover, the shortest first, up to `maxMoveOut` pixels. */
function movesOutOf(label: Box, cover: Box): Point[] {
  // Uses the gap of growing labels, so that labels do not flicker.
  const moves: Point[] = [
    { x: 0, y: cover.top + cover.height + gapToGrow - label.top },
    { x: 0, y: cover.top - gapToGrow - label.height - label.top },
    { x: cover.left + cover.width + gapToGrow - label.left, y: 0 },
    { x: cover.left - gapToGrow - label.width - label.left, y: 0 },
  ];
  const distanceOf = ({ x, y }: Point): number => Math.abs(x + y);
  return moves.filter((by) => distanceOf(by) <= maxMoveOut).toSorted((a, b) => distanceOf(a) - distanceOf(b));
}

const formRank = (form: Placement['form'] | undefined): number => {
  const rank = labelForms.findIndex((other) => other === form);
  return rank === -1 ? labelForms.length : rank;
};

/**
 * @param hotspots of each kind, the more important ones first
 * @returns a placement for each id; labels and chips never overlap and lie within `space.free`
 */
export function layoutLabels(hotspots: readonly LabelToPlace[], space: LayoutSpace): Map<string, Placement> {
  const { free, covered = [], embedded = [] } = space;
  const rankOf = ({ id, kind }: LabelToPlace): number => (id === space.focused ? -1 : kinds.indexOf(kind));
  const byPriority = hotspots.toSorted((a, b) => rankOf(a) - rankOf(b));
  const visible = byPriority.filter(({ at }) => at && containsPoint(free, at));
  const outOfView = byPriority.filter((hotspot) => !visible.includes(hotspot));
  // Labels have fixed positions, so they are placed first; chips can move along their side.
  const { labels, crowdedOut } = placeLabels(visible, space);
  const placed = new Map<string, Placement>(labels);
  const occupied = [...covered, ...[...labels.values()].map(({ box }) => box)];
  const chipsLeft = { meetings: space.maxChips, others: space.maxChips };

  const chipAt = (spot: LabelToPlace, side: Side): void => {
    const limit = spot.kind === 'meeting' ? 'meetings' : 'others';
    const boxBeside = (boxes: readonly Box[]): Box | undefined =>
      findChipBox(spot.chip, side, free, (box) => isFreeIn(free, boxes, box, chipGap));
    const box =
      chipsLeft[limit] > 0 ? (boxBeside([...occupied, ...embedded]) ?? boxBeside(occupied)) : undefined;
    if (!box) {
      placed.set(spot.id, { form: 'hidden', side });
      return;
    }
    chipsLeft[limit] -= 1;
    occupied.push(box);
    placed.set(spot.id, { form: 'chip', box, side });
  };

  const middle = free.left + free.width / 2;
  const sideOf = ({ at, side }: LabelToPlace): Side => {
    if (!at) return side;
    // A hotspot under a panel gets its chip at the panel's side, wherever it is in the picture.
    if (at.x < free.left) return 'left';
    if (at.x > free.left + free.width) return 'right';
    if (!containsPoint(free, at)) return side;
    return at.x < middle ? 'left' : 'right';
  };
  const byDistance = outOfView.toSorted((a, b) => a.distance - b.distance);
  const byKind = [...crowdedOut, ...byDistance].toSorted(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
  );
  for (const spot of byKind) chipAt(spot, sideOf(spot));
  for (const side of ['left', 'right'] as const) {
    const chips = hotspots.flatMap(({ id }) => {
      const placement = placed.get(id);
      return placement?.form === 'chip' && placement.side === side ? [{ id, box: placement.box }] : [];
    });
    const others = [
      ...occupied,
      ...embedded.filter((widget) => chips.every(({ box }) => !collide(box, widget))),
    ].filter((box) => chips.every((chip) => chip.box !== box));
    for (const { id, box } of orderChips(chips, free, others)) placed.set(id, { form: 'chip', box, side });
  }
  return placed;
}

interface Chip {
  readonly id: string;
  readonly box: Box;
}

/**
 * Exchanges the positions of the chips of a side, so that they have this order from top to bottom. By their distances they
 * would change places while the area loads and while the camera turns. Nothing is exchanged if a chip would then be too
 * wide or too high for its position.
 */
function orderChips(chips: readonly Chip[], free: Box, occupied: readonly Box[]): readonly Chip[] {
  const tops = chips.map(({ box }) => box.top).toSorted((a, b) => a - b);
  const ordered = chips.map(({ id, box }, index) => ({ id, box: { ...box, top: tops[index] ?? box.top } }));
  const fits = ({ box }: Chip, index: number): boolean =>
    box.top + box.height <= free.top + free.height &&
    isFreeIn(free, [...occupied, ...ordered.slice(0, index).map((chip) => chip.box)], box, chipGap);
  return ordered.every(fits) ? ordered : chips;
}

const isFreeIn = (free: Box, occupied: readonly Box[], box: Box, gap: number): boolean =>
  box.width <= free.width &&
  box.height <= free.height &&
  occupied.every((other) => !collide(box, other, gap));

interface LabelResult {
  readonly labels: ReadonlyMap<string, LabelPlacement>;
  /** Visible, but without space for the shortest label. */
  readonly crowdedOut: readonly LabelToPlace[];
}

/** If a visible hotspot would get no label, all labels are shortened until as few as possible are left out. */
function placeLabels(visible: readonly LabelToPlace[], space: LayoutSpace): LabelResult {
  const tries = labelForms.map((_, from) => placeInForms(labelForms.slice(from), visible, space));
  const [first, ...shorter] = tries as [LabelResult, ...LabelResult[]];
  return shorter.reduce(
    (best, next) => (next.crowdedOut.length < best.crowdedOut.length ? next : best),
    first,
  );
}

function placeInForms(
  forms: readonly LabelForm[],
  visible: readonly LabelToPlace[],
  space: LayoutSpace,
): LabelResult {
  const occupied = [...(space.covered ?? [])];
  const labels = new Map<string, LabelPlacement>();
  const crowdedOut: LabelToPlace[] = [];
  for (const spot of visible) {
    const label = spot.at && placeLabel(spot, spot.at, { ...space, forms, occupied });
    if (label) {
      occupied.push(label.box);
      labels.set(spot.id, label);
    } else crowdedOut.push(spot);
  }
  return { labels, crowdedOut };
}

const withoutSides = (box: Box): Box => ({
  ...box,
  left: box.left + edgeInset,
  width: box.width - 2 * edgeInset,
});

interface RemainingSpace extends LayoutSpace {
  readonly forms: readonly LabelForm[];
  readonly occupied: readonly Box[];
}

function placeLabel(spot: LabelToPlace, at: Point, space: RemainingSpace): LabelPlacement | undefined {
  const { free, covered = [], embedded = [], previousForms, forms, occupied } = space;
  const previousRank = previousForms ? formRank(previousForms.get(spot.id)) : labelForms.length;
  for (const form of forms) {
    const gap = previousForms && formRank(form) < previousRank ? gapToGrow : gapToStay;
    const unmoved = boxOf(spot.shapes[form], at, { x: 0, y: 0 });
    const cover = covered.find((box) => collide(unmoved, box, gapToStay));
    // What covers the picture for a while takes no name off a label: one that cannot move out becomes an edge chip.
    if (cover && form === 'bare') continue;
    const moves = cover ? movesOutOf(unmoved, cover) : form === 'bare' ? shifts : shifts.slice(0, 1);
    // Where a designer puts a label, it may be on a widget.
    const others = cover ? [...occupied, ...embedded] : occupied;
    for (const by of moves) {
      // A label touches a side of the screen only where it would otherwise be shortened.
      for (const area of [withoutSides(free), free]) {
        const box = moveInto(boxOf(spot.shapes[form], at, by), area);
        if (isFreeIn(area, others, box, gap)) return { form, box, at };
      }
    }
  }
  return undefined;
}

/** The free position for a chip nearest to the middle of its side. */
function findChipBox(chip: Extent, side: Side, free: Box, isFree: (box: Box) => boolean): Box | undefined {
  const isVertical = side === 'left' || side === 'right';
  const length = isVertical ? free.height : free.width;
  const chipLength = isVertical ? chip.height : chip.width;
  const start = isVertical ? free.top : free.left;
  if (chip.width + edgeInset > free.width || chip.height + edgeInset > free.height) return undefined;
  for (let away = 0; away <= length / 2; away += 4) {
    for (const along of away === 0 ? [0] : [away, -away]) {
      const from = start + length / 2 + along - chipLength / 2;
      if (from < start || from + chipLength > start + length) continue;
      const box = isVertical
        ? {
            ...chip,
            left: side === 'left' ? free.left + edgeInset : free.left + free.width - chip.width - edgeInset,
            top: from,
          }
        : {
            ...chip,
            left: from,
            top: side === 'top' ? free.top + edgeInset : free.top + free.height - chip.height - edgeInset,
          };
      if (isFree(box)) return box;
    }
  }
  return undefined;
}
