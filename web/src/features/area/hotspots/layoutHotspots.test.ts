import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Box } from '../../../platform/panZoom/plane.ts';
import { collide, sides } from '../geometry/plane.ts';
import { layoutHotspots, type HotspotToPlace, type Placement, type Room } from './layoutHotspots.ts';

const free: Box = { left: 0, top: 102, width: 1440, height: 660 };
const room: Room = { free, chips: 40 };

const door = (id: string, x: number, y: number, rest: Partial<HotspotToPlace> = {}): HotspotToPlace => ({
  id,
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

test('a door with room around it keeps both lines, centred above its place', () => {
  const placed = layoutHotspots([door('one', 700, 400)], room).get('one');
  expect(placed).toMatchObject({ form: 'full', box: { left: 590, top: 326, width: 220 } });
});

test('of two doors side by side the lesser loses its second line', () => {
  const placed = layoutHotspots([door('first', 500, 400), door('lesser', 690, 400)], room);
  expect(placed.get('first')?.form).toBe('full');
  expect(placed.get('lesser')?.form).toBe('brief');
});

test('nearer still it loses its text, and then moves up to 24 px', () => {
  const placed = layoutHotspots([door('first', 500, 400), door('lesser', 650, 400)], room);
  expect(placed.get('lesser')?.form).toBe('bare');
  const touching = layoutHotspots([door('first', 500, 400), door('lesser', 620, 400)], room).get('lesser');
  expect(touching).toMatchObject({ form: 'bare', box: { left: 616 } });
});

test('where nothing helps the lesser becomes an edge chip at its side', () => {
  const placed = layoutHotspots([door('first', 500, 400), door('lesser', 500, 400)], room).get('lesser');
  expect(placed).toMatchObject({ form: 'chip', side: 'left', box: { left: 8 } });
});

test('before one in sight becomes a chip, the others lose their second lines as well', () => {
  const phone: Room = { free: { left: 0, top: 60, width: 390, height: 680 }, chips: 2 };
  const placed = layoutHotspots([door('edge', 22, 327), door('middle', 195, 320)], phone);
  expect(placed.get('edge')?.form).toBe('brief');
  expect(placed.get('middle')?.form).toMatch(/brief|bare/);
});

test('what is out of sight becomes a chip at that side, as many as there may be, the nearest first', () => {
  const away = [90, 20, 50].map((distance) =>
    door(`away-${distance}`, 0, 0, { at: undefined, side: 'right', distance }),
  );
  const placed = layoutHotspots(away, { ...room, chips: 2 });
  expect([...placed].map(([id, { form }]) => [id, form])).toEqual([
    ['away-20', 'chip'],
    ['away-50', 'chip'],
    ['away-90', 'hidden'],
  ]);
});

test('what lies under a panel is a chip at the edge of the free picture', () => {
  const panel: Room = { chips: 40, free: { ...free, width: 1040 } };
  const placed = layoutHotspots([door('covered', 1200, 400, { side: 'right' })], panel).get('covered');
  expect(placed).toMatchObject({ form: 'chip', side: 'right', box: { left: 1040 - 110 - 8 } });
});

test('what lies under a notice that floats over the picture is a chip, and nothing stands under it', () => {
  const notice: Box = { left: 1016, top: 110, width: 400, height: 290 };
  const placed = layoutHotspots([door('covered', 1200, 300, { side: 'top' }), door('beside', 980, 300)], {
    ...room,
    covered: [notice],
  });
  expect(placed.get('covered')).toMatchObject({ form: 'chip', side: 'right' });
  expect(boxesOf(placed.values()).filter((box) => collide(box, notice))).toEqual([]);
});

test('what lies just under the rim of a notice comes out below it', () => {
  const notice: Box = { left: 1016, top: 110, width: 400, height: 290 };
  const placed = layoutHotspots([door('rim', 1200, 360)], { ...room, covered: [notice] }).get('rim');
  expect(placed).toMatchObject({ form: 'full', box: { left: 1090, top: 412 } });
});

test('a label that would stand out of the free picture slides into it', () => {
  const placed = layoutHotspots([door('edge', 20, 120)], room).get('edge');
  expect(placed).toMatchObject({ form: 'full', box: { left: 0, top: 102 } });
});

test('a label that stands keeps its form where a new one would not be given it', () => {
  const pair = [door('first', 500, 400), door('lesser', 686, 400)];
  const before = new Map<string, Placement['form']>([
    ['first', 'full'],
    ['lesser', 'bare'],
  ]);
  expect(layoutHotspots(pair, { ...room, before }).get('lesser')?.form).toBe('bare');
  expect(
    layoutHotspots(pair, { ...room, before: new Map([...before, ['lesser', 'brief']]) }).get('lesser')?.form,
  ).toBe('brief');
});

const extent = (least: number, most: number) => fc.integer({ min: least, max: most });
const anyHotspot: fc.Arbitrary<Omit<HotspotToPlace, 'id'>> = fc
  .record({
    x: extent(-400, 2300),
    y: extent(-200, 1300),
    behind: fc.boolean(),
    side: fc.constantFrom(...sides),
    distance: extent(0, 180),
    width: extent(60, 320),
    height: extent(44, 90),
    chip: extent(60, 220),
  })
  .map(({ x, y, behind, side, distance, width, height, chip }) => {
    const shape = (share: number) => ({
      width: width * share,
      height,
      anchor: { x: (width * share) / 2, y: height },
    });
    return {
      at: behind ? undefined : { x, y },
      side,
      distance,
      shapes: { full: shape(1), brief: shape(0.7), bare: shape(0.3) },
      chip: { width: chip, height: 44 },
    };
  });
const anyRoom: fc.Arbitrary<Room> = fc.record({
  free: fc.record({
    left: extent(0, 400),
    top: extent(0, 200),
    width: extent(200, 1900),
    height: extent(200, 1000),
  }),
  chips: extent(0, 40),
});

test('AREA-02b no two labels or chips ever overlap, none leaves the free picture, and none is forgotten', () => {
  fc.assert(
    fc.property(fc.array(anyHotspot, { maxLength: 40 }), anyRoom, (some, anywhere) => {
      const hotspots = some.map((hotspot, index) => ({ ...hotspot, id: `spot-${index}` }));
      const placed = layoutHotspots(hotspots, anywhere);
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

test('what lies behind a panel has its chip at that side, also where it stands at the top of the picture', () => {
  const panel = { free: { left: 0, top: 80, width: 900, height: 700 }, chips: 4 };
  const placed = layoutHotspots([door('behind', 1100, 40, { side: 'top' })], panel).get('behind');
  expect(placed).toMatchObject({ form: 'chip', side: 'right' });
});

test('a hotspot in sight is hidden only when every chip is spent or its side is full', () => {
  fc.assert(
    fc.property(fc.array(anyHotspot, { maxLength: 12 }), (some) => {
      const hotspots = some.map((hotspot, index) => ({ ...hotspot, id: `spot-${index}` }));
      const placed = layoutHotspots(hotspots, {
        free: { left: 0, top: 0, width: 3000, height: 2000 },
        chips: 40,
      });
      expect([...placed.values()].filter(({ form }) => form === 'hidden')).toEqual([]);
    }),
    { seed: 26, numRuns: 200 },
  );
});
