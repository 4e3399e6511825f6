import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Box } from '../../../../platform/panZoom/plane.ts';
import { collide, sides } from '../../geometry/boxes.ts';
import { layoutLabels, type LabelToPlace, type Placement, type LayoutSpace } from './layoutLabels.ts';

const free: Box = { left: 0, top: 102, width: 1440, height: 660 };
const space: LayoutSpace = { free, maxChips: 40 };

const door = (id: string, x: number, y: number, rest: Partial<LabelToPlace> = {}): LabelToPlace => ({
  id,
  kind: 'door',
  at: { x, y },
  side: 'left',
  distance: 0,
  shapes: {
    full: { width: 220, height: 74, anchor: { x: 110, y: 74 } },
    brief: { width: 140, height: 74, anchor: { x: 70, y: 74 } },
    bare: { width: 56, height: 74, anchor: { x: 28, y: 74 } },
  },
  chip: { width: 110, height: 44 },
  ...rest,
});

const boxesOf = (placements: Iterable<Placement>): Box[] =>
  [...placements].flatMap((placement) => (placement.form === 'hidden' ? [] : [placement.box]));

test('a door with enough space keeps both lines, centered above its position', () => {
  const placed = layoutLabels([door('one', 700, 400)], space).get('one');
  expect(placed).toMatchObject({ form: 'full', box: { left: 590, top: 326, width: 220 } });
});

test('of two doors side by side the less important one loses its second line', () => {
  const placed = layoutLabels([door('first', 500, 400), door('lesser', 690, 400)], space);
  expect(placed.get('first')?.form).toBe('full');
  expect(placed.get('lesser')?.form).toBe('brief');
});

test('even closer, it loses its text, and then moves up to 24 px', () => {
  const placed = layoutLabels([door('first', 500, 400), door('lesser', 650, 400)], space);
  expect(placed.get('lesser')?.form).toBe('bare');
  const touching = layoutLabels([door('first', 500, 400), door('lesser', 620, 400)], space).get('lesser');
  expect(touching).toMatchObject({ form: 'bare', box: { left: 616 } });
});

test('without any space the less important label becomes an edge chip at its side', () => {
  const placed = layoutLabels([door('first', 500, 400), door('lesser', 500, 400)], space).get('lesser');
  expect(placed).toMatchObject({ form: 'chip', side: 'left', box: { left: 8 } });
});

const phone: LayoutSpace = {
  free: { left: 0, top: 60, width: 390, height: 680 },
  maxChips: 2,
};

test('before a visible hotspot becomes a chip, the others lose their second lines as well', () => {
  const placed = layoutLabels([door('edge', 22, 327), door('middle', 195, 320)], phone);
  expect(placed.get('edge')?.form).toBe('brief');
  expect(placed.get('middle')?.form).toMatch(/brief|bare/);
});

test('hotspots out of view become chips at their side, the nearest first, up to the limit', () => {
  const away = [90, 20, 50].map((distance) =>
    door(`away-${distance}`, 0, 0, { at: undefined, side: 'right', distance }),
  );
  const placed = layoutLabels(away, { ...space, maxChips: 2 });
  expect([...placed].map(([id, { form }]) => [id, form])).toEqual([
    ['away-20', 'chip'],
    ['away-50', 'chip'],
    ['away-90', 'hidden'],
  ]);
});

/** The ids of the chips, from top to bottom. */
const chipsDown = (placed: ReadonlyMap<string, Placement>): string[] =>
  [...placed]
    .flatMap(([id, placement]) => (placement.form === 'chip' ? [{ id, top: placement.box.top }] : []))
    .toSorted((a, b) => a.top - b.top)
    .map(({ id }) => id);

test.each([[[20, 50, 90]], [[90, 20, 50]], [[50, 90, 20]]])(
  'chips of a side stay in the order of the hotspots, whatever their distances (%j)',
  (distances) => {
    const away = distances.map((distance, index) =>
      door(`away-${index}`, 0, 0, {
        at: undefined,
        side: 'right',
        distance,
        chip: { width: 80 + 30 * index, height: 44 },
      }),
    );
    expect(chipsDown(layoutLabels(away, space))).toEqual(['away-0', 'away-1', 'away-2']);
    expect(chipsDown(layoutLabels(away, { ...space, focused: 'away-2' }))).toEqual([
      'away-0',
      'away-1',
      'away-2',
    ]);
  },
);

test('a label that becomes a chip leaves the other chips in their order', () => {
  const away = ['one', 'two'].map((id, index) => door(id, 0, 0, { at: undefined, distance: 60 + index }));
  const visible = [door('first', 500, 400), door('lesser', 500, 400)];
  const placed = layoutLabels([...visible, ...away], space);
  expect(placed.get('lesser')?.form).toBe('chip');
  expect(chipsDown(placed)).toEqual(['lesser', 'one', 'two']);
});

