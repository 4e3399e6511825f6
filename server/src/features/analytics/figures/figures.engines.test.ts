import { downloadFigures, getFigures, type Figures } from '@foyer/contract';
import { expect, test } from 'vitest';
import { testStart, type Foyer } from '#testing/foyer';
import { saveArchitecture, startAnalytics } from '../testing/analyticsVenue.ts';
import {
  sendOnStage,
  ada,
  bo,
  eventOf,
  inArea,
  ping,
  send,
  storedHits,
  storedStays,
} from '../testing/hits.ts';
import { LocalDays, serverTimeZone } from '../localDays.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const days = new LocalDays(serverTimeZone());

const toInstant = (time: number) => new Date(time).toISOString();
const queryFor = (from: number, to: number, architectureId = 'nightfall') => ({
  architectureId,
  from: toInstant(from),
  to: toInstant(to),
});
const figures = (foyer: Foyer, from: number, to: number) =>
  foyer.must(getFigures, { query: queryFor(from, to) }, { as: 'host' });

/** Waits until all hits so far are summed up, also per day. */
async function summedUp(foyer: Foyer, from: number, to: number): Promise<Figures> {
  const { now } = foyer;
  foyer.advance(6 * minuteMs);
  const areCurrent = ({ updatedAt = toInstant(0) }: Figures) => Date.parse(updatedAt) > now;
  await expect
    .poll(async () => {
      const found = [await figures(foyer, from, to), await figures(foyer, now - 6 * dayMs, now)];
      return found.every(areCurrent);
    })
    .toBe(true);
  return figures(foyer, from, to);
}

/** Ada looks at the lobby and reacts twice, Bo looks at both areas ten minutes later. */
async function visit(foyer: Foyer): Promise<void> {
  await send(foyer, { _id: ada });
  await send(foyer, { _id: ada, ...eventOf('reaction', 'send', 'kind=clap') });
  await send(foyer, { _id: ada, ...eventOf('reaction', 'send', 'kind=clap') });
  foyer.advance(15_000);
  await send(foyer, { _id: ada, ...ping });
  foyer.advance(10 * minuteMs);
  await send(foyer, { _id: bo });
  await send(foyer, { _id: bo, ...inArea('lounge') });
  await send(foyer, { _id: bo, ...eventOf('widget', 'open', 'area=lobby widget=poster') });
}

test('TRACK-12e a few hours are shown in periods of five minutes', async () => {
  const foyer = await startAnalytics();
  await visit(foyer);
  const found = await summedUp(foyer, testStart, testStart + hourMs);
  expect(found).toEqual({
    period: 'fiveMinutes',
    timeZone: serverTimeZone(),
    from: toInstant(testStart),
    to: toInstant(testStart + hourMs),
    updatedAt: found.updatedAt,
    series: [
      { at: toInstant(testStart), people: 1, views: 1 },
      { at: toInstant(testStart + 10 * minuteMs), people: 1, views: 2 },
    ],
    dayBefore: [],
    areas: [
      { areaId: 'lobby', views: 2, minutes: 0.3, peak: 1 },
      { areaId: 'lounge', views: 1, minutes: 0, peak: 1 },
    ],
    events: [
      { category: 'reaction', action: 'send', areaId: 'lobby', kind: 'clap', count: 2 },
      {
        category: 'widget',
        action: 'open',
        areaId: 'lobby',
        widgetId: 'poster',
        widgetType: 'ImageWidget',
        count: 1,
      },
    ],
  });
});

test('TRACK-12g a whole day is shown in hours, with its different people, beside the day before', async () => {
  const foyer = await startAnalytics();
  await visit(foyer);
  foyer.advance(dayMs - 10 * minuteMs);
  await visit(foyer);
  const { start, end } = days.dayOf(foyer.now);
  const found = await summedUp(foyer, start, end);
  const hour = start + Math.floor((foyer.now - start) / hourMs) * hourMs;
  expect(found.period).toBe('hour');
  expect(found.series).toEqual([{ at: toInstant(hour), people: 2, views: 3 }]);
  expect(found.dayBefore).toEqual([{ at: toInstant(hour - dayMs), people: 2, views: 3 }]);
  expect(found.areas).toMatchObject([
    { areaId: 'lobby', peak: 2, people: 2 },
    { areaId: 'lounge', peak: 1, people: 1 },
  ]);
  expect(found.events).toMatchObject([
    { category: 'reaction', count: 2, people: 1 },
    { category: 'widget', count: 1, people: 1 },
  ]);
});

test('TRACK-12h a week is shown in days', async () => {
  const foyer = await startAnalytics();
  await visit(foyer);
  foyer.advance(dayMs);
  await visit(foyer);
  const { start, end } = days.dayOf(foyer.now);
  const found = await summedUp(foyer, start - 6 * dayMs, end);
  expect([found.period, found.dayBefore]).toEqual(['day', []]);
  expect(found.series).toEqual([
    { at: toInstant(days.dayOf(start - 1).start), people: 2, views: 3 },
    { at: toInstant(start), people: 2, views: 3 },
  ]);
  // People of different days cannot be compared, so they are added up.
  expect(found.areas[0]).toMatchObject({ areaId: 'lobby', views: 4, people: 4 });
  expect(found.events[0]).toMatchObject({ count: 4, people: 2 });
});

