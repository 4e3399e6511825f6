import { area as areaSchema, type Area } from '@foyer/contract';
import { expect, test } from 'vitest';
import { activeAt } from '../../../widgets/registry/activeWidgets.ts';
import { hotspotsOf, type HotspotContext } from './hotspot.ts';

const noon = Date.parse('2026-11-20T12:00:00Z');
const context: HotspotContext = {
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

const hotspotsIn = (areas: Area[], rest: Partial<HotspotContext> = {}) => {
  const [first] = areas as [Area];
  const [viewpoint] = first.viewPoints as [Area['viewPoints'][number]];
  const now = rest.now ?? context.now;
  const widgets = first.contentWidgets.flatMap((widget) => activeAt(widget, now) ?? []);
  return hotspotsOf({ viewpoint, widgets, areas }, { ...context, ...rest });
};
const idsOf = (areas: Area[], rest?: Partial<HotspotContext>) => hotspotsIn(areas, rest).map(({ id }) => id);

test('AREA-02d the keyboard order is doors from the side where reading starts, then widgets', () => {
  const lobby = room(
    'lobby',
    [notice('board', undefined, undefined, 0.1)],
    [
      ['right', 0.8],
      ['left', 0.2],
    ],
  );
  const areas = [lobby, room('left', []), room('right', [])];
  expect(idsOf(areas)).toEqual(['door-left', 'door-right', 'widget-board']);
  expect(idsOf(areas, { rightToLeft: true })).toEqual(['door-right', 'door-left', 'widget-board']);
});

test('at most one door is highlighted, for a current event rather than the next one, and it comes first', () => {
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
  expect(hotspotsIn(areas).map((hotspot) => hotspot.kind === 'door' && hotspot.isHighlighted)).toEqual([
    true,
    false,
    false,
  ]);
  expect(idsOf(areas, { now: noon + 3_600_000 })).toEqual(['door-soon', 'door-on', 'door-quiet']);
});

test('no door is highlighted without an event now or within half an hour', () => {
  const areas = [
    room('lobby', [], [['evening', 0.5]]),
    room('evening', [notice('party', '2026-11-20T20:00:00Z', '2026-11-20T23:00:00Z')]),
  ];
  expect(hotspotsIn(areas)).toMatchObject([{ isHighlighted: false, happening: undefined }]);
});

test('AREA-08a a widget is a hotspot only while one of its configurations is active', () => {
  const lobby = room('lobby', [
    notice('morning', undefined, '2026-11-20T12:00:00Z'),
    notice('later', '2026-11-20T12:00:00Z'),
  ]);
  expect(idsOf([lobby])).toEqual(['widget-later']);
  expect(idsOf([lobby], { now: noon - 1 })).toEqual(['widget-morning']);
});
