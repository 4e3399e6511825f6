/**
 * Notifies hosts and authors, in the tabs that have a wall open, that its held posts have changed. Changes are collected
 * for a moment, because each event makes a tab read the held posts again, and many attendees post at the same time.
 * The bus may lose a change: reconciliation notifies the hosts of each wall whose held posts have changed since the last one.
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
import type { ChatHeldPostStore } from './heldPostStore.ts';

const heldPostsChange = z.object({ roomId: z.string(), authorIds: z.array(z.string()) });
type HeldPostsChange = z.infer<typeof heldPostsChange>;

const reconcileEveryMs = 5_000;

export interface ChatHeldPostEventsDeps {
  readonly subscribers: Pick<ChatSubscribers, 'ofRoom'>;
  readonly heldPostStore: Pick<ChatHeldPostStore, 'versions'>;
  readonly cluster: Pick<Cluster, 'channel' | 'alone'>;
  readonly every: Every;
}

export class ChatHeldPostEvents {
  private readonly deps: ChatHeldPostEventsDeps;
  private readonly channel: Channel<HeldPostsChange>;
  /** The authors of the posts that have changed since the last tick, by room. */
  private changes = new Map<string, Set<string>>();
  /** By room: `ChatHeldPostStore.versions` at the last reconciliation; undefined before the first. */
  private versions: ReadonlyMap<string, string> | undefined;
  private stopTicking: (() => void) | undefined;

  constructor(deps: ChatHeldPostEventsDeps) {
    this.deps = deps;
    const { cluster } = deps;
    this.channel = cluster.channel('chat-held-posts', {
      schema: heldPostsChange,
      handle: (change) => this.collect(change),
      ...(cluster.alone ? {} : { reconcile: () => this.reconcile(), everyMs: reconcileEveryMs }),
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

  private async reconcile(): Promise<void> {
    const before = this.versions;
    const after = await this.deps.heldPostStore.versions();
    this.versions = after;
    if (before === undefined) return;
    for (const roomId of new Set([...before.keys(), ...after.keys()]))
      if (before.get(roomId) !== after.get(roomId)) this.collect({ roomId, authorIds: [] });
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
