/** What a message makes of a room in the list, and a list of all that is known: what was said last, how much is unread. Pure. */
import { chatUnreadMax } from '@foyer/contract/limits';
import {
  isUnreadTo,
  type ChatMessage,
  type ChatPerson,
  type ChatRoom,
  type UnreadReader,
} from '@foyer/contract';
import type { Change } from './timeline.ts';

export interface Told extends Change {
  readonly author?: ChatPerson | undefined;
}

type Counts = Pick<ChatRoom, 'unread' | 'mentioned'>;

/** What is unread of a room, with a new message. */
function counted({ unread, mentioned }: ChatRoom, { message }: Told, reader: UnreadReader): Counts {
  const isNamed = message.mentions?.includes(reader.uid) === true;
  return {
    unread: Math.min(chatUnreadMax, unread + 1),
    ...(isNamed && { mentioned: (mentioned ?? 0) + 1 }),
  };
}

/**
 * What is unread of a room where an unread message is another now. Whether it named the reader before is not known: where
 * that matters the room is to be asked for. So many that they are not counted stay so many.
 */
function recounted({ unread, mentioned }: ChatRoom, { message }: Told, reader: UnreadReader): Counts | 'gap' {
  if (mentioned !== undefined || message.mentions?.includes(reader.uid) === true) return 'gap';
  const isOneLess = message.deleted !== undefined && unread < chatUnreadMax;
  return { unread: Math.max(0, unread - Number(isOneLess)) };
}

function countsAfter(room: ChatRoom, told: Told, reader: UnreadReader): Partial<Counts> | 'gap' {
  const { seq, message } = told;
  // What is deleted is no notice: only what somebody has written is.
  const { deleted: _, ...before } = message;
  if (message.seq <= room.readSeq || !isUnreadTo(before, reader)) return {};
  if (seq !== message.seq) return recounted(room, told, reader);
  return isUnreadTo(message, reader) ? counted(room, told, reader) : {};
}

function lastOf(room: ChatRoom, { seq, message, author }: Told): Pick<ChatRoom, 'last' | 'lastAuthor'> {
  const isLatest = seq === message.seq || room.last?.seq === message.seq;
  if (!isLatest) return {};
  return { last: message, ...(author && { lastAuthor: author }) };
}

/** How many members a notice adds to a group. The server sends the room itself only to those who come or go. */
function membersAdded({ notice }: ChatMessage): number {
  const count = notice?.uids?.length ?? 0;
  if (notice?.kind === 'joined') return 1;
  if (notice?.kind === 'left') return -1;
  if (notice?.kind === 'invited') return count;
  return notice?.kind === 'removed' ? -count : 0;
}

const membersAfter = ({ memberCount }: ChatRoom, { seq, message }: Told): Pick<ChatRoom, 'memberCount'> =>
  memberCount !== undefined && seq === message.seq
    ? { memberCount: Math.max(0, memberCount + membersAdded(message)) }
    : {};

/** `gap`: what is known is not enough, as where something before it was not heard; the room is to be asked for. */
export function withTold(room: ChatRoom, told: Told, reader: UnreadReader): ChatRoom | 'gap' {
  if (told.seq <= room.lastSeq) return room;
  if (told.seq > room.lastSeq + 1) return 'gap';
  const counts = countsAfter(room, told, reader);
  if (counts === 'gap') return 'gap';
  return { ...room, ...lastOf(room, told), ...membersAfter(room, told), lastSeq: told.seq, ...counts };
}

/** Read up to a number; all of it, where that is the last. */
export function withRead(room: ChatRoom, seq: number): ChatRoom {
  if (seq <= room.readSeq) return room;
  const { mentioned: _, ...rest } = room;
  return seq >= room.lastSeq ? { ...rest, readSeq: seq, unread: 0 } : { ...room, readSeq: seq };
}

type Rooms = ReadonlyMap<string, ChatRoom>;

/**
 * A room as the server says it is, beside what is known of it: a message that was told since is newer than what the
 * server knew when it said this, and what was read here, and is on its way, is not unread again.
 */
export function withKnown(said: ChatRoom, known: ChatRoom | undefined): ChatRoom {
  if (!known) return said;
  const { lastSeq, last, lastAuthor, unread, memberCount } = known;
  const isBehind = said.lastSeq < lastSeq;
  const newest = isBehind
    ? {
        ...said,
        lastSeq,
        unread,
        ...(last && { last }),
        ...(lastAuthor && { lastAuthor }),
        ...(memberCount !== undefined && { memberCount }),
      }
    : said;
  return withRead(newest, known.readSeq);
}

/** What was known when a list was asked for, what is known now, and of which rooms the server has told meanwhile. */
export interface Meanwhile {
  readonly before: Rooms;
  readonly now: Rooms;
  readonly told: ReadonlySet<string>;
}

/** The rooms of a list. Events come while it is on its way: a room that went stays gone, and one that began stays. */
export function withListed(listed: readonly ChatRoom[], { before, now, told }: Meanwhile): Rooms {
  const rooms = new Map([...now].filter(([id]) => !before.has(id) || told.has(id)));
  for (const room of listed) {
    const { id, lastSeq } = room;
    const known = now.get(id);
    const isNewer = known !== undefined && told.has(id) && known.lastSeq >= lastSeq;
    if (known || !before.has(id)) rooms.set(id, isNewer ? known : withKnown(room, known));
  }
  return rooms;
}

/** An area's room concerns those who are in the area, or have it open. */
export function isListed(room: ChatRoom, areaId: string | null, open: readonly string[]): boolean {
  return room.kind !== 'area' || room.areaId === areaId || open.includes(room.id);
}

/** Unread messages of all rooms that are not muted. */
export const unreadIn = (rooms: readonly ChatRoom[]): number =>
  rooms.reduce((sum, { unread, muted }) => sum + (muted ? 0 : unread), 0);
