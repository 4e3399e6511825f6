import { expect, test } from 'vitest';
import { placePins, type Pin } from './pinLabels.ts';
import type { Rectangle } from './roomLayout.ts';

const bounds = { width: 800, height: 500 };
const pin = (id: string, x: number, y: number, width = 120): Pin => ({
  id,
  x,
  y,
  label: { width, height: 28 },
});
const around = ({ x, y }: { x: number; y: number }): Rectangle => ({
  x: x - 22,
  y: y - 22,
  width: 44,
  height: 44,
});
const overlap = (a: Rectangle, b: Rectangle): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('AREA-04 names are below their pins if there is space', () => {
  const [placed] = placePins([pin('lobby', 400, 250)], bounds);
  expect(placed).toMatchObject({ x: 400, y: 250, label: { x: 340, y: 276 } });
});

test('AREA-04 no name covers a pin or another name, none leaves the picture', () => {
  const crowd = Array.from({ length: 16 }, (_, index) =>
    pin(`a${index}`, 40 + (index % 4) * 60, 20 + Math.floor(index / 4) * 50, 90 + index * 6),
  );
  const placed = placePins(crowd, bounds, 'a15');
  const boxes = placed.flatMap((one) => [around(one), ...(one.label ? [one.label] : [])]);
  for (const [index, box] of boxes.entries()) {
    expect(boxes.slice(index + 1).some((other) => overlap(box, other))).toBe(false);
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(bounds.width);
    expect(box.y + box.height).toBeLessThanOrEqual(bounds.height);
  }
  expect(placed.find(({ id }) => id === 'a15')?.label).toBeDefined();
});

test('AREA-04 pins at the same position are separated, and a pin at the edge is moved inside', () => {
  const placed = placePins([pin('a', 400, 250), pin('b', 400, 250), pin('rim', 0, 0)], bounds);
  const at = (id: string) => placed.find((one) => one.id === id) ?? { x: Number.NaN, y: Number.NaN };
  expect(Math.hypot(at('a').x - at('b').x, at('a').y - at('b').y)).toBeGreaterThanOrEqual(44);
  expect(at('rim')).toMatchObject({ x: 22, y: 22 });
});
