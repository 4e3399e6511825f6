/** A media board or a room that tabs of this node have open. */
import type { Connection } from '#platform/realtime/connection';
import { NewestCounts, type Count, type Counts } from './newestCounts.ts';

export class OpenTopic<Topic, C extends Count> {
  readonly subscribers = new Set<Connection>();
  readonly topic: Topic;
  /** Whether `addRead` was called. */
  isRead = false;
  /** While the counts are read for the first time. */
  firstRead: Promise<void> | undefined;
  /** The counts that the subscribers have, or get with the next `send`. */
  private readonly known = new NewestCounts<C>();
  private unsent: Counts<C> = {};

  constructor(topic: Topic) {
    this.topic = topic;
  }

  get hasUnsent(): boolean {
    return Object.keys(this.unsent).length > 0;
  }

  get all(): Counts<C> {
    return this.known.all;
  }

  /** Keeps counts that have changed until the next `send`. */
  receive(counts: Counts<C>): void {
    this.unsent = { ...this.unsent, ...this.known.merge(counts) };
  }

  /** Adds the counts that the database has. The first time they are not sent: no subscriber has others yet. */
  addRead(counts: Counts<C>): void {
    if (this.isRead) this.receive(counts);
    else this.known.merge(counts);
    this.isRead = true;
  }

  /** Sends what has changed since the last time to the subscribers. */
  send(toFrame: (topic: Topic, counts: Counts<C>) => Buffer): void {
    const frame = toFrame(this.topic, this.unsent);
    this.unsent = {};
    for (const connection of this.subscribers) connection.send(frame);
  }
}
