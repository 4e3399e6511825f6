import { mediaBoardLikes, type DataOf, type LikeCounts, type OperatingMode } from '@foyer/contract';
import { countsUpdateMs } from '@foyer/contract/limits';
import { expect, test } from 'vitest';
import type { Every } from '#platform/clock';
import type { Connection } from '#platform/realtime/connection';
import { TestCluster, type TestNode } from '#testing/cluster';
import { createLiveLikes, type LiveLikes } from './liveLikes.ts';

/** The tab of a fake connection, with the counts that it has received. */
class FakeTab {
  readonly received: LikeCounts[] = [];
  readonly connection: Connection;

  constructor(mode: OperatingMode = 'LIVE') {
    this.connection = { mode, send: (frame: Buffer) => this.receive(frame) } as unknown as Connection;
  }

  private receive(frame: Buffer): void {
    const text = frame.toString();
    const { event, data } = JSON.parse(text.slice(text.indexOf('{'))) as {
      event: string;
      data: DataOf<typeof mediaBoardLikes>;
    };
    expect([event, data.mediaBoardId]).toEqual([mediaBoardLikes.name, 'posters']);
    this.received.push(data.counts);
  }
}

const posters = (mode: OperatingMode = 'LIVE') => ({ mode, mediaBoardId: 'posters' });
const count = (likes: number, changes = likes) => ({ likes, changes });

/** A database with the counts of the board `posters`, and nodes that read it. */
class Nodes {
  readonly cluster = new TestCluster();
  stored: LikeCounts = {};
  /** Reads end after this promise. They return what was stored when they began. */
  readsHeldUntil = Promise.resolve();
  timers = 0;

  add(nodeId: string): LiveLikes {
    return this.addOn(this.cluster.add(nodeId));
  }

  addSolo(): LiveLikes {
    return this.addOn(this.cluster.addSolo('solo'));
  }

  private addOn({ cluster }: TestNode): LiveLikes {
    const every: Every = (milliseconds, run) => {
      this.timers += 1;
      const stop = this.cluster.time.every(milliseconds, run);
      return () => {
        this.timers -= 1;
        stop();
      };
    };
    const countsOf = async () => {
      const { stored } = this;
      await this.readsHeldUntil;
      return stored;
    };
    const live = createLiveLikes({ cluster, every, store: { countsOf } });
    cluster.start();
    return live;
  }
}

test('BOARD-03g changes within a quarter of a second are one event, with the changed content pieces only', async () => {
  const nodes = new Nodes();
  const live = nodes.addSolo();
  nodes.stored = { dawn: count(1), dusk: count(4) };
  const [one, two, stage] = [new FakeTab(), new FakeTab(), new FakeTab('STAGE')];
  for (const tab of [one, two, stage])
    expect(await live.open(tab.connection, posters(tab.connection.mode))).toEqual(nodes.stored);
  for (let likes = 2; likes <= 100; likes++) live.publish(posters(), 'dawn', count(likes));
  live.publish(posters(), 'noon', count(1));
  // An older count that comes later does not replace the newer one.
  live.publish(posters(), 'dawn', count(98));
  await nodes.cluster.advance(countsUpdateMs);
  for (const tab of [one, two]) expect(tab.received).toEqual([{ dawn: count(100), noon: count(1) }]);
  live.publish(posters(), 'dawn', count(99, 101));
  live.close(two.connection, posters());
  await nodes.cluster.advance(countsUpdateMs);
  expect(one.received.slice(1)).toEqual([{ dawn: count(99, 101) }]);
  expect([two.received.length, stage.received]).toEqual([1, []]);
});

test('the timer of likes runs only while counts change', async () => {
  const nodes = new Nodes();
  const live = nodes.addSolo();
  const tab = new FakeTab();
  await live.open(tab.connection, posters());
  expect(nodes.timers).toBe(0);
  for (let likes = 1; likes <= 3; likes++) {
    live.publish(posters(), 'dawn', count(likes));
    expect(nodes.timers).toBe(1);
    await nodes.cluster.advance(2 * countsUpdateMs);
    expect([nodes.timers, tab.received.length]).toEqual([0, likes]);
  }
  live.closeAll(tab.connection);
  live.publish(posters(), 'dawn', count(4));
  await nodes.cluster.advance(2 * countsUpdateMs);
  expect([nodes.timers, tab.received.length]).toEqual([0, 3]);
});

test('BOARD-03h a tab gets at most one event per quarter of a second, however many nodes write', async () => {
  const nodes = new Nodes();
  const writers = ['a', 'b', 'c', 'd'].map((nodeId) => nodes.add(nodeId));
  const tab = new FakeTab();
  await writers[0]?.open(tab.connection, posters());
  let likes = 0;
  for (let step = 0; step < 8; step++) {
    // The nodes begin to write at different times.
    for (const writer of writers.slice(0, step + 1)) writer.publish(posters(), 'dawn', count(++likes));
    await nodes.cluster.advance(countsUpdateMs);
    expect(tab.received.length).toBeLessThanOrEqual(step + 1);
  }
  await nodes.cluster.advance(2 * countsUpdateMs);
  expect(tab.received.at(-1)).toEqual({ dawn: count(likes) });
  nodes.cluster.bus.replay('a');
  await nodes.cluster.advance(2 * countsUpdateMs);
  expect(tab.received.at(-1)).toEqual({ dawn: count(likes) });
});

test('BOARD-03i counts that the bus has lost are found in the database', async () => {
  const nodes = new Nodes();
  const [here, there] = [nodes.add('here'), nodes.add('there')];
  nodes.stored = { dawn: count(1), dusk: count(1) };
  const tab = new FakeTab();
  await here.open(tab.connection, posters());
  nodes.cluster.bus.blockPublishing('there');
  nodes.stored = { ...nodes.stored, dawn: count(2) };
  there.publish(posters(), 'dawn', count(2));
  await nodes.cluster.advance(4_000);
  expect(tab.received).toEqual([]);
  await nodes.cluster.advance(2_000);
  expect(tab.received).toEqual([{ dawn: count(2) }]);
  await nodes.cluster.advance(10_000);
  expect([tab.received.length, nodes.timers]).toEqual([1, 0]);
});

test('BOARD-03l a count that arrives while the database is read is in the reply, and no older one is sent after it', async () => {
  const nodes = new Nodes();
  const [here, there] = [nodes.add('here'), nodes.add('there')];
  nodes.stored = { dawn: count(1), dusk: count(4) };
  const read = Promise.withResolvers<void>();
  nodes.readsHeldUntil = read.promise;
  const tab = new FakeTab();
  const reply = here.open(tab.connection, posters());
  there.publish(posters(), 'dawn', count(2));
  await nodes.cluster.advance(2 * countsUpdateMs);
  expect(tab.received).toEqual([{ dawn: count(2) }]);
  read.resolve();
  expect(await reply).toEqual({ dawn: count(2), dusk: count(4) });
  // Reconciliation reads the older count once more.
  await nodes.cluster.advance(10_000);
  expect(tab.received).toEqual([{ dawn: count(2) }]);
});

test('a tab whose board could not be read is not subscribed', async () => {
  const nodes = new Nodes();
  const live = nodes.addSolo();
  const tab = new FakeTab();
  nodes.readsHeldUntil = Promise.reject(new Error('no database'));
  await expect(live.open(tab.connection, posters())).rejects.toThrow('no database');
  live.publish(posters(), 'dawn', count(1));
  await nodes.cluster.advance(countsUpdateMs);
  expect(tab.received).toEqual([]);
});
