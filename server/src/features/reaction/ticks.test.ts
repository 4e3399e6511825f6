import { expect, test } from 'vitest';
import type { Every } from '#platform/clock';
import type { Platform } from '#platform/feature';
import type { Connection } from '#platform/realtime/connection';
import { TestCluster } from '#testing/cluster';
import { reactionFeature } from './index.ts';

test('WIDGET-02 the timer runs only while reactions are counted, and starts again with the next one', async () => {
  const node = new TestCluster();
  const { cluster } = node.addSolo('n1');
  const running = new Set<object>();
  const every: Every = (milliseconds, run) => {
    const timer = {};
    running.add(timer);
    const stop = node.time.every(milliseconds, run);
    return () => {
      running.delete(timer);
      stop();
    };
  };
  const published: unknown[] = [];
  const topics = { publish: (_topic: string, _event: unknown, data: unknown) => void published.push(data) };
  const platform = { realtime: { topics }, cluster, monotonicClock: node.time.clock, every };
  const feature = reactionFeature.create(platform as unknown as Platform, undefined);
  const tab = { mode: 'LIVE', areaId: 'lobby' } as Connection;
  for (const reaction of ['clap', 'heart', 'wave'] as const) {
    for (let count = 0; count < 2; count++) await feature.commands?.[0]?.handle(tab, { reaction });
    expect(running.size).toBe(1);
    await node.advance(1_000);
    expect(published.splice(0)).toEqual([{ areaId: 'lobby', counts: { [reaction]: 2 } }]);
    expect(running.size).toBe(0);
  }
});
