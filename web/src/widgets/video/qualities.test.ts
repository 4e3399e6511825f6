import { expect, test } from 'vitest';
import { heightOf, qualitiesOf } from './qualities.ts';

test('CALL-11q each height of a stream is a quality, with its best level and the highest first', () => {
  const levels = [
    { height: 360, bitrate: 500_000 },
    { height: 1080, bitrate: 3_000_000 },
    { height: 720, bitrate: 1_500_000 },
    { height: 1080, bitrate: 4_500_000 },
    { height: 360, bitrate: 400_000 },
    { height: 0, bitrate: 96_000 },
  ];
  expect(qualitiesOf(levels)).toEqual([
    { height: 1080, level: 3 },
    { height: 720, level: 2 },
    { height: 360, level: 0 },
  ]);
  expect(qualitiesOf([])).toEqual([]);
});

test('CALL-11ag of two levels of the same height, each is shown as that quality', () => {
  const levels = [
    { height: 720, bitrate: 1_500_000 },
    { height: 720, bitrate: 2_500_000 },
    { height: 0, bitrate: 96_000 },
  ];
  expect([0, 1].map((level) => heightOf(levels, level))).toEqual([720, 720]);
  // Before a level is shown, and of one whose playlist does not say it.
  expect([-1, 2].map((level) => heightOf(levels, level))).toEqual([undefined, undefined]);
});
