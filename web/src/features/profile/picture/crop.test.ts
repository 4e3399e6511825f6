import { expect, test } from 'vitest';
import { panBy, zoomAbout } from '../../../platform/panZoom/view.ts';
import { cropViewport, initialCrop, squareIn, maxZoom } from './crop.ts';

const wide = { width: 1_200, height: 800 };
const viewport = cropViewport(wide);

test('the initial crop is the largest square in the center', () => {
  expect(squareIn(wide, initialCrop(wide))).toEqual({ left: 200, top: 0, side: 800 });
});

test('the initial crop of a portrait picture is slightly above the center', () => {
  const { top, side } = squareIn({ width: 800, height: 1_600 }, initialCrop({ width: 800, height: 1_600 }));
  expect(top + side / 2).toBeCloseTo(672);
});

test('the square stays inside the picture, however far it is dragged', () => {
  const far = panBy(initialCrop(wide), { x: -9, y: 9 }, viewport);
  expect(squareIn(wide, far).left).toBeCloseTo(400);
  const near = panBy(zoomAbout(initialCrop(wide), 2, viewport), { x: 9, y: 9 }, viewport);
  expect(squareIn(wide, near)).toEqual({ left: 0, top: 0, side: 400 });
});

test('zooming out at an edge moves the square back into the picture', () => {
  const corner = panBy(zoomAbout(initialCrop(wide), 4, viewport), { x: 9, y: 9 }, viewport);
  expect(squareIn(wide, zoomAbout(corner, 1 / 4, viewport))).toEqual({ left: 0, top: 0, side: 800 });
});

test('zoom has a minimum and a maximum', () => {
  expect(zoomAbout(initialCrop(wide), 0.2, viewport).zoom).toBe(1);
  expect(zoomAbout(initialCrop(wide), 99, viewport).zoom).toBe(maxZoom);
});
