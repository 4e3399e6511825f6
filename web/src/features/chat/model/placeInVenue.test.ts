import { architecture, type Architecture, type WidgetInput } from '@foyer/contract';
import { expect, test } from 'vitest';
import { placeInVenue } from './placeInVenue.ts';

const now = Date.parse('2026-11-27T20:00:00Z');
const over = { end: '2026-11-27T19:00:00Z' };
const names = [{ locale: 'en' as const, text: 'Dawn' }];

type Board = Extract<WidgetInput, { type: 'MediaBoardWidget' }>;
type Wall = Extract<WidgetInput, { type: 'SuperEventSocialWallWidget' }>;

const board = (id: string, more: Partial<Board['configurations'][number]> = {}): Board => ({
  id,
  type: 'MediaBoardWidget',
  name: 'Board',
  placements: [],
  configurations: [
    {
      id: 'always',
      name: 'Always',
      mediaBoardId: 'posters',
      contentPieces: [{ id: 'dawn', names }],
      ...more,
    },
  ],
});

const wall = (id: string, configurations: readonly Partial<Wall['configurations'][number]>[]): Wall => ({
  id,
  type: 'SuperEventSocialWallWidget',
  name: 'Wall at the bar',
  placements: [],
  configurations: configurations.map((each, no) => ({ id: `c${no}`, name: 'c', wallId: 'bar', ...each })),
});

const venue = (areas: Readonly<Record<string, WidgetInput[]>>): Architecture =>
  architecture.parse({
    id: 'nightfall',
    areas: Object.entries(areas).map(([id, contentWidgets]) => ({
      id,
      names: [],
      viewMode: 'VIEW_2D',
      viewPoints: [],
      contentWidgets,
    })),
  });

const dawn = { mediaBoardId: 'posters', contentPieceId: 'dawn' };

test('BOARD-10s the card of a discussion is found in the widget that shows it now, else in another one', () => {
  const found = placeInVenue(venue({ lobby: [board('old', over)], lounge: [board('new')] }), dawn, now);
  expect(found).toEqual({
    areaId: 'lounge',
    widgetId: 'new',
    card: 'dawn',
    names,
    otherName: 'dawn',
    isShown: true,
  });
  expect(placeInVenue(venue({ lobby: [board('old', over)] }), dawn, now)).toMatchObject({
    widgetId: 'old',
    isShown: false,
  });
});

test('BOARD-10t a card of another board, or one that was removed, is not found', () => {
  const here = venue({
    lobby: [board('films', { mediaBoardId: 'films' }), board('posters', { contentPieces: [] })],
  });
  expect(placeInVenue(here, dawn, now)).toBeUndefined();
  expect(placeInVenue(here, { wallId: 'bar' }, now)).toBeUndefined();
  expect(placeInVenue(here, { areaId: 'lobby' }, now)).toBeUndefined();
});

test('WALL-01g a wall is found by its id, with the name of its widget', () => {
  const here = venue({ lounge: [wall('w', [over, { wallId: 'other' }])] });
  expect(placeInVenue(here, { wallId: 'bar' }, now)).toMatchObject({
    areaId: 'lounge',
    widgetId: 'w',
    card: undefined,
    otherName: 'Wall at the bar',
    isShown: false,
  });
  expect(placeInVenue(here, { wallId: 'other' }, now)).toMatchObject({ isShown: true });
  const external = venue({ lounge: [wall('w', [{ uris: [] }])] });
  expect(placeInVenue(external, { wallId: 'bar' }, now)).toBeUndefined();
});
