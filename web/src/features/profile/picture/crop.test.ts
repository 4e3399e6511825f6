import { expect, test } from 'vitest';
import { panBy, zoomAbout } from '../../../platform/panZoom/view.ts';
import { cropViewport, firstCrop, squareOf, zoomMost } from './crop.ts';

const wide = { width: 1_200, height: 800 };
const viewport = cropViewport(wide);

test('a picture begins with the largest square about its middle', () => {
  expect(squareOf(wide, firstCrop(wide))).toEqual({ left: 200, top: 0, side: 800 });
});

test('an upright picture begins a little above its middle', () => {
  const { top, side } = squareOf({ width: 800, height: 1_600 }, firstCrop({ width: 800, height: 1_600 }));
  expect(top + side / 2).toBeCloseTo(672);
});

test('the square never leaves the picture, however far it is dragged', () => {
  const far = panBy(firstCrop(wide), { x: -9, y: 9 }, viewport);
  expect(squareOf(wide, far).left).toBeCloseTo(400);
  const near = panBy(zoomAbout(firstCrop(wide), 2, viewport), { x: 9, y: 9 }, viewport);
  expect(squareOf(wide, near)).toEqual({ left: 0, top: 0, side: 400 });
});

test('zooming out at an edge brings the square back into the picture', () => {
  const corner = panBy(zoomAbout(firstCrop(wide), 4, viewport), { x: 9, y: 9 }, viewport);
  expect(squareOf(wide, zoomAbout(corner, 1 / 4, viewport))).toEqual({ left: 0, top: 0, side: 800 });
});

test('zoom has an end on both sides', () => {
  expect(zoomAbout(firstCrop(wide), 0.2, viewport).zoom).toBe(1);
  expect(zoomAbout(firstCrop(wide), 99, viewport).zoom).toBe(zoomMost);
});
