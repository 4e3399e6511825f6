/**
 * Notifies hosts and authors, in the tabs that have a wall open, that its held posts have changed. Changes are collected
 * for a moment, because each event makes a tab read the held posts again, and many attendees post at the same time.
 * There is no reconciliation after a lost bus message: a client also reads the held posts with each connection.
 */
import { heldChatPostsChanged } from '@foyer/contract';
import { countsUpdateMs } from '@foyer/contract/limits';
import * as z from 'zod/mini';
import type { Every } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import { eventFrame } from '#platform/realtime/topic';
import { actorOf } from '../actor.ts';
import type { ChatSubscribers } from '../delivery/subscribers.ts';

const heldPostsChange = z.object({ roomId: z.string(), authorIds: z.array(z.string()) });
type HeldPostsChange = z.infer<typeof heldPostsChange>;

export interface ChatHeldPostEventsDeps {
  readonly subscribers: Pick<ChatSubscribers, 'ofRoom'>;
  readonly cluster: Pick<Cluster, 'channel'>;
  readonly every: Every;
}

export class ChatHeldPostEvents {
  private readonly deps: ChatHeldPostEventsDeps;
  private readonly channel: Channel<HeldPostsChange>;
  /** The authors of the posts that have changed since the last tick, by room. */
  private changes = new Map<string, Set<string>>();
  private stopTicking: (() => void) | undefined;

  constructor(deps: ChatHeldPostEventsDeps) {
    this.deps = deps;
    this.channel = deps.cluster.channel('chat-held-posts', {
      schema: heldPostsChange,
      handle: (change) => this.collect(change),
    });
  }

  /** Notifies these authors and the hosts on all nodes, with the next tick. */
  publish(roomId: string, authorIds: readonly string[]): void {
    void this.channel.broadcast({ roomId, authorIds: [...new Set(authorIds)] });
  }

  stop(): void {
    this.stopTicking?.();
    this.stopTicking = undefined;
  }

  private collect({ roomId, authorIds }: HeldPostsChange): void {
    const authors = this.changes.get(roomId) ?? new Set();
    for (const authorId of authorIds) authors.add(authorId);
    this.changes.set(roomId, authors);
    this.stopTicking ??= this.deps.every(countsUpdateMs, () => this.tick());
  }

  /** Ends the timer if nothing has changed since the last tick. */
  private tick(): void {
    const { changes } = this;
    if (changes.size === 0) return this.stop();
    this.changes = new Map();
    for (const [roomId, authors] of changes) this.send(roomId, authors);
  }

  private send(roomId: string, authors: ReadonlySet<string>): void {
    const frame = eventFrame(heldChatPostsChanged, { roomId });
    for (const connection of this.deps.subscribers.ofRoom(roomId).keys()) {
      const { isHost, uid } = actorOf(connection);
      if (isHost || authors.has(uid)) connection.send(frame);
    }
  }
}
