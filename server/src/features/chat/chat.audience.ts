/** The tabs of this node that use chat, and the rooms that each subscribes to. */
import type { OperatingMode } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import type { Realtime } from '#platform/realtime/realtime';
import { RoomFeed, type FeedParts } from './chat.feed.ts';
import type { Speaker } from './chat.speaker.ts';

export interface Seat {
  readonly connection: Connection;
  readonly mode: OperatingMode;
  readonly uid: string;
  readonly isGuest: boolean;
  readonly rooms: Set<string>;
  /** The standing room of the area that this tab is in. */
  areaRoomId: string | undefined;
}

export class ChatAudience {
  private readonly feedParts: (roomId: string) => FeedParts;
  private readonly realtime: Pick<Realtime, 'tabsOf'>;
  private readonly seats = new Map<Connection, Seat>();
  private readonly feeds = new Map<string, RoomFeed>();

  constructor(realtime: Pick<Realtime, 'tabsOf'>, feedParts: (roomId: string) => FeedParts) {
    this.realtime = realtime;
    this.feedParts = feedParts;
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

  rooms(): ReadonlyMap<string, RoomFeed> {
    return this.feeds;
  }

  /** The people here who hear a room. */
  peopleIn(roomId: string): string[] {
    const found = new Set<string>();
    for (const seat of this.seats.values()) if (seat.rooms.has(roomId)) found.add(seat.uid);
    return [...found];
  }

  /** `lastSeq`: how far the room has come, where that was read at this moment. */
  async hear(seat: Seat, roomId: string, fromSeq: number, lastSeq?: number): Promise<void> {
    let feed = this.feeds.get(roomId);
    if (feed === undefined) this.feeds.set(roomId, (feed = new RoomFeed(this.feedParts(roomId))));
    seat.rooms.add(roomId);
    try {
      await feed.join(seat.connection, fromSeq, lastSeq);
    } catch (fault) {
      this.mute(seat, roomId);
      throw fault;
    }
    // Whoever has gone meanwhile hears nothing any more.
    if (this.seats.get(seat.connection) !== seat) this.mute(seat, roomId);
  }

  mute(seat: Seat, roomId: string): void {
    seat.rooms.delete(roomId);
    const feed = this.feeds.get(roomId);
    feed?.leave(seat.connection);
    if (feed?.size === 0) this.feeds.delete(roomId);
  }

  leave(connection: Connection): void {
    const seat = this.seats.get(connection);
    if (seat === undefined) return;
    this.seats.delete(connection);
    for (const roomId of seat.rooms) this.mute(seat, roomId);
  }
}