test('TRACK-12i hits of the live venue and of the stage are counted separately', async () => {
  const foyer = await startAnalytics();
  await send(foyer, {}, { mode: 'STAGE', as: 'designer' });
  await send(foyer);
  await send(foyer, { _id: bo });
  await summedUp(foyer, testStart, testStart + hourMs);
  const query = queryFor(testStart, testStart + hourMs);
  const stage = await foyer.must(getFigures, { query }, { as: 'administrator', mode: 'STAGE' });
  const live = await foyer.must(getFigures, { query }, { as: 'administrator' });
  expect([stage.series, live.series].map(([point]) => point?.people)).toEqual([1, 2]);
});

test('TRACK-12rh the stage has figures for each architecture', async () => {
  const foyer = await startAnalytics();
  await saveArchitecture(foyer, 'daybreak', 'terrace');
  await sendOnStage(foyer, 'nightfall/area/lobby');
  await sendOnStage(foyer, 'daybreak/area/terrace');
  await sendOnStage(foyer, 'daybreak/area/terrace', eventOf('reaction', 'send', 'kind=clap'));
  await summedUp(foyer, testStart, testStart + hourMs);
  const read = (architectureId: string) =>
    foyer.must(
      getFigures,
      { query: queryFor(testStart, testStart + hourMs, architectureId) },
      { as: 'administrator', mode: 'STAGE' },
    );
  const [nightfall, daybreak, none] = [await read('nightfall'), await read('daybreak'), await read('none')];
  expect([nightfall.areas, nightfall.events]).toMatchObject([[{ areaId: 'lobby', views: 1 }], []]);
  expect([daybreak.areas, daybreak.events]).toMatchObject([
    [{ areaId: 'terrace', views: 1 }],
    [{ areaId: 'terrace', kind: 'clap', count: 1 }],
  ]);
  expect([nightfall, daybreak, none].map(({ series }) => series.map(({ views }) => views))).toEqual([
    [1],
    [1],
    [],
  ]);
  const { bytes } = await foyer.call(
    downloadFigures,
    { query: { ...queryFor(testStart, testStart + hourMs, 'daybreak'), table: 'areas' } },
    { as: 'administrator', mode: 'STAGE' },
  );
  expect(new TextDecoder().decode(bytes)).toMatch(/^area,.*\r\nterrace,[^,]+,,1,[^\n]*\n$/);
});

test('TRACK-12j sums stay when their hits are deleted, and a late hit is added to them', async () => {
  const foyer = await startAnalytics({ env: { ANALYTICS_RETENTION_DAYS: '2' } });
  await visit(foyer);
  const before = await summedUp(foyer, testStart, testStart + hourMs);
  await foyer.running.storage.db
    .insertInto('analyticsHit')
    .values({ ...(await storedHits(foyer))[0], rand: 'late', at: foyer.now - 90_000 } as never)
    .execute();
  const after = await summedUp(foyer, testStart, testStart + hourMs);
  const viewsOf = ({ series }: Figures) => series.reduce((sum, { views }) => sum + views, 0);
  expect(viewsOf(after)).toBe(viewsOf(before) + 1);
  foyer.advance(4 * dayMs);
  await summedUp(foyer, testStart - 5 * dayMs, testStart);
  foyer.advance(hourMs);
  await expect.poll(() => storedHits(foyer)).toEqual([]);
  expect(await storedStays(foyer)).toEqual([]);
  const later = await figures(foyer, testStart, testStart + hourMs);
  expect({ ...later, updatedAt: '' }).toEqual({ ...after, updatedAt: '' });
});

test.each<[what: string, from: string, to: string]>([
  ['is empty', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z'],
  ['ends before it begins', '2026-11-21T12:00:00Z', '2026-11-20T12:00:00Z'],
  ['is longer than a year', '2024-11-20T12:00:00Z', '2026-11-20T12:00:00Z'],
  ['has no time zone', '2026-11-20T12:00:00', '2026-11-21T12:00:00'],
])('TRACK-12k a range that %s is rejected', async (_what, from, to) => {
  const foyer = await startAnalytics();
  const { status, error } = await foyer.call(
    getFigures,
    { query: { architectureId: 'nightfall', from, to } },
    { as: 'host' },
  );
  expect([status, error?.errMsg]).toEqual([400, expect.stringMatching(/^The parameter from is invalid/)]);
});

test('TRACK-12l each table of the figures is downloaded as CSV', async () => {
  const foyer = await startAnalytics();
  await visit(foyer);
  const { start, end } = days.dayOf(testStart);
  await summedUp(foyer, start, end);
  const download = async (table: 'series' | 'areas' | 'events') => {
    const query = { ...queryFor(start, end), table };
    const { headers, bytes } = await foyer.call(downloadFigures, { query }, { as: 'host' });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain(
      `filename="figures-${table}-${days.dateOf(start)}.csv"`,
    );
    return new TextDecoder().decode(bytes);
  };
  const hour = start + Math.floor((testStart - start) / hourMs) * hourMs;
  const local = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(hour);
  expect(await download('series')).toBe(`begin (${days.timeZone}),people,page views\r\n${local},2,3\r\n`);
  expect(await download('areas')).toBe(
    'area,area name,people,page views,minutes,peak\r\nlobby,Lobby,2,2,0.3,2\r\nlounge,Lobby,1,1,0,1\r\n',
  );
  expect(await download('events')).toBe(
    'category,action,area,area name,widget,widget name,widget type,asset,content card,kind,count,people\r\n' +
      'reaction,send,lobby,Lobby,,,,,,clap,2,1\r\nwidget,open,lobby,Lobby,poster,Poster,ImageWidget,,,,1,1\r\n',
  );
});
