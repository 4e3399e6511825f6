import { likeCount, type LikeCount, type LikeCounts } from '@foyer/contract';
import { countsUpdateMs } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Connection } from '#platform/realtime/connection';
import { TestCluster, type TestNode } from '#testing/cluster';
import { LiveCounts } from './liveCounts.ts';

const count = (likes: number, changes = likes) => ({ likes, changes });

/** A tab that receives counts. */
function openTab() {
  const received: LikeCounts[] = [];
  const connection = {
    send: (frame: Buffer) => received.push(JSON.parse(frame.toString()) as LikeCounts),
  } as unknown as Connection;
  return { connection, received };
}

/** A database with the counts of a topic, and nodes that read it. */
class Nodes {
  readonly cluster = new TestCluster();
  stored: LikeCounts = {};
  reads = 0;

  on({ cluster }: TestNode): LiveCounts<string, LikeCount> {
    const live = new LiveCounts<string, LikeCount>({
      name: 'likes',
      topic: z.string(),
      count: likeCount,
      keyOf: (topic) => topic,
      read: async () => {
        this.reads += 1;
        return this.stored;
      },
      toFrame: (_topic, counts) => Buffer.from(JSON.stringify(counts)),
      cluster,
      every: (milliseconds, run) => this.cluster.time.every(milliseconds, run),
    });
    cluster.start();
    return live;
  }
}

test('BOARD-08h a node reads the likes of a topic once, however many tabs subscribe, and a single node never', async () => {
  const nodes = new Nodes();
  const [solo, here] = [nodes.on(nodes.cluster.addSolo('solo')), nodes.on(nodes.cluster.add('here'))];
  await solo.subscribe(openTab().connection, 'wall');
  expect(nodes.reads).toBe(0);
  for (let no = 0; no < 3; no++) await here.subscribe(openTab().connection, 'wall');
  expect(nodes.reads).toBe(1);
});

test('a node reads the counts of a topic once for all tabs that open it, and again after the last has closed it', async () => {
  const nodes = new Nodes();
  const here = nodes.on(nodes.cluster.addSolo('here'));
  nodes.stored = { 1: count(1) };
  const tabs = Array.from({ length: 20 }, () => openTab().connection);
  const opened = await Promise.all(tabs.map((tab) => here.open(tab, 'wall')));
  expect([nodes.reads, new Set(opened.map((counts) => JSON.stringify(counts))).size]).toEqual([1, 1]);
  here.publish('wall', '1', count(2));
  // Not `stored`, which is not read.
  expect(await here.open(openTab().connection, 'wall')).toEqual({ 1: count(2) });
  expect(nodes.reads).toBe(1);
  const other = openTab().connection;
  await here.open(other, 'other');
  here.close(other, 'other');
  await here.open(other, 'other');
  expect(nodes.reads).toBe(3);
});

test('BOARD-08i likes that the bus has lost reach a subscribed tab, and those that it has are not sent again', async () => {
  const nodes = new Nodes();
  const here = nodes.on(nodes.cluster.add('here'));
  nodes.stored = { 1: count(1), 2: count(4) };
  const [tab, left] = [openTab(), openTab()];
  for (const { connection } of [tab, left]) await here.subscribe(connection, 'wall');
  here.close(left.connection, 'wall');
  nodes.stored = { ...nodes.stored, 1: count(2) };
  await nodes.cluster.advance(5_000 + 2 * countsUpdateMs);
  expect([tab.received, left.received]).toEqual([[{ 1: count(2) }], []]);
});
