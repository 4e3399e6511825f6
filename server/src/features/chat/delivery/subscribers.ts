/** The tabs of this node that use chat, and the rooms that each subscribes to. */
import type { OperatingMode } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import type { Realtime } from '#platform/realtime/realtime';
import type { Speaker } from '../actor.ts';

export interface Seat {
  readonly connection: Connection;
  readonly mode: OperatingMode;
  readonly uid: string;
  readonly isGuest: boolean;
  readonly rooms: Set<string>;
  /** The standing room of the area that this tab is in. */
  areaRoomId: string | undefined;
}

/** The feeds of the rooms that have subscribers on this node. */
export interface RoomFeeds {
  open(roomId: string, lastSeq?: number): Promise<void>;
  close(roomId: string): void;
}

const noSubscribers: ReadonlyMap<Connection, number> = new Map();

export class ChatAudience {
  private readonly feeds: RoomFeeds;
  private readonly realtime: Pick<Realtime, 'tabsOf'>;
  private readonly seats = new Map<Connection, Seat>();
  /** The tabs that subscribe to a room, and the message with which each begins. */
  private readonly subscribers = new Map<string, Map<Connection, number>>();

  constructor(realtime: Pick<Realtime, 'tabsOf'>, feeds: RoomFeeds) {
    this.realtime = realtime;
    this.feeds = feeds;
  }

  /** From now on this tab hears of chat. */
  sit(connection: Connection, { mode, uid, isGuest }: Speaker): Seat {
    const known = this.seats.get(connection);
    if (known !== undefined) return known;
    const seat: Seat = { connection, mode, uid, isGuest, rooms: new Set(), areaRoomId: undefined };
    if (connection.isOpen) this.seats.set(connection, seat);
    return seat;
  }

  seatOf(connection: Connection): Seat | undefined {
    return this.seats.get(connection);
  }

  of(mode: OperatingMode, uid: string): readonly Seat[] {
    return [...this.realtime.tabsOf(mode, uid)]
      .map((connection) => this.seats.get(connection))
      .filter((seat) => seat !== undefined);
  }

  all(): Iterable<Seat> {
    return this.seats.values();
  }

  /** The tabs here that subscribe to a room, and the message with which each begins. */
  subscribersOf(roomId: string): ReadonlyMap<Connection, number> {
    return this.subscribers.get(roomId) ?? noSubscribers;
  }

  /** The people here who hear a room. */
  peopleIn(roomId: string): string[] {
    const found = new Set<string>();
    for (const seat of this.seats.values()) if (seat.rooms.has(roomId)) found.add(seat.uid);
    return [...found];
  }

  /** `lastSeq`: how far the room has come, where that was read at this moment. */
  async hear(seat: Seat, roomId: string, fromSeq: number, lastSeq?: number): Promise<void> {
    let subscribers = this.subscribers.get(roomId);
    if (subscribers === undefined) this.subscribers.set(roomId, (subscribers = new Map()));
    subscribers.set(seat.connection, fromSeq);
    seat.rooms.add(roomId);
    try {
      await this.feeds.open(roomId, lastSeq);
    } catch (fault) {
      this.mute(seat, roomId);
      throw fault;
    }
    // Whoever has gone meanwhile hears nothing any more.
    if (this.seats.get(seat.connection) !== seat) this.mute(seat, roomId);
  }

  mute(seat: Seat, roomId: string): void {
    seat.rooms.delete(roomId);
    const subscribers = this.subscribers.get(roomId);
    subscribers?.delete(seat.connection);
    if (subscribers?.size !== 0) return;
    this.subscribers.delete(roomId);
    this.feeds.close(roomId);
  }

  leave(connection: Connection): void {
    const seat = this.seats.get(connection);
    if (seat === undefined) return;
    this.seats.delete(connection);
    for (const roomId of seat.rooms) this.mute(seat, roomId);
  }
}
