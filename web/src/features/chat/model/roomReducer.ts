/** Pure functions that compute a room (last message, unread count) after an event, a read or a new list of rooms. */
import { chatUnreadMax } from '@foyer/contract/limits';
import {
  isUnlistedRoom,
  isUnreadFor,
  type ChatMessage,
  type ChatUser,
  type ChatRoom,
  type UnreadReader,
} from '@foyer/contract';
import type { ChatUnread } from './chatState.ts';
import type { Change } from './timeline.ts';

export interface RoomChange extends Change {
  readonly author?: ChatUser | undefined;
}

type Counts = Pick<ChatRoom, 'unreadCount' | 'mentionCount'>;

/** The counts after a new unread message. */
function withNewUnread(
  { unreadCount, mentionCount }: ChatRoom,
  { message }: RoomChange,
  reader: UnreadReader,
): Counts {
  const isNamed = message.mentions?.includes(reader.uid) === true;
  return {
    unreadCount: Math.min(chatUnreadMax, unreadCount + 1),
    ...(isNamed && { mentionCount: (mentionCount ?? 0) + 1 }),
  };
}

/**
 * The counts after an unread message was edited or deleted. The earlier version is unknown: `gap` if it or the new version
 * may mention the reader, then the room must be fetched. A count at its maximum stays there.
 */
function withChangedUnread(
  { unreadCount, mentionCount }: ChatRoom,
  { message }: RoomChange,
  reader: UnreadReader,
): Counts | 'gap' {
  if (mentionCount !== undefined || message.mentions?.includes(reader.uid) === true) return 'gap';
  const isOneLess = message.deletedBy !== undefined && unreadCount < chatUnreadMax;
  return { unreadCount: Math.max(0, unreadCount - Number(isOneLess)) };
}

function countsAfter(room: ChatRoom, change: RoomChange, reader: UnreadReader): Partial<Counts> | 'gap' {
  const { seq, message } = change;
  // Count the message as it was before a deletion.
  const { deletedBy: _, ...before } = message;
  if (isUnlistedRoom(room) || message.seq <= room.readSeq || !isUnreadFor(before, reader)) return {};
  if (seq !== message.seq) return withChangedUnread(room, change, reader);
  return isUnreadFor(message, reader) ? withNewUnread(room, change, reader) : {};
}

function lastMessageAfter(
  room: ChatRoom,
  { seq, message, author }: RoomChange,
): Pick<ChatRoom, 'lastMessage' | 'lastMessageAuthor'> {
  const isLatest = seq === message.seq || room.lastMessage?.seq === message.seq;
  if (!isLatest) return {};
  return { lastMessage: message, ...(author && { lastMessageAuthor: author }) };
}

/** How many members a notice adds to a group. The server sends the room only to those who join or leave. */
function membersAdded({ notice }: ChatMessage): number {
  const count = notice?.uids?.length ?? 0;
  if (notice?.kind === 'joined') return 1;
  if (notice?.kind === 'left') return -1;
  if (notice?.kind === 'membersAdded') return count;
  return notice?.kind === 'removed' ? -count : 0;
}

const membersAfter = (
  { memberCount }: ChatRoom,
  { seq, message }: RoomChange,
): Pick<ChatRoom, 'memberCount'> =>
  memberCount !== undefined && seq === message.seq
    ? { memberCount: Math.max(0, memberCount + membersAdded(message)) }
    : {};

/**
 * The room after a change. `gap`: an earlier change is missing or the counts are unknown; fetch the room. Unlisted rooms
 * count nothing, so what is missing does not matter.
 */
export function withRoomChange(room: ChatRoom, change: RoomChange, reader: UnreadReader): ChatRoom | 'gap' {
  if (change.seq <= room.lastSeq) return room;
  if (change.seq > room.lastSeq + 1 && !isUnlistedRoom(room)) return 'gap';
  const counts = countsAfter(room, change, reader);
  if (counts === 'gap') return 'gap';
  return {
    ...room,
    ...lastMessageAfter(room, change),
    ...membersAfter(room, change),
    lastSeq: change.seq,
    ...counts,
  };
}

/** The room read up to a sequence number. Clears the counts if that is its last one. */
export function withRead(room: ChatRoom, seq: number): ChatRoom {
  if (seq <= room.readSeq) return room;
  const { mentionCount: _, ...rest } = room;
  return seq >= room.lastSeq ? { ...rest, readSeq: seq, unreadCount: 0 } : { ...room, readSeq: seq };
}

/** The room after all other members have read up to a sequence number. */
export const withOthersRead = (room: ChatRoom, seq: number): ChatRoom =>
  seq > (room.othersReadSeq ?? 0) ? { ...room, othersReadSeq: seq } : room;

type Rooms = ReadonlyMap<string, ChatRoom>;

/**
 * Merges a room from the server with the local one. A message or read receipt received since is newer than the response,
 * and what the user has read stays read while the server has not stored it.
 */
export function mergeRoom(received: ChatRoom, known: ChatRoom | undefined): ChatRoom {
  if (!known) return received;
  const { lastSeq, lastMessage, lastMessageAuthor, unreadCount, memberCount } = known;
  const isBehind = received.lastSeq < lastSeq;
  const newest = isBehind
    ? {
        ...received,
        lastSeq,
        unreadCount,
        ...(lastMessage && { lastMessage }),
        ...(lastMessageAuthor && { lastMessageAuthor }),
        ...(memberCount !== undefined && { memberCount }),
      }
    : received;
  const withReceipt =
    received.othersReadSeq === undefined ? newest : withOthersRead(newest, known.othersReadSeq ?? 0);
  return withRead(withReceipt, known.readSeq);
}

export interface RoomListMerge {
  /** The rooms when the list was requested. */
  readonly before: Rooms;
  /** The rooms when the list was received. */
  readonly now: Rooms;
  /** Ids of the rooms that the server has sent in between. */
  readonly changed: ReadonlySet<string>;
}

/** Merges a list of rooms with events received since it was requested: removed rooms stay removed, new rooms stay. */
export function mergeRoomList(listed: readonly ChatRoom[], { before, now, changed }: RoomListMerge): Rooms {
  const rooms = new Map([...now].filter(([id]) => !before.has(id) || changed.has(id)));
  for (const room of listed) {
    const { id, lastSeq } = room;
    const known = now.get(id);
    const isNewer = known !== undefined && changed.has(id) && known.lastSeq >= lastSeq;
    if (known || !before.has(id)) rooms.set(id, isNewer ? known : mergeRoom(room, known));
  }
  return rooms;
}

/** Whether a room is shown in the list. The room of an area is shown in that area, or while it is open. */
export function isListed(room: ChatRoom, areaId: string | null, openRoomIds: readonly string[]): boolean {
  if (isUnlistedRoom(room)) return false;
  return room.kind !== 'area' || room.areaId === areaId || openRoomIds.includes(room.id);
}

/** The unread messages in rooms with notifications on. */
export function unreadIn(rooms: readonly ChatRoom[]): ChatUnread {
  const unread = rooms.filter(({ unreadCount, notificationsOff }) => unreadCount > 0 && !notificationsOff);
  return {
    count: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
    onlyRoomId: unread.length === 1 ? unread[0]?.id : undefined,
    isMentioned: unread.some(({ mentionCount = 0 }) => mentionCount > 0),
  };
}
