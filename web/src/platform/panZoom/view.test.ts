import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampView,
  containViewport,
  coverViewport,
  inPicture,
  onScreen,
  panBy,
  pictureBox,
  wholeView,
  zoomAbout,
  type PanZoomView,
} from './view.ts';
import type { Extent } from './plane.ts';

const picture: Extent = { width: 2560, height: 1440 };

const anyFrame: fc.Arbitrary<Extent> = fc.record({
  width: fc.integer({ min: 200, max: 3000 }),
  height: fc.integer({ min: 200, max: 3000 }),
});
const anyPicture: fc.Arbitrary<Extent> = fc.record({
  width: fc.integer({ min: 16, max: 16_000 }),
  height: fc.integer({ min: 16, max: 16_000 }),
});
const anyView: fc.Arbitrary<PanZoomView> = fc.record({
  x: fc.double({ min: -1, max: 2, noNaN: true }),
  y: fc.double({ min: -1, max: 2, noNaN: true }),
  zoom: fc.double({ min: 0.1, max: 9, noNaN: true }),
});

test('AREA-02c a point in the picture maps to the screen and back at any size and view', () => {
  fc.assert(
    fc.property(anyPicture, anyFrame, anyView, (size, frame, wanted) => {
      const viewport = coverViewport(size, frame, 4);
      const box = pictureBox(clampView(wanted, viewport), viewport);
      const back = inPicture(onScreen({ x: 0.2716, y: 0.353 }, box), box);
      expect(back.x).toBeCloseTo(0.2716, 6);
      expect(back.y).toBeCloseTo(0.353, 6);
    }),
    { seed: 26 },
  );
});

test('the picture covers the frame for any requested view', () => {
  fc.assert(
    fc.property(anyPicture, anyFrame, anyView, (size, frame, wanted) => {
      const viewport = coverViewport(size, frame, 4);
      const box = pictureBox(clampView(wanted, viewport), viewport);
      expect(box.left).toBeLessThanOrEqual(0.01);
      expect(box.top).toBeLessThanOrEqual(0.01);
      expect(box.left + box.width).toBeGreaterThanOrEqual(frame.width - 0.01);
      expect(box.top + box.height).toBeGreaterThanOrEqual(frame.height - 0.01);
      expect(box.width / box.height).toBeCloseTo(size.width / size.height, 4);
    }),
    { seed: 26 },
  );
});

test('in portrait the picture fills the height and pans sideways to both ends', () => {
  const phone = coverViewport(picture, { width: 390, height: 844 }, 4);
  const box = pictureBox(wholeView, phone);
  expect(box.height).toBeCloseTo(844);
  expect(box.width).toBeCloseTo(1500.4, 0);
  const atTheStart = panBy(wholeView, { x: 5000, y: 40 }, phone);
  expect(pictureBox(atTheStart, phone).left).toBeCloseTo(0);
  expect(atTheStart.y).toBe(0.5);
});

test('zooming keeps the point under the pointer in place', () => {
  const viewport = coverViewport(picture, { width: 1440, height: 900 }, 4);
  const point = { x: 400, y: 300 };
  const before = inPicture(point, pictureBox(wholeView, viewport));
  const after = inPicture(point, pictureBox(zoomAbout(wholeView, 2, viewport, point), viewport));
  expect(after.x).toBeCloseTo(before.x, 6);
  expect(after.y).toBeCloseTo(before.y, 6);
});

test('zoom is limited to between 1 and 4', () => {
  const viewport = coverViewport(picture, { width: 1440, height: 900 }, 4);
  const corner = { x: 0, y: 0 };
  expect(zoomAbout(wholeView, 100, viewport, corner).zoom).toBe(4);
  expect(zoomAbout({ ...wholeView, zoom: 2 }, 0.01, viewport, corner)).toMatchObject({ zoom: 1 });
});

test('WIDGET-05j the whole picture fits into its frame, and is never enlarged', () => {
  const frame = { width: 800, height: 600 };
  const restOf = (size: Extent) => containViewport(size, frame, () => 3).rest;
  expect(restOf({ width: 4_000, height: 2_000 })).toEqual({ width: 800, height: 400 });
  expect(restOf({ width: 200, height: 100 })).toEqual({ width: 200, height: 100 });
});

test('WIDGET-05k a picture smaller than its frame stays in the middle until it is zoomed beyond it', () => {
  const frame = { width: 800, height: 600 };
  const viewport = containViewport({ width: 4_000, height: 2_000 }, frame, () => 10);
  expect(panBy(wholeView, { x: 50, y: 50 }, viewport)).toEqual(wholeView);
  const close = panBy({ ...wholeView, zoom: 2 }, { x: 10_000, y: 10_000 }, viewport);
  expect(pictureBox(close, viewport)).toEqual({ left: 0, top: 0, width: 1_600, height: 800 });
  const larger = { ...viewport, frame: { width: 1_600, height: 800 } };
  expect(clampView(close, larger)).toEqual({ ...wholeView, zoom: 2 });
});
