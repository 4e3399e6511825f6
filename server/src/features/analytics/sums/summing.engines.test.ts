import { expect, onTestFinished, test } from 'vitest';
import { openStorage } from '#platform/storage/storage';
import { testDatabase } from '#testing/database';
import { LocalDays } from '../localDays.ts';
import { analyticsMigration, type AnalyticsTables } from '../tables.ts';
import type { Periods } from './sumStore.ts';
import { Summing } from './summing.ts';

const minuteMs = 60_000;
const start = Date.UTC(2026, 10, 20, 12);

/** Nodes that share a database; `updates` are the sums that they compute. */
async function createNodes() {
  const database = await testDatabase();
  const storage = await openStorage<AnalyticsTables>(database);
  onTestFinished(async () => {
    await storage.close();
    await database.remove();
  });
  await storage.migrate([analyticsMigration]);
  const time = { now: start, isBusy: true };
  const updates: { nodeId: string; periods: Periods }[] = [];
  const createNode = (nodeId: string, update: () => Promise<void> = async () => undefined) =>
    new Summing({
      storage,
      hits: { oldest: async () => undefined, hasAnySince: async (mode) => mode === 'LIVE' && time.isBusy },
      sums: {
        update: (periods) => {
          updates.push({ nodeId, periods });
          return update();
        },
      },
      days: new LocalDays('UTC'),
      cluster: { nodeId },
      clock: () => time.now,
      monotonicClock: () => time.now,
    });
  return { time, updates, createNode };
}

test('TRACK-12m one node at a time computes the sums of a period', async () => {
  const { updates, createNode } = await createNodes();
  const gate = Promise.withResolvers<void>();
  const first = createNode('first', () => gate.promise);
  const running = first.run();
  await expect.poll(() => updates.length).toBe(1);
  await createNode('second').run();
  const ofSecond = updates.filter(({ nodeId }) => nodeId === 'second').map(({ periods }) => periods.period);
  // The first node computes the sums of five minutes, so the second one computes the others.
  expect([...new Set(ofSecond)]).toEqual(['hour', 'day']);
  gate.resolve();
  await running;
});

test('TRACK-12n another node continues five minutes after a node has crashed', async () => {
  const { time, updates, createNode } = await createNodes();
  void createNode('crashed', () => new Promise(() => undefined)).run();
  await expect.poll(() => updates.length).toBe(1);
  const second = createNode('second');
  const computed = () =>
    updates.some(({ nodeId, periods }) => nodeId === 'second' && periods.period === 'fiveMinutes');
  time.now += 4 * minuteMs;
  await second.run();
  expect(computed()).toBe(false);
  time.now += minuteMs;
  await second.run();
  expect(computed()).toBe(true);
});

test('TRACK-12o sums continue where they ended, also after a failure and over several days', async () => {
  const { time, updates, createNode } = await createNodes();
  const node = createNode('first');
  await node.run();
  expect(await node.until('fiveMinutes')).toBe(start);
  time.now += 2 * 24 * 60 * minuteMs;
  const failing = createNode('failing', () => Promise.reject(new Error('disk')));
  await expect(failing.run()).rejects.toThrow('disk');
  expect(await node.until('fiveMinutes')).toBe(start);
  updates.length = 0;
  await node.run();
  const ranges = updates
    .filter(({ periods }) => periods.period === 'fiveMinutes' && periods.mode === 'LIVE')
    .map(({ periods }) => [new Date(periods.start).toISOString(), new Date(periods.end).toISOString()]);
  expect(ranges).toEqual([
    ['2026-11-20T11:55:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
  ]);
  expect(await node.until('fiveMinutes')).toBe(time.now);
});

test('TRACK-12zm the people of a day are counted at each run, after a long count only once it was 2 % of the time', async () => {
  const { time, updates, createNode } = await createNodes();
  let tookMs = 0;
  const node = createNode('first', async () => void (time.now += tookMs));
  const countsDay = async () => {
    updates.length = 0;
    await node.run();
    return updates.some(({ periods }) => periods.period === 'day');
  };
  expect(await countsDay()).toBe(true);
  time.now += minuteMs;
  tookMs = 4_000;
  expect(await countsDay()).toBe(true);
  tookMs = 0;
  time.now += 3 * minuteMs;
  expect(await countsDay()).toBe(false);
  time.now += 20_000;
  expect(await countsDay()).toBe(true);
});

test('TRACK-12zc sums are computed only while there are hits or stays that they do not include yet', async () => {
  const { time, updates, createNode } = await createNodes();
  const node = createNode('first');
  await node.run();
  updates.length = 0;
  time.isBusy = false;
  time.now += 10 * minuteMs;
  await node.run();
  expect(updates).toEqual([]);
  expect(await node.until('day')).toBe(time.now);
  time.isBusy = true;
  await node.run();
  expect(updates.map(({ periods }) => periods.period)).toContain('fiveMinutes');
});
