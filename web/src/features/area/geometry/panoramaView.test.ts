import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionAt } from '../testing/directionAt.ts';
import {
  interpolateViews,
  clampPanoramaView,
  dragView,
  frontView,
  zoomView,
  project,
  normalizeYaw,
  verticalFov,
  sideAndDistance,
  type PanoramaView,
} from './panoramaView.ts';

const frame = { width: 1440, height: 900 };
const anyView: fc.Arbitrary<PanoramaView> = fc.record({
  yaw: fc.integer({ min: -180, max: 179 }),
  pitch: fc.integer({ min: -80, max: 80 }),
  zoom: fc.integer({ min: 0, max: 100 }),
});

test('the direction of the view is in the centre of the screen', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const at = project(view, view, frame);
      expect(at?.x).toBeCloseTo(720, 6);
      expect(at?.y).toBeCloseTo(450, 6);
    }),
    { seed: 26 },
  );
});

test('converting a point of the screen to a direction and back gives the same point', () => {
  fc.assert(
    fc.property(
      anyView,
      fc.integer({ min: 0, max: 1440 }),
      fc.integer({ min: 0, max: 900 }),
      (view, x, y) => {
        const at = project(directionAt({ x, y }, view, frame), view, frame);
        expect(at?.x).toBeCloseTo(x, 4);
        expect(at?.y).toBeCloseTo(y, 4);
      },
    ),
    { seed: 26 },
  );
});

test('a greater yaw is further right, a greater pitch further up', () => {
  const at = project({ yaw: 10, pitch: 5 }, frontView, frame);
  expect(at?.x).toBeGreaterThan(720);
  expect(at?.y).toBeLessThan(450);
});

test('a direction behind the camera has no point on the screen', () => {
  expect(project({ yaw: 180, pitch: 0 }, frontView, frame)).toBeUndefined();
  expect(project({ yaw: 91, pitch: 0 }, frontView, frame)).toBeUndefined();
});

test('the side of a direction out of view is that of the shorter turn', () => {
  expect(sideAndDistance({ yaw: -90, pitch: 0 }, frontView, frame)).toMatchObject({ side: 'left' });
  expect(sideAndDistance({ yaw: -170, pitch: 0 }, { ...frontView, yaw: 100 }, frame)).toMatchObject({
    side: 'right',
  });
  expect(sideAndDistance({ yaw: 2, pitch: 70 }, frontView, frame)).toMatchObject({ side: 'top' });
  expect(sideAndDistance({ yaw: 90, pitch: 0 }, frontView, frame).distance).toBeCloseTo(90);
});

test('a dragged view follows the finger near the centre, and its pitch is limited', () => {
  const at = project(frontView, dragView(frontView, { x: 30, y: -20 }, frame), frame);
  expect(at?.x).toBeCloseTo(750, 0);
  expect(at?.y).toBeCloseTo(430, 0);
  expect(dragView(frontView, { x: 0, y: 90_000 }, frame).pitch).toBe(80);
});

test('a pinch by factor two halves the field of view, within the limits of the zoom', () => {
  expect(verticalFov(zoomView(frontView, 2).zoom)).toBeCloseTo(30);
  expect(zoomView(frontView, 0.01).zoom).toBe(0);
  expect(clampPanoramaView({ yaw: 540, pitch: 100, zoom: 300 })).toEqual({ yaw: -180, pitch: 80, zoom: 100 });
});

test('interpolation takes the shorter turn', () => {
  expect(normalizeYaw(-181)).toBe(179);
  expect(interpolateViews({ ...frontView, yaw: 170 }, { ...frontView, yaw: -170 }, 0.5).yaw).toBe(-180);
});
