import { setImmediate as nextTurn } from 'node:timers/promises';
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
        return { items: this.items.slice(seq), throughSeq: this.items.length };
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
    await nextTurn();
  }
}

const publishItem = (feeds: DurableFeeds<Item>, item: Item) => feeds.publish('t', async () => item);

/** Starts two nodes that have opened the topic. */
async function startTwo() {
  const nodes = new Nodes();
  const [one, two] = [nodes.start('one'), nodes.start('two')];
  await Promise.all([one.feeds.open('t'), two.feeds.open('t')]);
  return { nodes, one, two };
}

test('an item is delivered on its own node without a read, and on other nodes after a read', async () => {
  const { nodes, one, two } = await startTwo();
  nodes.reads = 0;
  await publishItem(one.feeds, nodes.write('a'));
  expect([one.delivered, nodes.reads]).toEqual([['a'], 0]);
  await nodes.advance(250);
  expect(two.delivered).toEqual(['a']);
});

test('items are delivered once and in order, regardless of the order in which they arrive', async () => {
  const { nodes, one, two } = await startTwo();
  const written = ['a', 'b', 'c'].map((text) => nodes.write(text));
  for (const item of written.toReversed()) await publishItem(one.feeds, item);
  await nodes.advance(250);
  for (const item of written) await publishItem(two.feeds, item);
  nodes.bus.replay('two');
  await nodes.advance(5_000);
  expect([one.delivered, two.delivered]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('missing items are read from the database', async () => {
  const { nodes, one } = await startTwo();
  nodes.write('of another node');
  await publishItem(one.feeds, nodes.write('own'));
  await nodes.advance(250);
  expect(one.delivered).toEqual(['of another node', 'own']);
});

test('reconciliation finds items whose bus messages were lost', async () => {
  const { nodes, one, two } = await startTwo();
  await publishItem(one.feeds, nodes.write('a'));
  nodes.bus.dropAll('two');
  await nodes.advance(4_000);
  expect(two.delivered).toEqual([]);
  await nodes.advance(1_500);
  expect(two.delivered).toEqual(['a']);
});

test('a failed read is logged and retried after a second', async () => {
  const { nodes, one, two } = await startTwo();
  nodes.isDown = true;
  await publishItem(one.feeds, nodes.write('a'));
  await nodes.advance(500);
  expect(two.warnings).toEqual(['reading the items of a topic failed']);
  nodes.isDown = false;
  await nodes.advance(750);
  expect(two.delivered).toEqual([]);
  await nodes.advance(500);
  expect(two.delivered).toEqual(['a']);
});

test('an item that cannot be created is read from the database, also on a single node', async () => {
  const nodes = new Nodes();
  const { feeds, delivered } = nodes.start('one', true);
  await feeds.open('t');
  nodes.write('a');
  await feeds.publish('t', () => Promise.reject(new Error('no author')));
  await nodes.advance(250);
  expect(delivered).toEqual(['a']);
});

test('a topic delivers the items that are written while it is open', async () => {
  const nodes = new Nodes();
  const { feeds, delivered } = nodes.start('one');
  nodes.write('before');
  await publishItem(feeds, nodes.write('not open'));
  await feeds.open('t');
  await publishItem(feeds, nodes.write('open'));
  feeds.close('t');
  await publishItem(feeds, nodes.write('closed'));
  await nodes.advance(6_000);
  expect(delivered).toEqual(['open']);
  await feeds.open('t', nodes.items.length);
  await publishItem(feeds, nodes.write('open again'));
  expect(delivered).toEqual(['open', 'open again']);
});

test('an item that is written while its topic is being opened is delivered', async () => {
  const { nodes, one } = await startTwo();
  const three = nodes.start('three');
  const opening = three.feeds.open('t');
  await publishItem(one.feeds, nodes.write('a'));
  nodes.bus.deliverAll();
  await opening;
  await nextTurn();
  expect(three.delivered).toEqual(['a']);
});

test('open rejects if the database is unavailable, and can be called again', async () => {
  const nodes = new Nodes();
  const { feeds, delivered } = nodes.start('one');
  nodes.isDown = true;
  await expect(feeds.open('t')).rejects.toThrow('no database');
  nodes.isDown = false;
  await feeds.open('t');
  await publishItem(feeds, nodes.write('a'));
  expect(delivered).toEqual(['a']);
});
