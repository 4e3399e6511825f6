/** What a message makes of a room in the list: what was said last, how much of it is unread. Pure. */
import { chatUnreadMax } from '@foyer/contract/limits';
import type { ChatPerson, ChatRoom } from '@foyer/contract';
import type { Change } from './timeline.ts';

export interface Told extends Change {
  readonly author?: ChatPerson | undefined;
}

const isNewTo = (room: ChatRoom, { seq, message }: Told, ownId: string): boolean =>
  seq === message.seq && message.authorId !== ownId && seq > room.readSeq;

function lastOf(room: ChatRoom, { seq, message, author }: Told): Pick<ChatRoom, 'last' | 'lastAuthor'> {
  const isLatest = seq === message.seq || room.last?.seq === message.seq;
  if (!isLatest) return {};
  return { last: message, ...(author && { lastAuthor: author }) };
}

/** `gap`: something before it was not heard; the room is to be asked for. */
export function withTold(room: ChatRoom, told: Told, ownId: string): ChatRoom | 'gap' {
  if (told.seq <= room.lastSeq) return room;
  if (told.seq > room.lastSeq + 1) return 'gap';
  const isUnread = isNewTo(room, told, ownId);
  const isMentioned = isUnread && (told.message.mentions?.includes(ownId) ?? false);
  return {
    ...room,
    ...lastOf(room, told),
    lastSeq: told.seq,
    unread: Math.min(chatUnreadMax, room.unread + Number(isUnread)),
    ...(isMentioned && { mentioned: (room.mentioned ?? 0) + 1 }),
  };
}

/** Read up to a number; all of it, where that is the last. */
export function withRead(room: ChatRoom, seq: number): ChatRoom {
  if (seq <= room.readSeq) return room;
  const { mentioned: _, ...rest } = room;
  return seq >= room.lastSeq ? { ...rest, readSeq: seq, unread: 0 } : { ...room, readSeq: seq };
}

/** An area's room concerns those who are in the area, or have it open. */
export function isListed(room: ChatRoom, areaId: string | null, open: readonly string[]): boolean {
  return room.kind !== 'area' || room.areaId === areaId || open.includes(room.id);
}

/** Unread messages of all rooms that are not muted. */
export const unreadIn = (rooms: readonly ChatRoom[]): number =>
  rooms.reduce((sum, { unread, muted }) => sum + (muted ? 0 : unread), 0);
