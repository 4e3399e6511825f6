import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { TestCluster } from '#testing/cluster';

const schema = z.object({ n: z.number() });

test('publish reaches the other nodes, broadcast also this node', () => {
  const nodes = new TestCluster();
  const received: string[] = [];
  const [one] = ['one', 'two'].map((name) =>
    nodes.add(name).cluster.channel('c', { schema, handle: ({ n }) => void received.push(`${name} ${n}`) }),
  );
  one?.publish({ n: 1 });
  nodes.bus.deliverAll();
  expect(received).toEqual(['two 1']);
  void one?.broadcast({ n: 2 });
  expect(received).toEqual(['two 1', 'one 2']);
  nodes.bus.deliverAll();
  expect(received).toEqual(['two 1', 'one 2', 'two 2']);
});

test('a message that does not match the schema is dropped', () => {
  const nodes = new TestCluster();
  const received: number[] = [];
  nodes.add('one').cluster.channel('c', { schema, handle: ({ n }) => void received.push(n) });
  const stranger = nodes.bus.join('stranger');
  for (const text of ['{', 'null', '[]', '{"n":"1"}', '{"n":1}']) stranger.publish('c', text);
  nodes.bus.deliverAll();
  expect(received).toEqual([1]);
});

test('the error of a handler is logged, and the next message is handled', async () => {
  const nodes = new TestCluster();
  const { cluster, warnings } = nodes.add('one');
  const received: number[] = [];
  cluster.channel('c', {
    schema,
    handle: ({ n }) => {
      if (n === 1) throw new Error('now');
      if (n === 2) return Promise.reject(new Error('later'));
      return void received.push(n);
    },
  });
  const other = nodes.add('two').cluster.channel('c', { schema, handle: () => undefined });
  for (const n of [1, 2, 3]) other.publish({ n });
  nodes.bus.deliverAll();
  await nextTurn();
  expect(received).toEqual([3]);
  expect(warnings).toEqual(['handling a bus message failed', 'handling a bus message failed']);
});

/** A node that reconciles every 5 s: each run waits until the test ends it. */
function reconciling() {
  const nodes = new TestCluster();
  const { cluster, warnings } = nodes.add('one');
  const runs: PromiseWithResolvers<void>[] = [];
  const channel = cluster.channel('c', {
    schema,
    handle: () => undefined,
    reconcile: () => {
      const run = Promise.withResolvers<void>();
      runs.push(run);
      return run.promise;
    },
    everyMs: 5_000,
  });
  return { nodes, cluster, warnings, runs, channel };
}

test('reconciliation runs at its interval between start and stop', async () => {
  const { nodes, cluster, runs } = reconciling();
  await nodes.advance(6_000);
  expect(runs).toHaveLength(0);
  cluster.start();
  await nodes.advance(5_000);
  expect(runs).toHaveLength(1);
  let isStopped = false;
  const stopping = cluster.stop().then(() => (isStopped = true));
  await nodes.advance(6_000);
  expect(isStopped).toBe(false);
  runs[0]?.resolve();
  await stopping;
  await nodes.advance(6_000);
  expect(runs).toHaveLength(1);
});

test('runs never overlap: an interval during a run is skipped, a request starts one more run after it', async () => {
  const { nodes, cluster, runs, channel } = reconciling();
  cluster.start();
  await nodes.advance(12_000);
  expect(runs).toHaveLength(1);
  channel.reconcile();
  channel.reconcile();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await nextTurn();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await nextTurn();
  expect(runs).toHaveLength(2);
});

test('a failed run is logged and repeated at the next interval', async () => {
  const { nodes, cluster, warnings, runs } = reconciling();
  cluster.start();
  await nodes.advance(5_000);
  runs[0]?.reject(new Error('no storage'));
  await nextTurn();
  expect(warnings).toEqual(['reconciliation failed']);
  expect(runs).toHaveLength(1);
  await nodes.advance(5_000);
  expect(runs).toHaveLength(2);
});

test('reconciliation runs as soon as the bus has reconnected', () => {
  const { nodes, cluster, runs } = reconciling();
  cluster.start();
  nodes.bus.reconnect('one');
  expect(runs).toHaveLength(1);
});
