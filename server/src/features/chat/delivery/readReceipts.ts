/**
 * Read receipts of private rooms and groups: sends the members the sequence number up to which all others have read, and
 * never who has read. What invisible users read, and what users of a private room read while one of them blocks the other,
 * is not sent until they post (decision 129).
 * Receipts are collected for a moment, because the members of a group read a message at the same time. They announce
 * stored state: after a lost bus message, a member receives it with the next receipt or reconnect.
 */
import { chatReadReceipt } from '@foyer/contract';
import * as z from 'zod/mini';
import { BoundedMap } from '#platform/boundedMap';
import type { Every } from '#platform/clock';
import type { Channel } from '#platform/cluster/channel';
import type { Cluster } from '#platform/cluster/cluster';
import type { Log } from '#platform/log/log';
import { eventFrame } from '#platform/realtime/topic';
import type { ChatRoomStore, LowestReads } from '../rooms/roomStore.ts';
import type { ChatSubscribers } from './subscribers.ts';

export interface ChatReadReceiptsDeps {
  readonly roomStore: Pick<ChatRoomStore, 'lowestReads'>;
  readonly subscribers: ChatSubscribers;
  readonly cluster: Cluster;
  readonly every: Every;
  readonly log: Pick<Log, 'warn'>;
}

/** Receipts are collected for at most this time. */
const publishEveryMs = 500;
const maxRememberedRooms = 20_000;

/** Ids of rooms in which a member has read on, or which a member has left. */
const changedRooms = z.array(z.string());

export class ChatReadReceipts {
  private readonly deps: ChatReadReceiptsDeps;
  private readonly channel: Channel<string[]>;
  private readonly changed = new Set<string>();
  /** By room: what this node sent last. In a large group, one member who does not read keeps it the same. */
  private readonly sent = new BoundedMap<string, string>(maxRememberedRooms);
  private stopTicking: (() => void) | undefined;

  constructor(deps: ChatReadReceiptsDeps) {
    this.deps = deps;
    this.channel = deps.cluster.channel('chat-receipts', {
      schema: changedRooms,
      handle: (roomIds) => this.send(roomIds),
    });
  }

  start(): void {
    this.stopTicking = this.deps.every(publishEveryMs, () => this.publish());
  }

  stop(): void {
    this.stopTicking?.();
  }

  /** Called when a member of a private room or group has read on, and when a member has left. */
  update(roomId: string): void {
    this.changed.add(roomId);
  }

  private publish(): void {
    if (this.changed.size === 0) return;
    const roomIds = [...this.changed];
    this.changed.clear();
    Promise.resolve(this.channel.broadcast(roomIds)).catch((error: unknown) =>
      this.deps.log.warn({ err: error }, 'sending read receipts failed'),
    );
  }

  private async send(changed: readonly string[]): Promise<void> {
    const { subscribers, roomStore } = this.deps;
    const roomIds = changed.filter((roomId) => subscribers.ofRoom(roomId).size > 0);
    for (const [roomId, reads] of await roomStore.lowestReads(roomIds)) this.sendTo(roomId, reads);
  }

  private sendTo(roomId: string, { lowest, next }: LowestReads): void {
    if (next === undefined) return;
    const receipt = `${lowest.userId} ${lowest.sharedReadSeq} ${next.sharedReadSeq}`;
    if (this.sent.get(roomId) === receipt) return;
    this.sent.set(roomId, receipt);
    const { subscribers } = this.deps;
    const frameOf = (othersReadSeq: number) => eventFrame(chatReadReceipt, { roomId, othersReadSeq });
    const [ofOthers, ofLowest] = [frameOf(lowest.sharedReadSeq), frameOf(next.sharedReadSeq)];
    for (const connection of subscribers.ofRoom(roomId).keys())
      connection.send(subscribers.get(connection)?.uid === lowest.userId ? ofLowest : ofOthers);
  }
}
