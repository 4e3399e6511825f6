import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  clampView,
  inPicture,
  onScreen,
  pannedBy,
  pictureBox,
  wholeView,
  zoomedAbout,
  type FlatView,
} from './flatView.ts';
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
const anyView: fc.Arbitrary<FlatView> = fc.record({
  x: fc.double({ min: -1, max: 2, noNaN: true }),
  y: fc.double({ min: -1, max: 2, noNaN: true }),
  zoom: fc.double({ min: 0.1, max: 9, noNaN: true }),
});

test('AREA-02c a place in the picture maps to the screen and back at any size and view', () => {
  fc.assert(
    fc.property(anyPicture, anyFrame, anyView, (size, frame, wanted) => {
      const box = pictureBox(clampView(wanted, size, frame), size, frame);
      const back = inPicture(onScreen({ x: 0.2716, y: 0.353 }, box), box);
      expect(back.x).toBeCloseTo(0.2716, 6);
      expect(back.y).toBeCloseTo(0.353, 6);
    }),
    { seed: 26 },
  );
});

test('the picture covers the frame whatever view is wanted', () => {
  fc.assert(
    fc.property(anyPicture, anyFrame, anyView, (size, frame, wanted) => {
      const box = pictureBox(clampView(wanted, size, frame), size, frame);
      expect(box.left).toBeLessThanOrEqual(0.01);
      expect(box.top).toBeLessThanOrEqual(0.01);
      expect(box.left + box.width).toBeGreaterThanOrEqual(frame.width - 0.01);
      expect(box.top + box.height).toBeGreaterThanOrEqual(frame.height - 0.01);
      expect(box.width / box.height).toBeCloseTo(size.width / size.height, 4);
    }),
    { seed: 26 },
  );
});

test('in portrait the picture fills the height and one pans sideways to both of its ends', () => {
  const phone = { width: 390, height: 844 };
  const box = pictureBox(wholeView, picture, phone);
  expect(box.height).toBeCloseTo(844);
  expect(box.width).toBeCloseTo(1500.4, 0);
  const atTheStart = pannedBy(wholeView, { x: 5000, y: 40 }, picture, phone);
  expect(pictureBox(atTheStart, picture, phone).left).toBeCloseTo(0);
  expect(atTheStart.y).toBe(0.5);
});

test('zooming keeps what lies under the pointer where it is', () => {
  const frame = { width: 1440, height: 900 };
  const point = { x: 400, y: 300 };
  const before = inPicture(point, pictureBox(wholeView, picture, frame));
  const after = inPicture(
    point,
    pictureBox(zoomedAbout(wholeView, 2, point, { picture, frame }), picture, frame),
  );
  expect(after.x).toBeCloseTo(before.x, 6);
  expect(after.y).toBeCloseTo(before.y, 6);
});

test('zooming ends at four times and at the whole cover', () => {
  const scene = { picture, frame: { width: 1440, height: 900 } };
  expect(zoomedAbout(wholeView, 100, { x: 0, y: 0 }, scene).zoom).toBe(4);
  expect(zoomedAbout({ ...wholeView, zoom: 2 }, 0.01, { x: 0, y: 0 }, scene)).toMatchObject({ zoom: 1 });
});
