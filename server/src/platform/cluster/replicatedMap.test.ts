import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ReplicatedMap } from '#platform/cluster/replicatedMap';
import { TestCluster } from '#testing/cluster';

const goneAfter = { silentMs: 30_000, stoppedMs: 10_000 };

class Nodes extends TestCluster {
  readonly states = new Map<string, ReplicatedMap<number>>();
  /** The changes that each node was notified of, by the name of the node. */
  readonly changes = new Map<string, string[]>();

  start(...names: readonly string[]): readonly ReplicatedMap<number>[] {
    return names.map((name) => {
      const { cluster } = this.add(name);
      const changes: string[] = [];
      this.changes.set(name, changes);
      const state = cluster.replicatedMap('state', {
        schema: z.number(),
        onChange: (key, entry) => void changes.push(`${key} ${entry ?? 'deleted'}`),
        goneAfter,
      });
      this.states.set(name, state);
      cluster.start();
      return state;
    });
  }

  /** Every node flushes four times a second, and the bus delivers everything. */
  override advance(milliseconds: number): Promise<void> {
    return this.time.advance(milliseconds, () => {
      for (const state of this.states.values()) state.flush();
      this.bus.deliverAll();
    });
  }
}

async function startTwo() {
  const nodes = new Nodes();
  const [one, two] = nodes.start('one', 'two') as [ReplicatedMap<number>, ReplicatedMap<number>];
  await nodes.advance(1_000);
  return { nodes, one, two, changesOfTwo: nodes.changes.get('two') ?? [] };
}

test('flush sends the entries of a node to all others; entries are sorted by node', async () => {
  const { nodes, one, two, changesOfTwo } = await startTwo();
  one.set('a', 1);
  two.set('a', 2);
  await nodes.advance(250);
  expect([one.entriesOf('a'), two.entriesOf('a')]).toEqual([
    [1, 2],
    [1, 2],
  ]);
  one.delete('a');
  await nodes.advance(250);
  expect(two.entriesOf('a')).toEqual([2]);
  expect(changesOfTwo).toEqual(['a 1', 'a deleted']);
});

test('a node that starts later receives all entries within a second', async () => {
  const { nodes, one } = await startTwo();
  one.set('a', 1);
  await nodes.advance(250);
  const [three] = nodes.start('three');
  await nodes.advance(1_000);
  expect(three?.entriesOf('a')).toEqual([1]);
});

test('after a gap all entries are requested, and only changed entries are reported', async () => {
  const { nodes, one, two, changesOfTwo } = await startTwo();
  one.set('same', 1);
  one.set('deleted', 1);
  await nodes.advance(250);
  changesOfTwo.length = 0;
  one.set('lost', 2);
  one.delete('deleted');
  one.flush();
  nodes.bus.dropAll('two');
  one.set('received', 3);
  await nodes.advance(1_000);
  expect(['same', 'lost', 'received', 'deleted'].map((key) => two.entriesOf(key))).toEqual([
    [1],
    [2],
    [3],
    [],
  ]);
  expect(changesOfTwo.toSorted()).toEqual(['deleted deleted', 'lost 2', 'received 3']);
});

test('the loss of the last change is detected with the next heartbeat', async () => {
  const { nodes, one, two } = await startTwo();
  one.set('a', 1);
  one.flush();
  nodes.bus.dropAll('two');
  await nodes.advance(6_000);
  expect(two.entriesOf('a')).toEqual([1]);
});

test('duplicate and late messages, and messages of a node that is gone, are ignored', async () => {
  const { nodes, one, two, changesOfTwo } = await startTwo();
  for (const value of [1, 2, 3]) {
    one.set('a', value);
    await nodes.advance(250);
  }
  nodes.bus.replay('two');
  await nodes.advance(250);
  expect(changesOfTwo).toEqual(['a 1', 'a 2', 'a 3']);
  nodes.bus.blockPublishing('one');
  await nodes.advance(36_000);
  expect(two.entriesOf('a')).toEqual([]);
  nodes.bus.replay('two');
  await nodes.advance(250);
  expect(two.entriesOf('a')).toEqual([]);
});

test('the entries of a node are dropped after 30 s of silence, but kept while the bus is down', async () => {
  const { nodes, one, two } = await startTwo();
  one.set('a', 1);
  await nodes.advance(250);
  // Nothing is delivered.
  await nodes.time.advance(300_000);
  two.flush();
  expect(two.entriesOf('a')).toEqual([1]);
  nodes.bus.blockPublishing('one');
  await nodes.advance(29_000);
  expect(two.entriesOf('a')).toEqual([1]);
  await nodes.advance(7_000);
  expect(two.entriesOf('a')).toEqual([]);
});

test('a single node keeps its own entries', () => {
  const nodes = new TestCluster();
  const state = nodes.addSolo('one').cluster.replicatedMap('state', {
    schema: z.number(),
    onChange: () => undefined,
    goneAfter,
  });
  state.set('a', 1);
  state.flush();
  expect([state.get('a'), state.entriesOf('a')]).toEqual([1, [1]]);
  expect([state.delete('a'), state.delete('a')]).toEqual([true, false]);
});
