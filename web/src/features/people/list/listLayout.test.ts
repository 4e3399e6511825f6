import { expect, test } from 'vitest';
import type { PeopleSection } from '../directory/groupByArea.ts';
import { placeSections, visibleRows, scrollShift, positionOf } from './listLayout.ts';

const heights = { head: 40, row: 60 };
const section = (areaId: string, uids: readonly string[]): PeopleSection => ({
  areaId,
  attendees: uids.map((uid) => ({ attendee: { uid }, text: '' })),
});
const many = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

test('sections are placed below each other, each with a heading and its rows', () => {
  const placed = placeSections([section('lobby', ['a', 'b']), section('lounge', ['c'])], heights);
  expect(placed.map(({ top, height }) => [top, height])).toEqual([
    [0, 160],
    [160, 100],
  ]);
  expect(positionOf(placed, heights, 'c')).toEqual({ uid: 'c', top: 200 });
});

test('of ten thousand rows the visible ones are rendered, and ten more on either side', () => {
  const [lobby] = placeSections([section('lobby', many('p', 10_000))], heights);
  if (!lobby) throw new Error('The section is missing.');
  expect(visibleRows(lobby, heights, { from: 60_040, to: 60_640 })).toEqual([990, 1_020]);
  expect(visibleRows(lobby, heights, { from: -500, to: 100 })).toEqual([0, 11]);
  expect(visibleRows(lobby, heights, { from: 9_000_000, to: 9_000_600 })).toEqual([10_000, 10_000]);
});

test('the list is scrolled by the height of rows added or removed above the anchor', () => {
  const before = placeSections([section('lobby', ['a', 'b', 'c'])], heights);
  const after = placeSections([section('lobby', ['x', 'y', 'a', 'b', 'c'])], heights);
  expect(scrollShift(before, after, heights, 110)).toBe(120);
  expect(scrollShift(after, before, heights, 250)).toBe(-120);
  // If the row at the anchor was removed, the next row is used.
  const without = placeSections([section('lobby', ['a', 'c'])], heights);
  expect(scrollShift(before, without, heights, 110)).toBe(-60);
  expect(scrollShift(before, [], heights, 0)).toBe(0);
});
