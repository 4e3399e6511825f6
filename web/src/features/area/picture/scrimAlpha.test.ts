import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, minAlpha, rgbOf, scrimAlpha, defaultMaxAlpha } from './scrimAlpha.ts';

const white = rgbOf('#FFFFFF');
const night = rgbOf('#000A33');
const bandOf = (...greys: number[]): Uint8ClampedArray =>
  Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255]));
const over = (under: number, alpha: number) => ({
  r: night.r * alpha + under * (1 - alpha),
  g: night.g * alpha + under * (1 - alpha),
  b: night.b * alpha + under * (1 - alpha),
});

test('a dark picture gets the lightest scrim, an unknown picture the default maximum', () => {
  expect(scrimAlpha(bandOf(...Array.from({ length: 40 }, () => 10)), white, night)).toBe(minAlpha);
  expect(scrimAlpha(new Uint8ClampedArray(), white, night)).toBe(defaultMaxAlpha);
});

test('text has a contrast of 4.5:1 over the pixel at the 95th percentile of any band', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 20, maxLength: 200 }), (greys) => {
      const alpha = scrimAlpha(bandOf(...greys), white, night);
      const decisive = greys.toSorted((a, b) => a - b)[Math.floor(greys.length * 0.95)] ?? 0;
      expect(contrast(white, over(decisive, alpha))).toBeGreaterThanOrEqual(4.45);
      expect(alpha).toBeGreaterThanOrEqual(minAlpha);
    }),
    { seed: 26 },
  );
});

test('a few bright lamps do not darken the whole band', () => {
  const mostlyDark = bandOf(...Array.from({ length: 97 }, () => 20), 255, 255, 255);
  expect(scrimAlpha(mostlyDark, white, night)).toBe(minAlpha);
});

test('in a light venue the darkest pixels decide', () => {
  const ink = rgbOf('#111');
  const paper = rgbOf('#fff');
  const dark = scrimAlpha(bandOf(...Array.from({ length: 40 }, () => 0)), ink, paper);
  const light = scrimAlpha(bandOf(...Array.from({ length: 40 }, () => 250)), ink, paper);
  expect(dark).toBeGreaterThan(0.4);
  expect(light).toBe(minAlpha);
});
