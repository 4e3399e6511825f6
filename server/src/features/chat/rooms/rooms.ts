/** Listing and opening rooms, and who can read them. */
import {
  isBuiltInRoom,
  isUnlistedRoom,
  chatRoomChanged,
  type ChatRoom,
  type ChatRoomPlace,
  type InputOf,
  type openChatRoom,
  type listChatRooms,
  type ResultOf,
} from '@foyer/contract';
import { eventFrame } from '#platform/realtime/topic';
import { ApiError } from '#platform/apiError';
import type { Clock } from '#platform/clock';
import type { Connection } from '#platform/realtime/connection';
import { type Actor, actorOf, requireUser } from '../actor.ts';
import type { ChatDelivery } from '../delivery/delivery.ts';
import type { Subscriber } from '../delivery/subscribers.ts';
import type { LiveLikes } from '../likes/liveLikes.ts';
import type { ReadableRange } from '../messages/historyStore.ts';
import { type ChatUsers, isGuestId } from '../users.ts';
import type { BuiltInRoom, FindBuiltInRooms } from './builtInRooms.ts';
import { privateRoomId, type RoomInfo, roomNotFound } from './room.ts';
import { type ChatRoomStore, readableRange, type RoomState } from './roomStore.ts';
import type { ChatRoomViews } from './roomViews.ts';

export interface ChatRoomsDeps {
  readonly roomStore: ChatRoomStore;
  readonly views: ChatRoomViews;
  readonly users: ChatUsers;
  readonly delivery: ChatDelivery;
  readonly findBuiltInRooms: FindBuiltInRooms;
  readonly liveLikes: Pick<LiveLikes, 'subscribe' | 'close'>;
  readonly clock: Clock;
}

/** A room that the user can read. */
export interface ReadableRoom {
  readonly info: RoomInfo;
  readonly state: RoomState;
  readonly range: ReadableRange;
}

export class ChatRooms {
  private readonly deps: ChatRoomsDeps;

  constructor(deps: ChatRoomsDeps) {
    this.deps = deps;
  }

  /** Lists the rooms of a tab and subscribes it to them. */
  async list(connection: Connection): Promise<ResultOf<typeof listChatRooms>> {
    const { roomStore, views, users, delivery, clock } = this.deps;
    const actor = actorOf(connection);
    const { mode, uid } = actor;
    const subscriber = delivery.subscribers.add(connection, actor);
    const memberships = await roomStore.membershipsOf(mode, uid);
    for (const { roomId, fromSeq, lastSeq } of memberships)
      await delivery.subscribers.subscribe(subscriber, roomId, fromSeq, lastSeq);
    const builtIn = await this.subscribeBuiltInRooms(subscriber, actor);
    const rooms = await views.list(mode, uid, builtIn);
    const blocked = await roomStore.blockedBy(uid);
    const blockedUsers = await users.getMany(blocked);
    return {
      rooms,
      blocked: blocked.map((id) => blockedUsers.get(id) ?? { uid: id }),
      ...(actor.isHost && {
        openReports: await roomStore.countOpenReports(mode),
        mutes: await roomStore.mutes(mode, clock()),
      }),
    };
  }

  /** @throws ApiError `notFound` if the room does not exist or the user is not a member */
  async open(connection: Connection, input: InputOf<typeof openChatRoom>): Promise<ChatRoom> {
    const actor = actorOf(connection);
    const info = await this.findOrCreate(actor, input);
    await this.getReadable(actor, info.id);
    const room = await this.subscribeAndView(connection, actor, info);
    if (isUnlistedRoom(info)) await this.subscribeToLikes(connection, info.id);
    return room;
  }

  private async subscribeToLikes(connection: Connection, roomId: string): Promise<void> {
    const { liveLikes, delivery } = this.deps;
    await liveLikes.subscribe(connection, { roomId });
    // The user may have been removed, or the connection closed, meanwhile.
    if (delivery.subscribers.get(connection)?.rooms.has(roomId) !== true)
      liveLikes.close(connection, { roomId });
  }

  /**
   * Unsubscribes a tab from an unlisted room.
   * @throws ApiError `notFound` if the tab is not subscribed to it
   */
  async close(connection: Connection, roomId: string): Promise<void> {
    const { roomStore, delivery } = this.deps;
    const subscriber = delivery.subscribers.get(connection);
    const info = await roomStore.find(roomId);
    if (subscriber?.rooms.has(roomId) !== true || info === undefined || !isUnlistedRoom(info))
      throw roomNotFound();
    delivery.subscribers.unsubscribe(subscriber, roomId);
  }

  /** Subscribes a tab to a room of its user, and returns the room as the user sees it. */
  async subscribeAndView(connection: Connection, actor: Actor, info: RoomInfo): Promise<ChatRoom> {
    const { roomStore, views, delivery } = this.deps;
    const subscriber = delivery.subscribers.add(connection, actor);
    const state = await roomStore.state(info.id, actor.uid);
    await delivery.subscribers.subscribe(subscriber, info.id, state?.memberRow?.fromSeq ?? 0, state?.lastSeq);
    const room = await views.findOne(actor.mode, actor.uid, info.id);
    if (room !== undefined) return views.withApproval(actor, room);
    delivery.subscribers.unsubscribe(subscriber, info.id);
    throw roomNotFound();
  }

