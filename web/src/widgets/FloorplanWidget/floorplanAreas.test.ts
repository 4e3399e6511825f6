import type { Architecture, Area } from '@foyer/contract';
import { architecture } from '@foyer/contract/venue';
import { expect, test } from 'vitest';
import { matchesSearch, connectedAreas, positionedAreas, roomsOf } from './floorplanAreas.ts';

const area = (id: string, targets: string[] = []) => ({
  id,
  names: [{ locale: 'en', text: id }],
  viewMode: 'VIEW_2D',
  viewPoints: [
    {
      id: 'main',
      background: { assetId: id },
      doors: targets.map((target) => ({
        id: `to-${target}`,
        names: [],
        targetAreaId: target,
        position: { kind: '2D', x: 0.5, y: 0.5 },
      })),
    },
  ],
});
const plan = (rest: object): Architecture =>
  architecture.parse({
    id: 'house',
    areas: [area('lobby', ['hall', 'lobby']), area('hall', ['lobby']), area('attic')],
    ...rest,
  });

test('AREA-04 areas without a visible position are not on the plan', () => {
  const areaPositions = [
    { areaId: 'hall', visible: true, x: 0.1, y: 0.2 },
    { areaId: 'attic', visible: false, x: 0.5, y: 0.5 },
  ];
  expect(positionedAreas(plan({ floorplan: { areaPositions } })).map(({ area: { id } }) => id)).toEqual([
    'hall',
  ]);
});

test('AREA-04 a venue without positions shows all its areas in rows', () => {
  expect(positionedAreas(plan({})).map(({ area: { id }, x, y }) => [id, x, y])).toEqual([
    ['lobby', 0.25, 0.25],
    ['hall', 0.75, 0.25],
    ['attic', 0.25, 0.75],
  ]);
});

test('the default area is larger, whatever the current area is', () => {
  expect(roomsOf(plan({ defaultAreaId: 'hall' })).map(({ id, weight }) => [id, weight])).toEqual([
    ['lobby', 1],
    ['hall', 1.5],
    ['attic', 1],
  ]);
});

test('doors in both directions connect two areas once, a door to its own area connects nothing', () => {
  const areas: Area[] = plan({}).areas;
  expect(connectedAreas(areas)).toEqual([['hall', 'lobby']]);
});

test('AREA-04 the search finds names by the beginnings of their words, ignoring case and accents', () => {
  expect(matchesSearch('Café am Fluss', 'cafe')).toBe(true);
  expect(matchesSearch('Workshop rooms', 'ROO work')).toBe(true);
  expect(matchesSearch('Workshop rooms', 'shop')).toBe(false);
  expect(matchesSearch('الردهة', 'الرد')).toBe(true);
  expect(matchesSearch('Lobby', '  ')).toBe(true);
});
