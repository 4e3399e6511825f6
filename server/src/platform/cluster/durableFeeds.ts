/**
 * An ordered feed per topic of items that are in the database: every node that has a topic open delivers each of its items
 * once, in the order of their sequence numbers, whichever node has written them.
 *
 * Items that arrive early wait for those before them; what is missing is read from the database. A message on the bus
 * says that a topic has new items, never which. Reconciliation finds what the bus has lost. A read that fails is logged
 * and tried again after a second.
 *
 * It delivers what is written after the topic was opened, as long as it stays open. Numbers that the source leaves out
 * are skipped.
 */
import * as z from 'zod/mini';
import type { Pause } from '#platform/clock';
import type { Channel, ChannelOptions } from '#platform/cluster/channel';
import type { ReconcileOptions } from '#platform/cluster/reconciliation';
import type { Log } from '#platform/log/log';
import { retry } from '#platform/concurrency/retry';

const reconcileEveryMs = 5_000;
const retryMs = 1_000;
/** Topics per query. */
const batchSize = 500;

export interface DurableItem {
  readonly seq: number;
}

export interface ItemsSince<Item> {
  /** In the order of their numbers. */
  readonly items: readonly Item[];
  /** Up to this number nothing else has to be delivered. */
  readonly upTo: number;
}

export interface DurableOptions<Item extends DurableItem> {
  /** The last number of each of these topics; a topic that does not exist has none. */
  readonly lastSeqs: (topicIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The items of a topic after a number. */
  readonly readSince: (topicId: string, seq: number) => Promise<ItemsSince<Item>>;
  readonly deliver: (topicId: string, item: Item) => void;
}

/** As much of a `Cluster` as a feed needs. */
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
      // A node without others writes all items itself.
      reconcile: cluster.alone ? undefined : () => this.reconcile(),
      everyMs: reconcileEveryMs,
    });
  }

  /**
   * Delivers the items of a topic from now on; does nothing for one that is open.
   * @param lastSeq the topic's last number, if it was just read
   * @throws when it has to be read and the database does not respond; the topic stays open and may be opened again
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
   * To be called after an item was committed. Has it delivered by all nodes that have its topic open.
   * @param makeItem called if this node has; if it fails, the item is read from the database
   */
  async publish(topicId: string, makeItem: () => Promise<Item>): Promise<void> {
    this.channel.publish({ topicId });
    if (!this.feeds.has(topicId)) return;
    try {
      const item = await makeItem();
      this.feeds.get(topicId)?.offer(item);
    } catch (fault) {
      this.deps.log.warn({ err: fault, topic: this.deps.name }, 'item could not be delivered directly');
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
  /** The number up to which items were delivered; undefined until it is known. */
  private position: number | undefined;
  private opening: Promise<void> | undefined;
  /** Items that wait for those before them. */
  private readonly pending = new Map<number, Item>();
  private isReading = false;
  private isBehind = false;
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

  /** There may be items that this node does not know. */
  wake(): void {
    this.isBehind = true;
    if (this.position === undefined || this.isReading) return;
    void this.catchUp();
  }

  compare(lastSeq: number): void {
    if (this.position !== undefined && lastSeq > this.position) this.wake();
  }

  private async start(lastSeq: number | undefined): Promise<void> {
    const { topicId } = this;
    try {
      this.position = lastSeq ?? (await this.deps.lastSeqs([topicId])).get(topicId) ?? 0;
    } catch (fault) {
      this.opening = undefined;
      throw fault;
    }
    this.deliverPending();
    if (this.isBehind) this.wake();
  }

  private async catchUp(): Promise<void> {
    const { name, pause, log } = this.deps;
    const { signal } = this.closing;
    this.isReading = true;
    try {
      while (this.isBehind && !signal.aborted) {
        this.isBehind = false;
        await retry(() => this.readMissing(), {
          delayAfter: () => retryMs,
          onFailure: (fault) => log.warn({ err: fault, topic: name }, 'items of a topic could not be read'),
          signal,
          pause,
        });
      }
    } catch (fault) {
      // The topic was closed meanwhile.
      if (!signal.aborted) throw fault;
    } finally {
      this.isReading = false;
    }
  }

  private async readMissing(): Promise<void> {
    const { items, upTo } = await this.deps.readSince(this.topicId, this.position ?? 0);
    for (const item of items) if (item.seq > (this.position ?? 0)) this.deliver(item);
    this.position = Math.max(this.position ?? 0, upTo);
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