  /** @throws ApiError `notFound` if the room does not exist in this mode, or is no longer in its venue */
  async getInfo(actor: Actor, roomId: string): Promise<RoomInfo> {
    const info = await this.deps.roomStore.find(roomId);
    if (info === undefined || info.mode !== actor.mode) throw roomNotFound();
    if (isBuiltInRoom(info)) this.getBuiltInRoom(info);
    else if (actor.isGuest) throw roomNotFound();
    return info;
  }

  /** @throws ApiError `notFound` if the venue does not have the room */
  getBuiltInRoom(info: RoomInfo): BuiltInRoom {
    const room = this.deps.views.builtInRoom(info.mode, info.id);
    if (room === undefined) throw roomNotFound();
    return room;
  }

  /**
   * Returns what a user may read of a room. Adds a user who opens a listed built-in room for the first time to its visitors.
   * @throws ApiError `notFound` if the user cannot read the room, `forbidden` if removed from a built-in room
   */
  async getReadable(actor: Actor, roomId: string): Promise<ReadableRoom> {
    const info = await this.getInfo(actor, roomId);
    const { roomStore, clock } = this.deps;
    let state = await roomStore.state(roomId, actor.uid);
    if (isBuiltInRoom(info) && !isUnlistedRoom(info) && state?.memberRow === undefined) {
      await roomStore.addVisitor(roomId, actor.uid, clock());
      state = await roomStore.state(roomId, actor.uid);
    }
    if (state === undefined || state.ended) throw roomNotFound();
    if (isBuiltInRoom(info)) {
      if (state.memberRow?.removed === 1)
        throw new ApiError('forbidden', 'A host has removed you from this room.');
    } else if (state.memberRow?.member !== 1) throw roomNotFound();
    return { info, state, range: readableRange(roomId, state) };
  }

  /** Unsubscribes a tab from the room of the area that it has left, and subscribes it to that of its new area. */
  async onAreaChanged(connection: Connection): Promise<void> {
    const { delivery, views, findBuiltInRooms } = this.deps;
    const subscriber = delivery.subscribers.get(connection);
    if (subscriber === undefined) return;
    if (subscriber.areaRoomId !== undefined)
      delivery.subscribers.unsubscribe(subscriber, subscriber.areaRoomId);
    subscriber.areaRoomId = undefined;
    const { areaId, mode } = connection;
    if (areaId === undefined || findBuiltInRooms(mode)?.at({ areaId }) === undefined) return;
    const roomId = await this.subscribeAreaRoom(subscriber, actorOf(connection));
    const room = roomId === undefined ? undefined : await views.findOne(mode, subscriber.uid, roomId);
    if (room !== undefined && connection.areaId === areaId)
      connection.send(eventFrame(chatRoomChanged, { room }));
  }

  private async findOrCreate(actor: Actor, input: InputOf<typeof openChatRoom>): Promise<RoomInfo> {
    if ('with' in input) return this.createPrivate(requireUser(actor), input.with);
    if ('roomId' in input) return this.getInfo(actor, input.roomId);
    return this.createBuiltIn(actor.mode, 'global' in input ? {} : input);
  }

  private async createPrivate({ mode, uid }: Actor, other: string): Promise<RoomInfo> {
    const { users, roomStore, clock } = this.deps;
    const visible = isGuestId(other) || other === uid ? new Set<string>() : await users.findVisible([other]);
    if (!visible.has(other)) throw new ApiError('notFound', 'User not found.');
    const id = privateRoomId(mode, uid, other);
    const info: RoomInfo = { id, mode, kind: 'private', place: {} };
    await roomStore.createPrivate(info, [uid, other], clock());
    return info;
  }

  private async createBuiltIn(mode: Actor['mode'], place: ChatRoomPlace): Promise<RoomInfo> {
    const { findBuiltInRooms, roomStore, clock } = this.deps;
    const room = findBuiltInRooms(mode)?.at(place);
    if (room === undefined) throw roomNotFound();
    await roomStore.createBuiltIn({ info: room.info, now: clock() });
    return room.info;
  }

  /** Subscribes a tab to the rooms of the venue and of its area, if they exist and the user was not removed. */
  private async subscribeBuiltInRooms(subscriber: Subscriber, actor: Actor): Promise<string[]> {
    const rooms = this.deps.findBuiltInRooms(actor.mode);
    const ids: (string | undefined)[] = [];
    if (rooms?.at({}) !== undefined) ids.push(await this.subscribeBuiltInRoom(subscriber, actor, {}));
    const { areaId } = subscriber.connection;
    if (areaId !== undefined && rooms?.at({ areaId }) !== undefined)
      ids.push(await this.subscribeAreaRoom(subscriber, actor));
    return ids.filter((id) => id !== undefined);
  }

  private async subscribeAreaRoom(subscriber: Subscriber, actor: Actor): Promise<string | undefined> {
    const { areaId } = subscriber.connection;
    const roomId = await this.subscribeBuiltInRoom(subscriber, actor, { areaId });
    if (roomId === undefined) return undefined;
    if (subscriber.connection.areaId === areaId) subscriber.areaRoomId = roomId;
    else this.deps.delivery.subscribers.unsubscribe(subscriber, roomId);
    return roomId;
  }

  /** Returns the id of the room; undefined if the user was removed from it. */
  private async subscribeBuiltInRoom(subscriber: Subscriber, actor: Actor, place: ChatRoomPlace) {
    const info = await this.createBuiltIn(actor.mode, place);
    try {
      const { state } = await this.getReadable(actor, info.id);
      await this.deps.delivery.subscribers.subscribe(subscriber, info.id, 0, state.lastSeq);
      return info.id;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'forbidden') return undefined;
      throw error;
    }
  }
}
