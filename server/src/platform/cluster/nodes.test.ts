import { expect, test } from 'vitest';
import { soloBus } from '#platform/bus/bus';
import { Nodes } from '#platform/cluster/nodes';
import { TestCluster, TestTime } from '#testing/cluster';

const after = { silentMs: 15_000, stoppedMs: 10_000 };

/** Starts two nodes that have received each other's heartbeats. */
async function startTwo() {
  const nodes = new TestCluster();
  const [one, two] = [nodes.add('one').cluster, nodes.add('two').cluster];
  one.start();
  two.start();
  await nodes.advance(250);
  const isGone = () => one.nodes.isGone('two', after);
  return { nodes, one, two, isGone };
}

test('a node is alive from its start as long as its heartbeats arrive', async () => {
  const nodes = new TestCluster();
  const one = nodes.add('one').cluster;
  one.start();
  await nodes.advance(4_000);
  const two = nodes.add('two').cluster;
  expect(one.nodes.isAlive('two', after)).toBe(false);
  two.start();
  await nodes.advance(250);
  expect([one.nodes.isAlive('two', after), two.nodes.isAlive('one', after)]).toEqual([true, true]);
  await nodes.advance(60_000);
  expect(one.nodes.isAlive('two', after)).toBe(true);
});

test('a crashed node is gone after `silentMs` without heartbeats, not earlier', async () => {
  const { nodes, isGone } = await startTwo();
  nodes.bus.leave('two');
  nodes.bus.blockPublishing('two');
  await nodes.advance(14_750);
  expect(isGone()).toBe(false);
  await nodes.advance(6_000);
  expect(isGone()).toBe(true);
});

test('time during which the bus delivers nothing does not count as silence', async () => {
  const { nodes, isGone } = await startTwo();
  await nodes.time.advance(120_000);
  expect(isGone()).toBe(false);
  nodes.bus.deliverAll();
  await nodes.advance(5_000);
  expect(isGone()).toBe(false);
});

test('a pause of this process counts as one heartbeat interval of silence', async () => {
  const { nodes, isGone } = await startTwo();
  nodes.bus.blockPublishing('two');
  nodes.time.now += 3_600_000;
  await nodes.advance(250);
  expect(isGone()).toBe(false);
});

test('a node whose heartbeats arrive again is alive', async () => {
  const { nodes, isGone } = await startTwo();
  nodes.bus.blockPublishing('two');
  await nodes.advance(30_000);
  expect(isGone()).toBe(true);
  nodes.bus.blockPublishing('two', false);
  await nodes.advance(5_000);
  expect(isGone()).toBe(false);
});

test('a stopped node is gone after `stoppedMs`, even if late messages arrive', async () => {
  const { nodes, two, isGone } = await startTwo();
  await two.stop();
  nodes.bus.deliverAll();
  nodes.bus.leave('two');
  await nodes.advance(9_750);
  expect(isGone()).toBe(false);
  await nodes.advance(250);
  expect(isGone()).toBe(true);
  nodes.bus.replay('one');
  expect(isGone()).toBe(true);
});

test('late heartbeats of a crashed node do not count', async () => {
  const { nodes, isGone } = await startTwo();
  nodes.bus.blockPublishing('two');
  await nodes.advance(14_000);
  nodes.bus.replay('one');
  await nodes.advance(7_000);
  expect(isGone()).toBe(true);
});

test('an unknown node counts as silent from the first query for it', async () => {
  const { nodes, one } = await startTwo();
  await nodes.advance(60_000);
  expect(one.nodes.isGone('unknown', after)).toBe(false);
  expect(one.nodes.isAlive('unknown', after)).toBe(false);
  await nodes.advance(21_000);
  expect(one.nodes.isGone('unknown', after)).toBe(true);
});

test('a single node counts the silence of nodes that existed before its start', async () => {
  const time = new TestTime();
  const nodes = new Nodes({ bus: soloBus, monotonicClock: time.clock, every: time.every });
  nodes.start();
  expect(nodes.isGone('before', after)).toBe(false);
  await time.advance(21_000);
  expect(nodes.isGone('before', after)).toBe(true);
});

test('invalid messages, for example of another version, are ignored', async () => {
  const { nodes, isGone } = await startTwo();
  const stranger = nodes.bus.join('stranger');
  for (const text of ['{', '[]', '{"no":"1"}', '{"no":9,"positions":[]}']) stranger.publish('nodes', text);
  await nodes.advance(5_000);
  expect(isGone()).toBe(false);
});
