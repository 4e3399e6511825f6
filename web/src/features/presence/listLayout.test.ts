import { expect, test } from 'vitest';
import type { Section } from './arrange.ts';
import { placeSections, rowsBetween, shiftOf, spotOf } from './listLayout.ts';

const heights = { head: 40, row: 60 };
const section = (areaId: string, uids: readonly string[]): Section => ({
  areaId,
  people: uids.map((uid) => ({ person: { uid }, text: '' })),
});
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

test('sections follow each other, a head and its rows', () => {
  const placed = placeSections([section('lobby', ['a', 'b']), section('lounge', ['c'])], heights);
  expect(placed.map(({ top, height }) => [top, height])).toEqual([
    [0, 160],
    [160, 100],
  ]);
  expect(spotOf(placed, heights, 'c')).toEqual({ uid: 'c', top: 200 });
});

test('of ten thousand rows those in sight stand in the page, and ten on either side', () => {
  const [lobby] = placeSections([section('lobby', many('p', 10_000))], heights);
  if (!lobby) throw new Error('there is a section');
  expect(rowsBetween(lobby, heights, { from: 60_040, to: 60_640 })).toEqual([990, 1_020]);
  expect(rowsBetween(lobby, heights, { from: -500, to: 100 })).toEqual([0, 11]);
  expect(rowsBetween(lobby, heights, { from: 9_000_000, to: 9_000_600 })).toEqual([10_000, 10_000]);
});

test('what one looks at stays where it is: the list is scrolled by what came or went above it', () => {
  const before = placeSections([section('lobby', ['a', 'b', 'c'])], heights);
  const after = placeSections([section('lobby', ['x', 'y', 'a', 'b', 'c'])], heights);
  expect(shiftOf(before, after, heights, 110)).toBe(120);
  expect(shiftOf(after, before, heights, 250)).toBe(-120);
  // Who has gone leaves the place to the next one.
  const without = placeSections([section('lobby', ['a', 'c'])], heights);
  expect(shiftOf(before, without, heights, 110)).toBe(-60);
  expect(shiftOf(before, [], heights, 0)).toBe(0);
});
