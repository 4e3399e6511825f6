/** Keeps this node's picture of a mode and that of the others alike, over the bus. */
import type { Bus } from '#platform/bus/bus';
import type { Clock } from '#platform/clock';
import type { PresenceEntry } from './presence.entry.ts';
import { readMessage, type PresenceNews } from './presence.messages.ts';
import type { Peers } from './presence.peers.ts';

/** How often a node says that it is there. */
const beatMs = 5_000;

export interface ReplicationParts {
  readonly bus: Bus;
  readonly channel: string;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly peers: Peers;
  /** The people of this node. */
  readonly own: ReadonlyMap<string, PresenceEntry>;
}

export class Replication {
  private readonly parts: ReplicationParts;
  private sent = 0;
  private seq = 0;
  private beatAt = Number.NEGATIVE_INFINITY;
  /** The number of the last beat, until it has come back. */
  private beatOut = -1;
  /** What is told is heard: until it is so nobody answers, either. */
  private connected = false;
  /** Somebody does not know everything of this node. */
  private asked = false;

  constructor(parts: ReplicationParts) {
    this.parts = parts;
    const { bus, channel } = parts;
    bus.subscribe(
      channel,
      (text) => this.hear(text),
      (text) => this.returned(text),
    );
    bus.onReturn(() => {
      this.connected = false;
    });
  }

  /** Tells what has changed of the people of this node since the last tick, and whatever else is due. */
  tick(changed: readonly string[]): void {
    const { clock, peers, own } = this.parts;
    const now = clock();
    if (changed.length > 0) this.tellChanges(changed);
    if (this.asked) this.tell({ kind: 'all', seq: this.seq, people: [...own.values()] });
    this.asked = false;
    if (!this.connected) this.tell({ kind: 'ask' });
    else for (const of of peers.incomplete) this.tell({ kind: 'ask', of });
    peers.incomplete.clear();
    if (now - this.beatAt >= beatMs) {
      this.beatAt = now;
      this.beatOut = this.tell({ kind: 'beat', seq: this.seq });
    }
    peers.expire(now);
  }

  /** Others keep the people of this node until they have come back elsewhere. */
  stop(): void {
    this.tell({ kind: 'bye' });
  }

  private tellChanges(changed: readonly string[]): void {
    const { own } = this.parts;
    const put: PresenceEntry[] = [];
    const gone: string[] = [];
    for (const uid of changed) {
      const entry = own.get(uid);
      if (entry) put.push(entry);
      else gone.push(uid);
    }
    this.seq += 1;
    this.tell({ kind: 'changes', seq: this.seq, put, gone });
  }

  private tell(news: PresenceNews): number {
    const { bus, channel, nodeId } = this.parts;
    this.sent += 1;
    bus.publish(channel, JSON.stringify({ node: nodeId, no: this.sent, ...news }));
    return this.sent;
  }

  private hear(text: string): void {
    const { peers, nodeId, clock } = this.parts;
    const message = readMessage(text);
    if (message === undefined) return;
    peers.hear(message, clock());
    if (message.kind === 'ask' && (message.of ?? nodeId) === nodeId) this.asked = true;
  }

  private returned(text: string): void {
    // Whoever has asked meanwhile was not answered.
    if (!this.connected) this.asked = true;
    this.connected = true;
    // Of a bus that was stuck many come back at once, ahead of those of others: only the last one counts.
    if (readMessage(text)?.no !== this.beatOut) return;
    this.beatOut = -1;
    this.parts.peers.countSilence();
  }
}