test('a door gets an edge chip before a nearer item', () => {
  const item = door('item', 0, 0, { at: undefined, kind: 'item', distance: 10 });
  const crowdedOut = door('crowded', 500, 400, { kind: 'item' });
  const way = door('way', 0, 0, { at: undefined, distance: 90 });
  const placed = layoutLabels([door('first', 500, 400), crowdedOut, item, way], { ...space, maxChips: 1 });
  expect(['way', 'crowded', 'item'].map((id) => placed.get(id)?.form)).toEqual(['chip', 'hidden', 'hidden']);
});

test('a meeting gets its label before an item that precedes it', () => {
  const board = door('board', 500, 400, { kind: 'item' });
  const meeting = door('meeting', 650, 400, { kind: 'meeting' });
  const placed = layoutLabels([board, meeting], space);
  expect(placed.get('meeting')?.form).toBe('full');
  expect(placed.get('board')?.form).toBe('bare');
});

test('on a phone, meetings out of view get edge chips as well, without reducing the chips of doors', () => {
  const away = (id: string, distance: number, kind: LabelToPlace['kind']): LabelToPlace =>
    door(id, 0, 0, { at: undefined, distance, kind });
  const doors = ['first', 'second', 'third'].map((id, index) => away(id, 50 + index, 'door'));
  const meetings = ['sync', 'call', 'stream'].map((id, index) => away(id, index, 'meeting'));
  const placed = layoutLabels([...doors, ...meetings, away('board', 0, 'item')], phone);
  const chips = [...placed].flatMap(([id, { form }]) => (form === 'chip' ? [id] : []));
  expect(chips.toSorted()).toEqual(['call', 'first', 'second', 'sync']);
});

test('a chip that is wider than the space of another one does not cover a label', () => {
  const label = door('label', 210, 440);
  const narrow = door('narrow', 0, 0, { at: undefined, distance: 90, chip: { width: 60, height: 44 } });
  const wide = door('wide', 0, 0, { at: undefined, distance: 20, chip: { width: 160, height: 44 } });
  for (const order of [
    [label, narrow, wide],
    [label, wide, narrow],
  ]) {
    const boxes = boxesOf(layoutLabels(order, space).values());
    expect(boxes).toHaveLength(3);
    for (const [index, box] of boxes.entries())
      expect(boxes.slice(index + 1).filter((other) => collide(box, other))).toEqual([]);
  }
});

test('chips stay beside a widget in the picture, and cover it only if their side has no other place', () => {
  const film: Box = { left: 0, top: 300, width: 1440, height: 300 };
  const away = ['one', 'two'].map((id) => door(id, 0, 0, { at: undefined }));
  const beside = boxesOf(layoutLabels(away, { ...space, embedded: [film] }).values());
  expect(beside).toHaveLength(2);
  expect(beside.filter((box) => collide(box, film))).toEqual([]);
  const covering = layoutLabels(away, { ...space, embedded: [free] });
  expect([...covering.values()].map(({ form }) => form)).toEqual(['chip', 'chip']);
});

test('a hotspot under a panel is a chip at the edge of the free space', () => {
  const panel: LayoutSpace = { ...space, free: { ...free, width: 1040 } };
  const placed = layoutLabels([door('covered', 1200, 400, { side: 'right' })], panel).get('covered');
  expect(placed).toMatchObject({ form: 'chip', side: 'right', box: { left: 1040 - 110 - 8 } });
});

test('a hotspot under a notice is a chip, and no label is under the notice', () => {
  const notice: Box = { left: 1016, top: 110, width: 400, height: 290 };
  const placed = layoutLabels([door('covered', 1200, 300, { side: 'top' }), door('beside', 980, 300)], {
    ...space,
    covered: [notice],
  });
  expect(placed.get('covered')).toMatchObject({ form: 'chip', side: 'right' });
  expect(boxesOf(placed.values()).filter((box) => collide(box, notice))).toEqual([]);
});

test('a label just under the edge of a notice moves out below it', () => {
  const notice: Box = { left: 1016, top: 110, width: 400, height: 290 };
  const placed = layoutLabels([door('rim', 1200, 360)], { ...space, covered: [notice] }).get('rim');
  expect(placed).toMatchObject({ form: 'full', box: { left: 1090, top: 412 } });
});

test('a label does not move out from under a notice onto a widget in the picture', () => {
  const notice: Box = { left: 0, top: 400, width: 1440, height: 362 };
  const film: Box = { left: 0, top: 200, width: 1440, height: 190 };
  const placed = layoutLabels([door('rim', 700, 440)], { ...space, covered: [notice], embedded: [film] });
  expect(placed.get('rim')?.form).toBe('chip');
  expect(boxesOf(placed.values()).filter((box) => collide(box, film))).toEqual([]);
});

