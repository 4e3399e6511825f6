import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { DurableFeeds } from '#platform/cluster/durableFeeds';
import { TestCluster } from '#testing/cluster';

interface Item {
  readonly seq: number;
  readonly text: string;
}

/** A database with one topic, and nodes that read it. */
class Nodes extends TestCluster {
  readonly items: Item[] = [];
  reads = 0;
  isDown = false;

  start(name: string, isSolo = false) {
    const node = isSolo ? this.addSolo(name) : this.add(name);
    const delivered: string[] = [];
    const feeds = node.cluster.durableFeeds<Item>('feed', {
      lastSeqs: async (topicIds) => {
        const lastSeq = this.items.length;
        await this.read();
        return new Map(topicIds.map((topicId) => [topicId, lastSeq]));
      },
      readSince: async (_topicId, seq) => {
        await this.read();
        return { items: this.items.slice(seq), upTo: this.items.length };
      },
      deliver: (_topicId, { text }) => void delivered.push(text),
    });
    node.cluster.start();
    return { ...node, delivered, feeds };
  }

  write(text: string): Item {
    const item = { seq: this.items.length + 1, text };
    this.items.push(item);
    return item;
  }

  private async read(): Promise<void> {
    this.reads += 1;
    if (this.isDown) throw new Error('no database');
    await turn();
  }
}

const offer = (feeds: DurableFeeds<Item>, item: Item) => feeds.publish('t', async () => item);

/** Two nodes that have the topic open. */
async function startTwo() {
  const nodes = new Nodes();
  const [one, two] = [nodes.start('one'), nodes.start('two')];
  await Promise.all([one.feeds.open('t'), two.feeds.open('t')]);
  return { nodes, one, two };
}

test('an item is delivered on its own node without a read, and on the others from the database', async () => {
  const { nodes, one, two } = await startTwo();
  nodes.reads = 0;
  await offer(one.feeds, nodes.write('a'));
  expect([one.delivered, nodes.reads]).toEqual([['a'], 0]);
  await nodes.pass(250);
  expect(two.delivered).toEqual(['a']);
});

test('items are delivered in their order and once, in whichever order they arrive', async () => {
  const { nodes, one, two } = await startTwo();
  const written = ['a', 'b', 'c'].map((text) => nodes.write(text));
  for (const item of written.toReversed()) await offer(one.feeds, item);
  await nodes.pass(250);
  for (const item of written) await offer(two.feeds, item);
  nodes.bus.replay('two');
  await nodes.pass(5_000);
  expect([one.delivered, two.delivered]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('a gap is read from the database', async () => {
  const { nodes, one } = await startTwo();
  nodes.write('of another node');
  await offer(one.feeds, nodes.write('own'));
  await nodes.pass(250);
  expect(one.delivered).toEqual(['of another node', 'own']);
});

test('what the bus loses is found by reconciliation', async () => {
  const { nodes, one, two } = await startTwo();
  await offer(one.feeds, nodes.write('a'));
  nodes.bus.loseAll('two');
  await nodes.pass(4_000);
  expect(two.delivered).toEqual([]);
  await nodes.pass(1_500);
  expect(two.delivered).toEqual(['a']);
});

test('a read that fails is logged and tried again after a second', async () => {
  const { nodes, one, two } = await startTwo();
  nodes.isDown = true;
  await offer(one.feeds, nodes.write('a'));
  await nodes.pass(500);
  expect(two.warnings).toEqual(['items of a topic could not be read']);
  nodes.isDown = false;
  await nodes.pass(750);
  expect(two.delivered).toEqual([]);
  await nodes.pass(500);
  expect(two.delivered).toEqual(['a']);
});

test('an item that cannot be made is read from the database, on a node without others too', async () => {
  const nodes = new Nodes();
  const { feeds, delivered } = nodes.start('one', true);
  await feeds.open('t');
  nodes.write('a');
  await feeds.publish('t', () => Promise.reject(new Error('no author')));
  await nodes.pass(250);
  expect(delivered).toEqual(['a']);
});

test('a topic delivers what is written after it was opened, until it is closed', async () => {
  const nodes = new Nodes();
  const { feeds, delivered } = nodes.start('one');
  nodes.write('before');
  await offer(feeds, nodes.write('not open'));
  await feeds.open('t');
  await offer(feeds, nodes.write('open'));
  feeds.close('t');
  await offer(feeds, nodes.write('closed'));
  await nodes.pass(6_000);
  expect(delivered).toEqual(['open']);
  await feeds.open('t', nodes.items.length);
  await offer(feeds, nodes.write('open again'));
  expect(delivered).toEqual(['open', 'open again']);
});

test('an item that is written while its topic is opened is delivered', async () => {
  const { nodes, one } = await startTwo();
  const three = nodes.start('three');
  const opening = three.feeds.open('t');
  await offer(one.feeds, nodes.write('a'));
  nodes.bus.handAll();
  await opening;
  await turn();
  expect(three.delivered).toEqual(['a']);
});

test('a topic that cannot be opened says so, and can be opened later', async () => {
  const nodes = new Nodes();
  const { feeds, delivered } = nodes.start('one');
  nodes.isDown = true;
  await expect(feeds.open('t')).rejects.toThrow('no database');
  nodes.isDown = false;
  await feeds.open('t');
  await offer(feeds, nodes.write('a'));
  expect(delivered).toEqual(['a']);
});
