import { clampChroma, converter, formatHex } from 'culori';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hexOf, lch } from './color.ts';

const toOklch = converter('oklch');
const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('conversion to OKLCH agrees with another library', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const theirs = toOklch(color);
      const ours = lch(color);
      expect(ours.l).toBeCloseTo(theirs?.l ?? 0, 4);
      expect(ours.c).toBeCloseTo(theirs?.c ?? 0, 4);
      if ((theirs?.c ?? 0) > 0.001)
        expect(Math.cos(((ours.h - (theirs?.h ?? 0)) * Math.PI) / 180)).toBeCloseTo(1, 4);
    }),
    { numRuns: 500, seed: 26 },
  );
});

test('a color outside of the sRGB gamut loses only chroma, as in another library', () => {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  fc.assert(
    fc.property(
      fc.double({ min: 0.02, max: 0.98, noNaN: true }),
      fc.double({ min: 0, max: 0.4, noNaN: true }),
      fc.double({ min: 0, max: 360, noNaN: true }),
      (l, c, h) => {
        const theirs = formatHex(clampChroma({ mode: 'oklch', l, c, h }, 'oklch', 'rgb')) ?? '';
        const ours = hexOf(l, c, h);
        // Both libraries search for the gamut boundary in steps.
        for (const at of [1, 3, 5])
          expect(Math.abs(channel(ours, at) - channel(theirs, at))).toBeLessThanOrEqual(3);
      },
    ),
    { numRuns: 500, seed: 26 },
  );
});