test('a label that would leave the free space moves into it, and keeps a distance from its sides', () => {
  const placed = layoutLabels([door('left', 20, 120), door('right', 1430, 400)], space);
  expect(placed.get('left')).toMatchObject({ form: 'full', box: { left: 8, top: 102 } });
  expect(placed.get('right')).toMatchObject({ form: 'full', box: { left: 1440 - 220 - 8 } });
});

test('a label that would be shortened by the distance from a side touches the side', () => {
  const placed = layoutLabels([door('middle', 336, 400), door('edge', 20, 400)], space);
  expect(placed.get('middle')).toMatchObject({ form: 'full', box: { left: 226 } });
  expect(placed.get('edge')).toMatchObject({ form: 'full', box: { left: 0 } });
});

test('a label keeps its form where a new label would get a shorter one', () => {
  const pair = [door('first', 500, 400), door('lesser', 686, 400)];
  const before = new Map<string, Placement['form']>([
    ['first', 'full'],
    ['lesser', 'bare'],
  ]);
  expect(layoutLabels(pair, { ...space, previousForms: before }).get('lesser')?.form).toBe('bare');
  expect(
    layoutLabels(pair, { ...space, previousForms: new Map([...before, ['lesser', 'brief']]) }).get('lesser')
      ?.form,
  ).toBe('brief');
});

const extent = (least: number, most: number) => fc.integer({ min: least, max: most });
const anyHotspot: fc.Arbitrary<Omit<LabelToPlace, 'id'>> = fc
  .record({
    x: extent(-400, 2300),
    y: extent(-200, 1300),
    behind: fc.boolean(),
    kind: fc.constantFrom('door', 'meeting', 'item'),
    side: fc.constantFrom(...sides),
    distance: extent(0, 180),
    width: extent(60, 320),
    height: extent(44, 90),
    chip: extent(60, 220),
  })
  .map(({ x, y, behind, kind, side, distance, width, height, chip }) => {
    const shape = (share: number) => ({
      width: width * share,
      height,
      anchor: { x: (width * share) / 2, y: height },
    });
    return {
      kind,
      at: behind ? undefined : { x, y },
      side,
      distance,
      shapes: { full: shape(1), brief: shape(0.7), bare: shape(0.3) },
      chip: { width: chip, height: 44 },
    };
  });
const anySpace: fc.Arbitrary<LayoutSpace> = fc.record({
  free: fc.record({
    left: extent(0, 400),
    top: extent(0, 200),
    width: extent(200, 1900),
    height: extent(200, 1000),
  }),
  maxChips: extent(0, 40),
});

test('AREA-02b no two labels or chips ever overlap, none leaves the free space, and every hotspot has a placement', () => {
  fc.assert(
    fc.property(fc.array(anyHotspot, { maxLength: 40 }), anySpace, (some, anywhere) => {
      const hotspots = some.map((hotspot, index) => ({ ...hotspot, id: `spot-${index}` }));
      const placed = layoutLabels(hotspots, anywhere);
      expect([...placed.keys()].toSorted()).toEqual(hotspots.map(({ id }) => id).toSorted());
      const boxes = boxesOf(placed.values());
      for (const [index, box] of boxes.entries()) {
        expect(boxes.slice(index + 1).filter((other) => collide(box, other))).toEqual([]);
        expect(box.left).toBeGreaterThanOrEqual(anywhere.free.left);
        expect(box.top).toBeGreaterThanOrEqual(anywhere.free.top);
        expect(box.left + box.width).toBeLessThanOrEqual(anywhere.free.left + anywhere.free.width + 0.001);
        expect(box.top + box.height).toBeLessThanOrEqual(anywhere.free.top + anywhere.free.height + 0.001);
      }
    }),
    { seed: 26, numRuns: 300 },
  );
});

test('a hotspot behind a panel has its chip at the side of the panel, even at the top of the picture', () => {
  const panel = { ...space, free: { left: 0, top: 80, width: 900, height: 700 } };
  const placed = layoutLabels([door('behind', 1100, 40, { side: 'top' })], panel).get('behind');
  expect(placed).toMatchObject({ form: 'chip', side: 'right' });
});

test('a visible hotspot is hidden only if no chip is left or its side is full', () => {
  fc.assert(
    fc.property(fc.array(anyHotspot, { maxLength: 12 }), (some) => {
      const hotspots = some.map((hotspot, index) => ({ ...hotspot, id: `spot-${index}` }));
      const placed = layoutLabels(hotspots, {
        ...space,
        free: { left: 0, top: 0, width: 3000, height: 2000 },
      });
      expect([...placed.values()].filter(({ form }) => form === 'hidden')).toEqual([]);
    }),
    { seed: 26, numRuns: 200 },
  );
});
