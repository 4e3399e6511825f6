/** The tabs of this node that use chat, and the rooms that each is subscribed to. */
import type { OperatingMode } from '@foyer/contract';
import type { Connection } from '#platform/realtime/connection';
import type { Realtime } from '#platform/realtime/realtime';
import type { Actor } from '../actor.ts';

export interface Subscriber {
  readonly connection: Connection;
  readonly mode: OperatingMode;
  readonly uid: string;
  readonly rooms: Set<string>;
  /** The built-in room of the tab's current area. */
  areaRoomId: string | undefined;
}

/** The feeds of the rooms that have subscribers on this node. */
export interface RoomFeeds {
  /** Delivers the changes of the room from now on. Does nothing if the feed is open. */
  open(roomId: string, lastSeq?: number): Promise<void>;
  close(roomId: string): void;
}

const noSubscribers: ReadonlyMap<Connection, number> = new Map();

export class ChatSubscribers {
  private readonly feeds: RoomFeeds;
  private readonly realtime: Pick<Realtime, 'tabsOf'>;
  private readonly byConnection = new Map<Connection, Subscriber>();
  /** The connections subscribed to a room, each with the `seq` of the first message that it may receive. */
  private readonly byRoom = new Map<string, Map<Connection, number>>();

  private readonly onUnsubscribed: (connection: Connection, roomId: string) => void;

  constructor(
    realtime: Pick<Realtime, 'tabsOf'>,
    feeds: RoomFeeds,
    onUnsubscribed: (connection: Connection, roomId: string) => void,
  ) {
    this.realtime = realtime;
    this.feeds = feeds;
    this.onUnsubscribed = onUnsubscribed;
  }

  /** Adds a tab, unless it was added before. A connection that is already closed is not kept. */
  add(connection: Connection, { mode, uid }: Actor): Subscriber {
    const existing = this.byConnection.get(connection);
    if (existing !== undefined) return existing;
    const subscriber: Subscriber = { connection, mode, uid, rooms: new Set(), areaRoomId: undefined };
    if (connection.isOpen) this.byConnection.set(connection, subscriber);
    return subscriber;
  }

  get(connection: Connection): Subscriber | undefined {
    return this.byConnection.get(connection);
  }

  ofUser(mode: OperatingMode, uid: string): readonly Subscriber[] {
    return [...this.realtime.tabsOf(mode, uid)]
      .map((connection) => this.byConnection.get(connection))
      .filter((subscriber) => subscriber !== undefined);
  }

  all(): Iterable<Subscriber> {
    return this.byConnection.values();
  }

  /** The connections subscribed to a room, each with the `seq` of the first message that it may receive. */
  ofRoom(roomId: string): ReadonlyMap<Connection, number> {
    return this.byRoom.get(roomId) ?? noSubscribers;
  }

  /** The users with a tab on this node that is subscribed to a room. */
  userIdsIn(roomId: string): string[] {
    const uids = new Set<string>();
    for (const subscriber of this.byConnection.values())
      if (subscriber.rooms.has(roomId)) uids.add(subscriber.uid);
    return [...uids];
  }

  /** @param lastSeq the room's newest sequence number, if it was just read */
  async subscribe(subscriber: Subscriber, roomId: string, fromSeq: number, lastSeq?: number): Promise<void> {
    const { connection } = subscriber;
    let connections = this.byRoom.get(roomId);
    if (connections === undefined) this.byRoom.set(roomId, (connections = new Map()));
    connections.set(connection, fromSeq);
    subscriber.rooms.add(roomId);
    try {
      await this.feeds.open(roomId, lastSeq);
    } catch (error) {
      this.unsubscribe(subscriber, roomId);
      throw error;
    }
    // The connection may have been closed meanwhile.
    if (this.byConnection.get(connection) !== subscriber) this.unsubscribe(subscriber, roomId);
  }

  unsubscribe(subscriber: Subscriber, roomId: string): void {
    subscriber.rooms.delete(roomId);
    this.onUnsubscribed(subscriber.connection, roomId);
    const connections = this.byRoom.get(roomId);
    connections?.delete(subscriber.connection);
    if (connections?.size !== 0) return;
    this.byRoom.delete(roomId);
    this.feeds.close(roomId);
  }

  remove(connection: Connection): void {
    const subscriber = this.byConnection.get(connection);
    if (subscriber === undefined) return;
    this.byConnection.delete(connection);
    for (const roomId of subscriber.rooms) this.unsubscribe(subscriber, roomId);
  }
}
