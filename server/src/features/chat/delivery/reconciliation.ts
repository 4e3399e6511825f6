/** Reconciliation of who is in which room: the bus may have lost changes. */
import { operatingModes, type OperatingMode } from '@foyer/contract';
import { isStanding } from '../rooms/room.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatDelivery } from './delivery.ts';
import type { Seat } from './subscribers.ts';

export interface ChatPollParts {
  readonly store: ChatRoomStore;
  readonly delivery: ChatDelivery;
}

/** So many are asked for by one query. */
const atOnce = 500;

function* chunks<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let first = 0; first < all.length; first += atOnce) yield all.slice(first, first + atOnce);
}

export class ChatPoll {
  private readonly parts: ChatPollParts;

  constructor(parts: ChatPollParts) {
    this.parts = parts;
  }

  async reconcile(): Promise<void> {
    for (const mode of operatingModes) await this.lookAtPeople(mode);
  }

  /** Whoever came into a room hears it, whoever is out of it does not any more. */
  private async lookAtPeople(mode: OperatingMode): Promise<void> {
    const { store, delivery } = this.parts;
    const seats = [...delivery.audience.all()].filter((seat) => seat.mode === mode);
    for (const uids of chunks([...new Set(seats.map(({ uid }) => uid))])) {
      const rooms = await this.roomsOf(mode, uids);
      const removed = await store.removals(mode, uids);
      for (const uid of uids) {
        const wrong = new Set<string>();
        for (const seat of delivery.audience.of(mode, uid))
          for (const roomId of await this.wrongFor(seat, rooms.get(uid), removed.get(uid))) wrong.add(roomId);
        for (const roomId of wrong) await delivery.lookAgain(mode, uid, roomId);
      }
    }
  }

  private async roomsOf(mode: OperatingMode, uids: readonly string[]) {
    const rooms = new Map<string, Set<string>>();
    for (const { userId, roomId, kind, lastSeq } of await this.parts.store.memberships(mode, uids)) {
      // A room of two in which nothing was said is there for whoever opened it alone.
      if (kind === 'private' && lastSeq === 0) continue;
      const known = rooms.get(userId);
      if (known === undefined) rooms.set(userId, new Set([roomId]));
      else known.add(roomId);
    }
    return rooms;
  }

  private async wrongFor(
    seat: Seat,
    rooms: ReadonlySet<string> = new Set(),
    removed: ReadonlySet<string> = new Set(),
  ): Promise<string[]> {
    const wrong = [...rooms].filter((roomId) => !seat.rooms.has(roomId));
    for (const roomId of seat.rooms) {
      const facts = await this.parts.store.find(roomId);
      if (facts === undefined || facts.kind === 'private') continue;
      if (isStanding(facts) ? removed.has(roomId) : !rooms.has(roomId)) wrong.push(roomId);
    }
    return wrong;
  }
}
