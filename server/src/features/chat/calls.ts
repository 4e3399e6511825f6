/** What the rooms of chat are to calls: who may call there, and where it stands afterwards that there was a call. */
import type { ChatNotice, ChatPerson, ChatRoomKind, OperatingMode } from '@foyer/contract';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import type { Speaker } from './actor.ts';
import type { ChatDelivery } from './delivery/delivery.ts';
import type { ChatMessageStore } from './messages/messageStore.ts';
import { noticeOf } from './rooms/groupRules.ts';
import { isStanding } from './rooms/room.ts';
import type { ChatRooms } from './rooms/rooms.ts';
import type { ChatRoomStore } from './rooms/roomStore.ts';
import type { ChatViewStore } from './rooms/roomViewStore.ts';
import type { ChatPeople } from './users.ts';

export interface ChatCallsParts {
  readonly rooms: ChatRooms;
  readonly store: ChatRoomStore;
  readonly viewStore: Pick<ChatViewStore, 'silences'>;
  readonly messages: Pick<ChatMessageStore, 'isBlocked'>;
  readonly people: ChatPeople;
  readonly delivery: ChatDelivery;
  readonly clock: Clock;
}

export interface RoomOfCall {
  readonly kind: ChatRoomKind;
  /** Nobody in standing rooms, where everybody comes and goes. */
  readonly userIds: readonly string[];
  readonly readOnly: 'silenced' | 'blocked' | undefined;
}

export class ChatCalls {
  private readonly parts: ChatCallsParts;

  constructor(parts: ChatCallsParts) {
    this.parts = parts;
  }

  /** Undefined where there is no such room for this person. */
  async find(mode: OperatingMode, uid: string, roomId: string): Promise<RoomOfCall | undefined> {
    const { rooms, store, viewStore, messages, clock } = this.parts;
    const speaker: Speaker = { mode, uid, isGuest: false, isHost: false };
    try {
      const { facts } = await rooms.read(speaker, roomId);
      const userIds = isStanding(facts) ? [] : await store.members(roomId);
      const isBlocked = facts.kind === 'private' && (await messages.isBlocked(roomId, uid));
      const isSilenced = (await viewStore.silences(mode, [uid], clock())).has(uid);
      return {
        kind: facts.kind,
        userIds,
        readOnly: isBlocked ? 'blocked' : isSilenced ? 'silenced' : undefined,
      };
    } catch (fault) {
      if (fault instanceof Refusal && ['notFound', 'forbidden'].includes(fault.code)) return undefined;
      throw fault;
    }
  }

  /** Those among these people who have blocked somebody. */
  blockersOf(uid: string, among: readonly string[]): Promise<ReadonlySet<string>> {
    return this.parts.store.blockersOf(uid, among);
  }

  person(uid: string): Promise<ChatPerson> {
    return this.parts.people.one(uid);
  }

  /** Leaves a line in the room, also of somebody who has left it meanwhile; none where the room has ended. */
  async notice(roomId: string, authorId: string, notice: ChatNotice): Promise<void> {
    const { store, delivery, clock } = this.parts;
    const facts = await store.find(roomId);
    if (facts === undefined) return;
    const row = await store.change(roomId, async (room) =>
      room.row === undefined || room.row.endedAt !== null
        ? undefined
        : room.notice(roomId, noticeOf(authorId, clock(), notice)),
    );
    if (row !== undefined) await delivery.said(facts, row);
  }
}
