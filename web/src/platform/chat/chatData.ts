/** The chat state of this tab. The other modules of this folder update it from commands and events of the server. */
import type { ChatMute, ChatUser, ChatRoom, ChatUpload } from '@foyer/contract';
import { create } from 'zustand';
import type { Timeline } from './timeline.ts';

/** A message that the server has not confirmed. */
export interface WaitingMessage {
  readonly clientId: string;
  readonly roomId: string;
  readonly text: string;
  readonly replyTo?: number | undefined;
  readonly mentions?: readonly string[] | undefined;
  readonly upload?: ChatUpload | undefined;
  /** Creation time by the local clock, in milliseconds; unique within a tab. */
  readonly at: number;
  /** Error code with which the server rejected the message. Absent: the outbox sends it automatically. */
  readonly errorCode?: string | undefined;
}

export interface RoomMessages {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly timeline: Timeline | null;
  /** The first read failed and is being retried. */
  readonly hasFailed?: boolean;
  /** Adjacent pages that are loading or could not be loaded. */
  readonly pages: Readonly<Partial<Record<'older' | 'newer', 'loading' | 'failed'>>>;
}

export interface TypingUser {
  readonly user: ChatUser;
  /** When the indicator disappears, by `performance.now()`. */
  readonly until: number;
}

export interface ChatData {
  /** `ready`: the rooms were listed, and events keep them current while there is a connection. */
  readonly status: 'loading' | 'ready' | 'failed';
  readonly rooms: ReadonlyMap<string, ChatRoom>;
  readonly users: ReadonlyMap<string, ChatUser>;
  readonly blocked: ReadonlyMap<string, ChatUser>;
  readonly messagesByRoom: ReadonlyMap<string, RoomMessages>;
  readonly typing: ReadonlyMap<string, readonly TypingUser[]>;
  /** Number of open reports; 0 unless the user is a host. */
  readonly openReports: number;
  /** By user, as last received; empty unless the user is a host. */
  readonly mutes: ReadonlyMap<string, ChatMute>;
  /** Oldest first. */
  readonly outbox: readonly WaitingMessage[];
}

export const initialChatData: ChatData = {
  status: 'loading',
  rooms: new Map(),
  users: new Map(),
  blocked: new Map(),
  messagesByRoom: new Map(),
  typing: new Map(),
  openReports: 0,
  mutes: new Map(),
  outbox: [],
};

export const useChatData = create<ChatData>(() => initialChatData);

export const chatData = (): ChatData => useChatData.getState();

export function setMutes(mutes: readonly ChatMute[]): void {
  useChatData.setState({ mutes: new Map(mutes.map((mute) => [mute.userId, mute])) });
}

export function putRoom(room: ChatRoom): void {
  useChatData.setState(({ rooms }) => ({ rooms: new Map(rooms).set(room.id, room) }));
  rememberUsers([room.otherMember, room.lastMessageAuthor]);
}

/** Stores the latest names and pictures of users; changes nothing if all of them are stored already. */
export function rememberUsers(received: readonly (ChatUser | undefined)[]): void {
  const { users } = chatData();
  const changed = received.filter((user) => user !== undefined && !isSame(users.get(user.uid), user));
  if (changed.length === 0) return;
  const all = new Map(users);
  for (const user of changed) if (user) all.set(user.uid, user);
  useChatData.setState({ users: all });
}

const isSame = (a: ChatUser | undefined, b: ChatUser | undefined): boolean =>
  a !== undefined && a.name === b?.name && a?.picture === b?.picture && a?.host === b?.host;

export function setRoomMessages(roomId: string, change: Partial<RoomMessages>): void {
  useChatData.setState(({ messagesByRoom }) => {
    const before = messagesByRoom.get(roomId) ?? { status: 'loading', timeline: null, pages: {} };
    return { messagesByRoom: new Map(messagesByRoom).set(roomId, { ...before, ...change }) };
  });
}
