import { expect, test } from 'vitest';
import {
  fit,
  keyMoves,
  largestScale,
  moveBy,
  settle,
  toggleAt,
  wholePicture,
  zoomAt,
  type ZoomView,
} from './zoomView.ts';

const frame = { width: 800, height: 600 };
const picture = { width: 4_000, height: 2_000 };
const fitted = fit(picture, frame);
const stage = { frame, fitted, most: largestScale(picture, fitted) };

test('WIDGET-05b a picture fits into its frame whole, and is never blown up', () => {
  expect(fitted).toEqual({ width: 800, height: 400 });
  expect(fit({ width: 200, height: 100 }, frame)).toEqual({ width: 200, height: 100 });
});

test('WIDGET-05b what lies under the pointer stays there while zooming', () => {
  const view = zoomAt(wholePicture, 4, { x: 200, y: 50 }, stage);
  // A point p of the picture is seen at view.x + p * scale.
  expect(view.x + 200 * view.scale).toBeCloseTo(200);
  expect(view.y + 50 * view.scale).toBeCloseTo(50);
});

test('WIDGET-05b zooming ends at the whole picture and at twice its own pixels', () => {
  expect(zoomAt(wholePicture, 0.1, { x: 0, y: 0 }, stage)).toEqual(wholePicture);
  expect(zoomAt(wholePicture, 1_000, { x: 0, y: 0 }, stage).scale).toBe(10);
});

test('WIDGET-05b the picture is never dragged beyond its own edge', () => {
  const close = { scale: 2, x: 0, y: 0 };
  expect(moveBy(close, 10_000, 10_000, stage)).toEqual({ scale: 2, x: 400, y: 100 });
  expect(moveBy(wholePicture, 50, 50, stage)).toEqual(wholePicture);
});

test('WIDGET-05b a double click goes close and back', () => {
  const close = toggleAt(wholePicture, { x: 100, y: 0 }, stage);
  expect(close.scale).toBe(2.5);
  expect(toggleAt(close, { x: 0, y: 0 }, stage)).toEqual(wholePicture);
});

test('WIDGET-05b keys zoom, move the eye and go back to the whole; other keys are left alone', () => {
  const press = (key: string, view: ZoomView): ZoomView | undefined => keyMoves.get(key)?.(view, stage);
  const close = press('+', wholePicture) ?? wholePicture;
  expect(close.scale).toBe(1.5);
  expect(press('ArrowRight', close)?.x).toBeLessThan(0);
  expect(press('ArrowLeft', close)?.x).toBeGreaterThan(0);
  expect(press('ArrowDown', close)?.y).toBe(0);
  expect(press('-', close)?.scale).toBe(1);
  expect(press('0', close)).toEqual(wholePicture);
  expect(press('Tab', close)).toBeUndefined();
});

test('WIDGET-05b a frame that shrinks pulls the picture back over it', () => {
  expect(settle({ scale: 2, x: 400, y: 100 }, { ...stage, frame: { width: 1_600, height: 800 } })).toEqual({
    scale: 2,
    x: 0,
    y: 0,
  });
});
