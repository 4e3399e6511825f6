/** Compares the subscriptions of this node with the database, because the bus may have lost messages. */
import { isBuiltInRoom, operatingModes, type OperatingMode } from '@foyer/contract';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatDelivery } from './delivery.ts';
import type { Subscriber } from './subscribers.ts';

export interface ChatReconciliationDeps {
  readonly roomStore: ChatRoomStore;
  readonly delivery: ChatDelivery;
}

/** Users per query. */
const batchSize = 500;

function* batches<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let first = 0; first < all.length; first += batchSize) yield all.slice(first, first + batchSize);
}

export class ChatReconciliation {
  private readonly deps: ChatReconciliationDeps;

  constructor(deps: ChatReconciliationDeps) {
    this.deps = deps;
  }

  async reconcile(): Promise<void> {
    for (const mode of operatingModes) await this.reconcileMode(mode);
  }

  /** Subscribes users to rooms that they have joined, and unsubscribes them from rooms that they have left. */
  private async reconcileMode(mode: OperatingMode): Promise<void> {
    const { roomStore, delivery } = this.deps;
    const subscribers = [...delivery.subscribers.all()].filter((subscriber) => subscriber.mode === mode);
    for (const uids of batches([...new Set(subscribers.map(({ uid }) => uid))])) {
      const rooms = await this.roomsOf(mode, uids);
      const removed = await roomStore.removedFrom(mode, uids);
      for (const uid of uids) {
        const outdated = new Set<string>();
        for (const subscriber of delivery.subscribers.ofUser(mode, uid))
          for (const roomId of await this.outdatedRooms(subscriber, rooms.get(uid), removed.get(uid)))
            outdated.add(roomId);
        for (const roomId of outdated) await delivery.recheckRoom(mode, uid, roomId);
      }
    }
  }

  private async roomsOf(mode: OperatingMode, uids: readonly string[]) {
    const rooms = new Map<string, Set<string>>();
    for (const { userId, roomId, kind, lastSeq } of await this.deps.roomStore.memberships(mode, uids)) {
      // The other member of a private room sees the room from its first message on.
      if (kind === 'private' && lastSeq === 0) continue;
      const existing = rooms.get(userId);
      if (existing === undefined) rooms.set(userId, new Set([roomId]));
      else existing.add(roomId);
    }
    return rooms;
  }

  /** The rooms whose subscription by a tab differs from the database. */
  private async outdatedRooms(
    subscriber: Subscriber,
    rooms: ReadonlySet<string> = new Set(),
    removed: ReadonlySet<string> = new Set(),
  ): Promise<string[]> {
    const outdated = [...rooms].filter((roomId) => !subscriber.rooms.has(roomId));
    for (const roomId of subscriber.rooms) {
      const info = await this.deps.roomStore.find(roomId);
      if (info === undefined || info.kind === 'private') continue;
      if (isBuiltInRoom(info) ? removed.has(roomId) : !rooms.has(roomId)) outdated.push(roomId);
    }
    return outdated;
  }
}
