import { area as areaSchema, type Area } from '@foyer/contract';
import { expect, test } from 'vitest';
import { activeAt } from '../../../widgets/activeWidgets.ts';
import { hotspotsOf, type Moment } from './hotspot.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const moment: Moment = {
  language: 'en',
  fallbackLanguage: 'en',
  now: noon,
  rightToLeft: false,
  isNew: () => true,
};
const names = (text: string) => [{ locale: 'en' as const, text }];

const notice = (id: string, begin?: string, end?: string, x = 0.5) => ({
  id,
  type: 'TextNotificationWidget',
  name: id,
  configurations: [
    { id: 'only', name: id, texts: names('Hello'), ...(begin && { begin }), ...(end && { end }) },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x, y: 0.5 } }],
});

const room = (id: string, contentWidgets: unknown[], doors: [string, number][] = []): Area =>
  areaSchema.parse({
    id,
    names: names(id),
    viewMode: 'VIEW_2D',
    viewPoints: [
      {
        id: 'main',
        background: { assetId: id },
        doors: doors.map(([targetAreaId, x]) => ({
          id: targetAreaId,
          names: names(targetAreaId),
          targetAreaId,
          position: { kind: '2D', x, y: 0.3 },
        })),
      },
    ],
    contentWidgets,
  });

const meet = (areas: Area[], rest: Partial<Moment> = {}) => {
  const [first] = areas as [Area];
  const [viewpoint] = first.viewPoints as [Area['viewPoints'][number]];
  const now = rest.now ?? moment.now;
  const things = first.contentWidgets.flatMap((widget) => activeAt(widget, now) ?? []);
  return hotspotsOf({ viewpoint, things, areas }, { ...moment, ...rest });
};
const idsOf = (areas: Area[], rest?: Partial<Moment>) => meet(areas, rest).map(({ id }) => id);

test('AREA-02d the keyboard meets doors from the reading side, then things', () => {
  const lobby = room(
    'lobby',
    [notice('board', undefined, undefined, 0.1)],
    [
      ['right', 0.8],
      ['left', 0.2],
    ],
  );
  const areas = [lobby, room('left', []), room('right', [])];
  expect(idsOf(areas)).toEqual(['door-left', 'door-right', 'thing-board']);
  expect(idsOf(areas, { rightToLeft: true })).toEqual(['door-right', 'door-left', 'thing-board']);
});

test('a door beckons to what is on before what is next, at most one does, and it comes first', () => {
  const lobby = room(
    'lobby',
    [],
    [
      ['soon', 0.1],
      ['on', 0.5],
      ['quiet', 0.9],
    ],
  );
  const areas = [
    lobby,
    room('soon', [notice('later', '2026-11-20T12:20:00Z', '2026-11-20T13:00:00Z')]),
    room('on', [notice('lunch', '2026-11-20T11:30:00Z', '2026-11-20T13:00:00Z')]),
    room('quiet', [notice('always')]),
  ];
  expect(idsOf(areas)).toEqual(['door-on', 'door-soon', 'door-quiet']);
  expect(meet(areas).map((spot) => spot.kind === 'door' && spot.beckons)).toEqual([true, false, false]);
  expect(idsOf(areas, { now: noon + 3_600_000 })).toEqual(['door-soon', 'door-on', 'door-quiet']);
});

test('without anything on or next within half an hour no door beckons', () => {
  const areas = [
    room('lobby', [], [['evening', 0.5]]),
    room('evening', [notice('party', '2026-11-20T20:00:00Z', '2026-11-20T23:00:00Z')]),
  ];
  expect(meet(areas)).toMatchObject([{ beckons: false, happening: undefined }]);
});

test('AREA-08a a widget stands in the picture only while one of its configurations is active', () => {
  const lobby = room('lobby', [
    notice('morning', undefined, '2026-11-20T12:00:00Z'),
    notice('later', '2026-11-20T12:00:00Z'),
  ]);
  expect(idsOf([lobby])).toEqual(['thing-later']);
  expect(idsOf([lobby], { now: noon - 1 })).toEqual(['thing-morning']);
});
