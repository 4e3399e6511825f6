/** What calls need of others; passed by app.ts. */
import type { ChatNotice, ChatPerson, ChatRoomKind, OperatingMode } from '@foyer/contract';

/** A room as one of its members sees it. */
export interface CallRoom {
  readonly kind: ChatRoomKind;
  /** Its members; nobody where everybody may come and go. */
  readonly userIds: readonly string[];
  /** `silenced`: starts no call; `blocked`: one of the two has blocked the other. */
  readonly readOnly: 'silenced' | 'blocked' | undefined;
}

export interface CallRooms {
  /** Undefined where there is no such room for this person. */
  find(mode: OperatingMode, uid: string, roomId: string): Promise<CallRoom | undefined>;
  /** Those among these people who have blocked somebody. */
  blockersOf(uid: string, among: readonly string[]): Promise<ReadonlySet<string>>;
  person(uid: string): Promise<ChatPerson>;
  /** Leaves a line in the room. */
  notice(roomId: string, authorId: string, notice: ChatNotice): Promise<void>;
}

export interface CallPorts {
  readonly rooms: CallRooms;
}
