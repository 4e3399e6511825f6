/** Changes of the chat's state that several parts make. Pure functions. */
import type { ChatMute, ChatRoom, ChatUser } from '@foyer/contract';
import { withEntry, withoutEntry, type ChatChange, type ChatState, type RoomMessages } from './chatState.ts';

export const withMutes = (mutes: readonly ChatMute[]): ChatChange => ({
  mutes: new Map(mutes.map((mute) => [mute.userId, mute])),
});

const isSame = (a: ChatUser | undefined, b: ChatUser): boolean =>
  a !== undefined && a.name === b.name && a.picture === b.picture && a.host === b.host;

/** With the latest names and pictures of users; unchanged if all of them are known already. */
export function withUsers(
  { users }: Pick<ChatState, 'users'>,
  received: readonly (ChatUser | undefined)[],
): ChatChange {
  const changed = received.filter((user) => user !== undefined && !isSame(users.get(user.uid), user));
  if (changed.length === 0) return {};
  const all = new Map(users);
  for (const user of changed) if (user) all.set(user.uid, user);
  return { users: all };
}

/** With the users of rooms. */
export const withUsersOf = (state: Pick<ChatState, 'users'>, rooms: readonly ChatRoom[]): ChatChange =>
  withUsers(
    state,
    rooms.flatMap(({ otherMember, lastMessageAuthor }) => [otherMember, lastMessageAuthor]),
  );

export const withRoom = (state: Pick<ChatState, 'rooms' | 'users'>, room: ChatRoom): ChatChange => ({
  rooms: withEntry(state.rooms, room.id, room),
  ...withUsersOf(state, [room]),
});

/** Without a room that the user is no longer a member of; it closes. */
export const withoutRoom = (
  { rooms, messagesByRoom, roomChats }: Pick<ChatState, 'rooms' | 'messagesByRoom' | 'roomChats'>,
  roomId: string,
): ChatChange => ({
  rooms: withoutEntry(rooms, roomId),
  messagesByRoom: withoutEntry(messagesByRoom, roomId),
  ...(roomChats.includes(roomId) && { roomChats: roomChats.filter((id) => id !== roomId) }),
});

const noMessages: RoomMessages = { status: 'loading', timeline: null, pages: {} };

export const withRoomMessages = (
  { messagesByRoom }: Pick<ChatState, 'messagesByRoom'>,
  roomId: string,
  change: Partial<RoomMessages>,
): ChatChange => ({
  messagesByRoom: withEntry(messagesByRoom, roomId, {
    ...(messagesByRoom.get(roomId) ?? noMessages),
    ...change,
  }),
});
