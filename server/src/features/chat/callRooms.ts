/**
 * Implements `CallRooms`, the port of the call feature: calls take place in chat rooms. Answers who is in a room and
 * whether a user may call there, and posts the notices about calls ("missed call"). Calls themselves are in
 * `features/call`.
 */
import { isBuiltInRoom } from '@foyer/contract';
import type { ChatUser, ChatRoomKind, OperatingMode } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import type { Actor } from './actor.ts';
import type { ChatDelivery } from './delivery/delivery.ts';
import type { NewNotice } from './messages/messageStore.ts';
import type { ChatPostingRules } from './messages/postingRules.ts';
import type { ChatRooms } from './rooms/rooms.ts';
import type { ChatRoomStore } from './rooms/roomStore.ts';
import type { ChatUsers } from './users.ts';

export interface ChatCallRoomsDeps {
  readonly rooms: ChatRooms;
  readonly roomStore: ChatRoomStore;
  readonly postingRules: ChatPostingRules;
  readonly users: ChatUsers;
  readonly delivery: ChatDelivery;
  readonly clock: Clock;
}

export interface CallRoom {
  readonly kind: ChatRoomKind;
  /** The members; empty for built-in rooms, which have none. */
  readonly userIds: readonly string[];
  readonly readOnlyReason: 'muted' | 'blocked' | undefined;
}

export class ChatCallRooms {
  private readonly deps: ChatCallRoomsDeps;

  constructor(deps: ChatCallRoomsDeps) {
    this.deps = deps;
  }

  /** Returns undefined if the room does not exist for this user. */
  async find(mode: OperatingMode, uid: string, roomId: string): Promise<CallRoom | undefined> {
    const { rooms, roomStore, postingRules } = this.deps;
    const actor: Actor = { mode, uid, isGuest: false, isHost: false };
    try {
      const { info } = await rooms.getReadable(actor, roomId);
      const userIds = isBuiltInRoom(info) ? [] : await roomStore.members(roomId);
      // Blocked first: a muted user may still join calls, a blocked one may not.
      const isBlocked = await postingRules.isBlocked(actor, info);
      const isMuted = await postingRules.isMuted(actor);
      return {
        kind: info.kind,
        userIds,
        readOnlyReason: isBlocked ? 'blocked' : isMuted ? 'muted' : undefined,
      };
    } catch (error) {
      if (error instanceof ApiError && ['notFound', 'forbidden'].includes(error.code)) return undefined;
      throw error;
    }
  }

  /** Returns those of the users `among` who have blocked the user `uid`. */
  blockersOf(uid: string, among: readonly string[]): Promise<ReadonlySet<string>> {
    return this.deps.roomStore.blockersOf(uid, among);
  }

  getUser(uid: string): Promise<ChatUser> {
    return this.deps.users.get(uid);
  }

  /**
   * Posts a notice to the room, once per id, also if its author has left the room. Does nothing if the room has ended.
   */
  async postNotice(roomId: string, notice: Required<Omit<NewNotice, 'at'>>): Promise<void> {
    const { roomStore, delivery, clock } = this.deps;
    const info = await roomStore.find(roomId);
    if (info === undefined) return;
    const row = await roomStore.withLocked(roomId, async (room) =>
      room.row === undefined || room.row.endedAt !== null
        ? undefined
        : room.addNotice(roomId, { ...notice, at: clock() }),
    );
    if (row !== undefined) await delivery.publish(info, row);
  }
}
