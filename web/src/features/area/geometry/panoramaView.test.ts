import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  between,
  clampPanorama,
  directionAt,
  draggedBy,
  frontView,
  pinchedBy,
  project,
  turnOf,
  verticalFov,
  wayTo,
  type PanoramaView,
} from './panoramaView.ts';

const frame = { width: 1440, height: 900 };
const anyView: fc.Arbitrary<PanoramaView> = fc.record({
  yaw: fc.integer({ min: -180, max: 179 }),
  pitch: fc.integer({ min: -80, max: 80 }),
  zoom: fc.integer({ min: 0, max: 100 }),
});

test('what one looks at lies in the middle of the screen', () => {
  fc.assert(
    fc.property(anyView, (view) => {
      const at = project(view, view, frame);
      expect(at?.x).toBeCloseTo(720, 6);
      expect(at?.y).toBeCloseTo(450, 6);
    }),
    { seed: 26 },
  );
});

test('each point of the screen has its direction, and the direction leads back to it', () => {
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

test('right of the middle is a greater yaw, above it a greater pitch', () => {
  const at = project({ yaw: 10, pitch: 5 }, frontView, frame);
  expect(at?.x).toBeGreaterThan(720);
  expect(at?.y).toBeLessThan(450);
});

test('nothing behind the eye has a place on the screen', () => {
  expect(project({ yaw: 180, pitch: 0 }, frontView, frame)).toBeUndefined();
  expect(project({ yaw: 91, pitch: 0 }, frontView, frame)).toBeUndefined();
});

test('what is out of sight is looked for the shorter way round', () => {
  expect(wayTo({ yaw: -90, pitch: 0 }, frontView, frame)).toMatchObject({ side: 'left' });
  expect(wayTo({ yaw: -170, pitch: 0 }, { ...frontView, yaw: 100 }, frame)).toMatchObject({ side: 'right' });
  expect(wayTo({ yaw: 2, pitch: 70 }, frontView, frame)).toMatchObject({ side: 'top' });
  expect(wayTo({ yaw: 90, pitch: 0 }, frontView, frame).distance).toBeCloseTo(90);
});

test('a dragged view stays under the finger near the middle and never turns over', () => {
  const held = directionAt({ x: 720, y: 450 }, frontView, frame);
  const at = project(held, draggedBy(frontView, { x: 30, y: -20 }, frame), frame);
  expect(at?.x).toBeCloseTo(750, 0);
  expect(at?.y).toBeCloseTo(430, 0);
  expect(draggedBy(frontView, { x: 0, y: 90_000 }, frame).pitch).toBe(80);
});

test('a pinch of two doubles what one sees, within the limits of the zoom', () => {
  expect(verticalFov(pinchedBy(frontView, 2).zoom)).toBeCloseTo(30);
  expect(pinchedBy(frontView, 0.01).zoom).toBe(0);
  expect(clampPanorama({ yaw: 540, pitch: 100, zoom: 300 })).toEqual({ yaw: -180, pitch: 80, zoom: 100 });
});

test('a turn takes the shorter way round', () => {
  expect(turnOf(-181)).toBe(179);
  expect(between({ ...frontView, yaw: 170 }, { ...frontView, yaw: -170 }, 0.5).yaw).toBe(-180);
});
