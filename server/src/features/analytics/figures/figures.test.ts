import { expect, test } from 'vitest';
import { LocalDays } from '../localDays.ts';
import { FigureReader, type FigureReaderDeps } from './figures.ts';
import type { SumRange } from './figureStore.ts';

/** A reader of sums of the lobby in Berlin. `series` are the ranges of which people over time were read. */
function createReader(sumsOfDays: readonly { areaId: string; people: number }[] = []) {
  const series: SumRange[] = [];
  const noSums = { views: 0, seconds: 0, peak: 0 };
  const store: FigureReaderDeps['store'] = {
    series: async (range) => {
      series.push(range);
      return [];
    },
    areas: async ({ period }) =>
      (period === 'day' ? sumsOfDays : [{ areaId: 'lobby', people: 9 }]).map((area) => ({
        ...noSums,
        ...area,
      })),
    events: async ({ period }) =>
      period === 'day' ? [] : [{ category: 'reaction', action: 'send', count: 4, people: 3 }],
  };
  const reader = new FigureReader({
    store,
    summing: { until: async () => undefined },
    days: new LocalDays('Europe/Berlin'),
  });
  return { reader, series };
}

const toInstant = (time: number): string => new Date(time).toISOString();

test('TRACK-12rp the day before has an hour more at both ends, as the clocks may have changed', async () => {
  const { reader, series } = createReader();
  const range = { architectureId: 'nightfall', from: '2026-10-25T23:00:00Z', to: '2026-10-26T23:00:00Z' };
  await reader.read('LIVE', range);
  expect(series.map(({ from, to }) => [toInstant(from), toInstant(to)])).toEqual([
    ['2026-10-25T23:00:00.000Z', '2026-10-26T23:00:00.000Z'],
    ['2026-10-24T22:00:00.000Z', '2026-10-26T00:00:00.000Z'],
  ]);
});

test('TRACK-12rq people of a day that is not summed up yet are absent, and not 0', async () => {
  const range = { architectureId: 'nightfall', from: '2026-11-19T23:00:00Z', to: '2026-11-20T23:00:00Z' };
  const { areas, events } = await createReader().reader.read('LIVE', range);
  expect([areas[0]?.people, events[0]?.people]).toEqual([undefined, undefined]);
  const summed = await createReader([{ areaId: 'lobby', people: 0 }]).reader.read('LIVE', range);
  expect(summed.areas[0]?.people).toBe(0);
});
