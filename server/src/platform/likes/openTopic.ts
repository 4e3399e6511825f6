/** A media board or a room that tabs of this node have open. */
import type { LikeCounts } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import { NewestCounts } from './newestCounts.ts';

export class OpenTopic<Topic> {
  readonly subscribers = new Set<Connection>();
  readonly topic: Topic;
  /** Whether `addRead` was called. */
  isRead = false;
  /** The counts that the subscribers have, or get with the next `send`. */
  private readonly known = new NewestCounts();
  private unsent: LikeCounts = {};

  constructor(topic: Topic) {
    this.topic = topic;
  }

  get hasUnsent(): boolean {
    return Object.keys(this.unsent).length > 0;
  }

  /** Keeps counts that have changed until the next `send`. */
  receive(counts: LikeCounts): void {
    this.unsent = { ...this.unsent, ...this.known.merge(counts) };
  }

  /**
   * Adds the counts that the database has. Returns them, or newer ones that were received meanwhile. The first time they
   * are not sent: no subscriber has others yet.
   */
  addRead(counts: LikeCounts): LikeCounts {
    if (this.isRead) this.receive(counts);
    else this.known.merge(counts);
    this.isRead = true;
    return this.known.all;
  }

  /** Sends what has changed since the last time to the subscribers. */
  send(toFrame: (topic: Topic, counts: LikeCounts) => Buffer): void {
    const frame = toFrame(this.topic, this.unsent);
    this.unsent = {};
    for (const connection of this.subscribers) connection.send(frame);
  }
}
