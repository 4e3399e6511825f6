import { expect, test } from 'vitest';
import { arrows, firstCrop, moved, sideOf, zoomed, zoomMost } from './crop.ts';

const wide = { width: 1_200, height: 800 };

test('a picture begins with the largest square about its middle', () => {
  const crop = firstCrop(wide);
  expect(crop).toEqual({ x: 600, y: 400, zoom: 1 });
  expect(sideOf(wide, crop)).toBe(800);
});

test('an upright picture begins a little above its middle', () => {
  expect(firstCrop({ width: 800, height: 1_600 }).y).toBeCloseTo(672);
});

test('the square never leaves the picture, however far it is dragged', () => {
  expect(moved(wide, firstCrop(wide), -9, 9)).toEqual({ x: 800, y: 400, zoom: 1 });
  const near = zoomed(wide, firstCrop(wide), 2);
  expect(moved(wide, near, 9, 9)).toEqual({ x: 200, y: 200, zoom: 2 });
});

test.each([
  ['ArrowLeft', -1, 0],
  ['ArrowRight', 1, 0],
  ['ArrowUp', 0, -1],
  ['ArrowDown', 0, 1],
] as const)('the picture follows %s', (key, right, down) => {
  const near = zoomed(wide, firstCrop(wide), 2);
  const [byRight, byDown] = arrows[key] ?? [0, 0];
  const then = moved(wide, near, byRight, byDown);
  // What was in the middle has gone where the arrow points.
  expect([Math.sign(near.x - then.x), Math.sign(near.y - then.y)]).toEqual([right, down]);
});

test('zooming out at an edge brings the square back into the picture', () => {
  const corner = moved(wide, zoomed(wide, firstCrop(wide), 4), 9, 9);
  expect(zoomed(wide, corner, 1)).toEqual({ x: 400, y: 400, zoom: 1 });
});

test('zoom has an end on both sides', () => {
  expect(zoomed(wide, firstCrop(wide), 0.2).zoom).toBe(1);
  expect(zoomed(wide, firstCrop(wide), 99).zoom).toBe(zoomMost);
});
