/**
 * Ordered feeds of items in the database, one per topic: every node that has opened a topic delivers each of its items
 * once, in the order of their sequence numbers, regardless of which node has written them.
 * Items that arrive early wait for the items before them; missing items are read from the database. A message on the
 * bus announces only that a topic has new items. Reconciliation finds items whose messages were lost. A failed read is
 * logged and retried after a second.
 * A feed delivers the items that are written while its topic is open. Sequence numbers without an item are skipped.
 */
import * as z from 'zod/mini';
import type { Pause } from '#platform/clock';
import type { Channel, ChannelOptions } from '#platform/cluster/channel';
import type { ReconcileOptions } from '#platform/cluster/reconciliation';
import type { Log } from '#platform/log/log';
import { CoalescingTask } from '#platform/concurrency/coalescingTask';
import { retry } from '#platform/concurrency/retry';

const reconcileEveryMs = 5_000;
const retryMs = 1_000;
/** Topics per query. */
const batchSize = 500;

export interface DurableItem {
  readonly seq: number;
}

export interface ItemsSince<Item> {
  /** In the order of their sequence numbers. */
  readonly items: readonly Item[];
  /** No other items exist up to this sequence number. */
  readonly throughSeq: number;
}

export interface DurableOptions<Item extends DurableItem> {
  /** Returns the last sequence number of each topic. Missing topics are omitted. */
  readonly lastSeqs: (topicIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Returns the items of a topic after a sequence number. */
  readonly readSince: (topicId: string, seq: number) => Promise<ItemsSince<Item>>;
  readonly deliver: (topicId: string, item: Item) => void;
}

/** The part of `Cluster` that feeds need. */
interface ChannelFactory {
  readonly alone: boolean;
  channel<T>(name: string, options: ChannelOptions<T> & ReconcileOptions): Channel<T>;
}

export interface DurableDeps<Item extends DurableItem> extends DurableOptions<Item> {
  readonly name: string;
  readonly cluster: ChannelFactory;
  readonly pause: Pause;
  readonly log: Pick<Log, 'warn'>;
}

export class DurableFeeds<Item extends DurableItem> {
  private readonly deps: DurableDeps<Item>;
  private readonly feeds = new Map<string, Feed<Item>>();
  private readonly channel: Channel<{ topicId: string }>;

  constructor(deps: DurableDeps<Item>) {
    this.deps = deps;
    const { name, cluster } = deps;
    this.channel = cluster.channel(name, {
      schema: z.object({ topicId: z.string() }),
      handle: ({ topicId }) => this.feeds.get(topicId)?.wake(),
      // A single node writes all items itself.
      reconcile: cluster.alone ? undefined : () => this.reconcile(),
      everyMs: reconcileEveryMs,
    });
  }

  /**
   * Starts to deliver the items of a topic. Does nothing if the topic is open.
   * @param lastSeq the last sequence number of the topic, if the caller has read it
   * @throws if reading the last sequence number fails; the topic stays open and `open` may be called again
   */
  open(topicId: string, lastSeq?: number): Promise<void> {
    let feed = this.feeds.get(topicId);
    if (feed === undefined) this.feeds.set(topicId, (feed = new Feed(this.deps, topicId)));
    return feed.open(lastSeq);
  }

  close(topicId: string): void {
    this.feeds.get(topicId)?.close();
    this.feeds.delete(topicId);
  }

  /**
   * Must be called after an item was committed. All nodes that have opened its topic deliver it.
   * @param makeItem called if this node has opened the topic; if it fails, the item is read from the database
   */
  async publish(topicId: string, makeItem: () => Promise<Item>): Promise<void> {
    this.channel.publish({ topicId });
    if (!this.feeds.has(topicId)) return;
    try {
      const item = await makeItem();
      this.feeds.get(topicId)?.offer(item);
    } catch (error) {
      this.deps.log.warn(
        { err: error, topic: this.deps.name },
        'delivering an item directly failed; it is read from the database',
      );
      this.feeds.get(topicId)?.wake();
    }
  }

  private async reconcile(): Promise<void> {
    const topicIds = [...this.feeds.keys()];
    for (let first = 0; first < topicIds.length; first += batchSize) {
      const lastSeqs = await this.deps.lastSeqs(topicIds.slice(first, first + batchSize));
      for (const [topicId, lastSeq] of lastSeqs) this.feeds.get(topicId)?.compare(lastSeq);
    }
  }
}

class Feed<Item extends DurableItem> {
  private readonly deps: DurableDeps<Item>;
  private readonly topicId: string;
  /** The sequence number of the last delivered item; undefined until the feed has started. */
  private position: number | undefined;
  private opening: Promise<void> | undefined;
  /** Items that wait for the items before them, by sequence number. */
  private readonly pending = new Map<number, Item>();
  /** New items were announced before the feed has started. */
  private isBehind = false;
  private readonly reading = new CoalescingTask(() => this.catchUp());
  private readonly closing = new AbortController();

  constructor(deps: DurableDeps<Item>, topicId: string) {
    this.deps = deps;
    this.topicId = topicId;
  }

  async open(lastSeq: number | undefined): Promise<void> {
    this.opening ??= this.start(lastSeq);
    await this.opening;
  }

  close(): void {
    this.closing.abort();
  }

  offer(item: Item): void {
    this.pending.set(item.seq, item);
    this.deliverPending();
  }

  /** Reads new items, if there are any. */
  wake(): void {
    if (this.position === undefined) this.isBehind = true;
    else void this.reading.request();
  }

  compare(lastSeq: number): void {
    if (this.position !== undefined && lastSeq > this.position) this.wake();
  }

  private async start(lastSeq: number | undefined): Promise<void> {
    const { topicId } = this;
    try {
      this.position = lastSeq ?? (await this.deps.lastSeqs([topicId])).get(topicId) ?? 0;
    } catch (error) {
      this.opening = undefined;
      throw error;
    }
    this.deliverPending();
    if (this.isBehind) this.wake();
  }

  private async catchUp(): Promise<void> {
    const { name, pause, log } = this.deps;
    const { signal } = this.closing;
    if (signal.aborted) return;
    try {
      await retry(() => this.readMissing(), {
        delayAfter: () => retryMs,
        onFailure: (error) => log.warn({ err: error, topic: name }, 'reading the items of a topic failed'),
        signal,
        pause,
      });
    } catch (error) {
      // The topic was closed meanwhile.
      if (!signal.aborted) throw error;
    }
  }

  private async readMissing(): Promise<void> {
    const { items, throughSeq } = await this.deps.readSince(this.topicId, this.position ?? 0);
    for (const item of items) if (item.seq > (this.position ?? 0)) this.deliver(item);
    this.position = Math.max(this.position ?? 0, throughSeq);
    this.deliverPending();
  }

  private deliverPending(): void {
    if (this.position === undefined) return;
    for (const seq of this.pending.keys()) if (seq <= this.position) this.pending.delete(seq);
    for (let next = this.pending.get(this.position + 1); next; next = this.pending.get(this.position + 1))
      this.deliver(next);
    if (this.pending.size > 0) this.wake();
  }

  private deliver(item: Item): void {
    this.pending.delete(item.seq);
    this.position = item.seq;
    if (!this.closing.signal.aborted) this.deps.deliver(this.topicId, item);
  }
}
