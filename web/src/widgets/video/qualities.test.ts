import { expect, test } from 'vitest';
import { qualitiesOf } from './qualities.ts';

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
