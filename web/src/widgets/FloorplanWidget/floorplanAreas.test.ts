import type { Architecture, Area } from '@foyer/contract';
import { architecture } from '@foyer/contract/venue';
import { expect, test } from 'vitest';
import { fitsSearch, joinedAreas, plannedAreas, roomsOf } from './floorplanAreas.ts';

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
  expect(plannedAreas(plan({ floorplan: { areaPositions } })).map(({ area: { id } }) => id)).toEqual([
    'hall',
  ]);
});

test('AREA-04 a venue without positions shows all its areas in rows', () => {
  expect(plannedAreas(plan({})).map(({ area: { id }, x, y }) => [id, x, y])).toEqual([
    ['lobby', 0.25, 0.25],
    ['hall', 0.75, 0.25],
    ['attic', 0.25, 0.75],
  ]);
});

test('the area one lands in is drawn larger, whichever one is in', () => {
  expect(roomsOf(plan({ defaultAreaId: 'hall' })).map(({ id, weight }) => [id, weight])).toEqual([
    ['lobby', 1],
    ['hall', 1.5],
    ['attic', 1],
  ]);
});

test('doors there and back join two areas once, a door into its own area joins nothing', () => {
  const areas: Area[] = plan({}).areas;
  expect(joinedAreas(areas)).toEqual([['hall', 'lobby']]);
});

test('AREA-04 the search finds names by the beginnings of their words, without minding case and accents', () => {
  expect(fitsSearch('Café am Fluss', 'cafe')).toBe(true);
  expect(fitsSearch('Workshop rooms', 'ROO work')).toBe(true);
  expect(fitsSearch('Workshop rooms', 'shop')).toBe(false);
  expect(fitsSearch('الردهة', 'الرد')).toBe(true);
  expect(fitsSearch('Lobby', '  ')).toBe(true);
});
