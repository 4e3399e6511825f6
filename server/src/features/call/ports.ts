/** What calls need from other features; app.ts passes it. */
import type { ChatNotice, ChatUser, ChatRoomKind, OperatingMode } from '@foyer/contract';

/** A room as one of its members sees it. */
export interface CallRoom {
  readonly kind: ChatRoomKind;
  /** The members; empty for built-in rooms. */
  readonly userIds: readonly string[];
  /** `muted`: the user is muted and cannot start calls; `blocked`: one of the two users has blocked the other. */
  readonly readOnlyReason: 'muted' | 'blocked' | undefined;
}

export interface CallNotice {
  readonly id: string;
  readonly authorId: string;
  readonly notice: ChatNotice;
}

export interface CallRooms {
  /** Undefined if the room does not exist or the user has no access to it. */
  find(mode: OperatingMode, uid: string, roomId: string): Promise<CallRoom | undefined>;
  /** The users among these who have blocked `uid`. */
  blockersOf(uid: string, among: readonly string[]): Promise<ReadonlySet<string>>;
  getUser(uid: string): Promise<ChatUser>;
  /** Posts a notice to the room, once per id. */
  postNotice(roomId: string, notice: CallNotice): Promise<void>;
}

/** Returns those of these users who have chosen to be invisible. */
export type FindInvisible = (userIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface CallPorts {
  readonly rooms: CallRooms;
  readonly findInvisible: FindInvisible;
}
