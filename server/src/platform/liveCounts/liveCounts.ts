/**
 * Sends the changed counts of a topic, such as the likes of a media board, to the tabs that have it open, on all nodes.
 * The node that has written counts collects them until its next tick; the other nodes do the same before they send them.
 * So a tab gets at most one event per tick for a topic, however many nodes there are. The bus may lose counts:
 * reconciliation reads those of the open topics from the database.
 */
import { countsUpdateMs } from '@foyer/contract/limits';
import * as z from 'zod/mini';
import type { Every } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import type { Connection } from '#platform/realtime/connection';
import { NewestCounts, type Count, type Counts } from './newestCounts.ts';
import { OpenTopic } from './openTopic.ts';

const reconcileEveryMs = 5_000;

export interface LiveCountsDeps<Topic, C extends Count> {
  /** The channel of the bus. */
  readonly name: string;
  readonly topic: z.ZodMiniType<Topic>;
  readonly count: z.ZodMiniType<C>;
  readonly keyOf: (topic: Topic) => string;
  /** Reads the counts of a topic that tabs may have. */
  readonly read: (topic: Topic) => Promise<Counts<C>>;
  /** The event with changed counts. */
  readonly toFrame: (topic: Topic, counts: Counts<C>) => Buffer;
  readonly cluster: Pick<Cluster, 'channel' | 'alone'>;
  readonly every: Every;
}

interface Written<Topic, C extends Count> {
  readonly topic: Topic;
  readonly counts: Counts<C>;
}

export class LiveCounts<Topic, C extends Count> {
  private readonly deps: LiveCountsDeps<Topic, C>;
  private readonly channel: Channel<Written<Topic, C>>;
  /** Topics with subscribers on this node, by `keyOf`. */
  private readonly openTopics = new Map<string, OpenTopic<Topic, C>>();
  /** What this node has written since its last tick, by `keyOf`. */
  private written = new Map<string, { readonly topic: Topic; readonly counts: NewestCounts<C> }>();
  private stopTicking: (() => void) | undefined;

  constructor(deps: LiveCountsDeps<Topic, C>) {
    this.deps = deps;
    const { name, topic, count, cluster } = deps;
    this.channel = cluster.channel<Written<Topic, C>>(name, {
      schema: z.strictObject({ topic, counts: z.record(z.string(), count) }),
      handle: (message) => this.receive(message.topic, message.counts),
      ...(cluster.alone ? {} : { reconcile: () => this.reconcile(), everyMs: reconcileEveryMs }),
    });
  }

  /** Subscribes a connection to a topic. Returns the counts of the topic, which a node reads once for all its tabs. */
  async open(connection: Connection, topic: Topic): Promise<Counts<C>> {
    // Before the counts are read: changes that are written meanwhile are sent.
    const openTopic = this.add(connection, topic);
    try {
      await this.readOnce(openTopic);
      return openTopic.all;
    } catch (error) {
      this.close(connection, topic);
      throw error;
    }
  }

  /** As `open`, for a connection that gets the counts otherwise, after this. */
  async subscribe(connection: Connection, topic: Topic): Promise<void> {
    // Counts that the bus loses are found by comparison with those that were read.
    if (this.deps.cluster.alone) this.add(connection, topic);
    else await this.open(connection, topic);
  }

  /** Does nothing if the connection does not have the topic open. */
  close(connection: Connection, topic: Topic): void {
    this.remove(connection, this.deps.keyOf(topic));
  }

  /** Ends all subscriptions of a connection. */
  closeAll(connection: Connection): void {
    for (const key of this.openTopics.keys()) this.remove(connection, key);
  }

  /** Sends a count that this node has written to the subscribers on all nodes, with the next tick. */
  publish(topic: Topic, id: string, count: C): void {
    const counts = { [id]: count };
    const key = this.deps.keyOf(topic);
    let written = this.written.get(key);
    if (written === undefined) this.written.set(key, (written = { topic, counts: new NewestCounts() }));
    written.counts.merge(counts);
    this.receive(topic, counts);
    this.startTicking();
  }

  stop(): void {
    this.stopTicking?.();
    this.stopTicking = undefined;
  }

  private add(connection: Connection, topic: Topic): OpenTopic<Topic, C> {
    const key = this.deps.keyOf(topic);
    let openTopic = this.openTopics.get(key);
    if (openTopic === undefined) this.openTopics.set(key, (openTopic = new OpenTopic(topic)));
    openTopic.subscribers.add(connection);
    return openTopic;
  }

  private receive(topic: Topic, counts: Counts<C>): void {
    const openTopic = this.openTopics.get(this.deps.keyOf(topic));
    openTopic?.receive(counts);
    if (openTopic?.hasUnsent === true) this.startTicking();
  }

  /** Changes after that arrive from the nodes that write them, or are found by reconciliation. */
  private readOnce(openTopic: OpenTopic<Topic, C>): Promise<void> | undefined {
    if (openTopic.isRead) return undefined;
    openTopic.firstRead ??= this.read(openTopic).finally(() => {
      openTopic.firstRead = undefined;
    });
    return openTopic.firstRead;
  }

  private async read(openTopic: OpenTopic<Topic, C>): Promise<void> {
    openTopic.addRead(await this.deps.read(openTopic.topic));
    if (openTopic.hasUnsent) this.startTicking();
  }

  private async reconcile(): Promise<void> {
    for (const openTopic of this.openTopics.values()) await this.read(openTopic);
  }

  private startTicking(): void {
    this.stopTicking ??= this.deps.every(countsUpdateMs, () => this.tick());
  }

  /** Ends the timer if nothing has changed since the last tick. */
  private tick(): void {
    const written = [...this.written.values()];
    this.written = new Map();
    for (const { topic, counts } of written) this.channel.publish({ topic, counts: counts.all });
    const changed = [...this.openTopics.values()].filter(({ hasUnsent }) => hasUnsent);
    for (const openTopic of changed) openTopic.send(this.deps.toFrame);
    if (written.length === 0 && changed.length === 0) this.stop();
  }

  private remove(connection: Connection, key: string): void {
    const openTopic = this.openTopics.get(key);
    openTopic?.subscribers.delete(connection);
    if (openTopic?.subscribers.size === 0) this.openTopics.delete(key);
  }
}
