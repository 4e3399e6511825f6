/** Adds the chat of the venue to a venue, and messages to its room. */
import type { VenueInput } from '@foyer/contract';
import { sql } from 'kysely';
import { globalRoomId, groupRoomId, privateRoomId } from '../../server/src/features/chat/rooms/room.ts';
import { fillMentions, type ChatTables } from '../../server/src/features/chat/tables.ts';
import type { Storage } from '../../server/src/platform/storage/storage.ts';

/** The id of the built-in room of the venue. */
export const venueRoom = globalRoomId('LIVE', 'expo');

export function withChat(venue: VenueInput): VenueInput {
  const chat = {
    id: 'chat',
    type: 'GlobalChatWidget' as const,
    name: 'Chat',
    configurations: [{ id: 'always', name: 'Always' }],
  };
  const architectures = venue.architectures.map((architecture) => ({
    ...architecture,
    globalWidgets: [...(architecture.globalWidgets ?? []), chat],
  }));
  return { ...venue, architectures };
}

/** Rows in one insert. */
const rowsPerInsert = 500;
const dayMs = 86_400_000;
const words =
  'Good evening from the second row. Does anyone know when the panel on lighting begins, and where it is? '.split(
    ' ',
  );

/** Texts of 4 to 40 words, as people write them. */
const textOf = (seq: number): string =>
  Array.from({ length: 4 + (seq % 37) }, (_, index) => words[(seq + index) % words.length]).join(' ');

/** Inserts messages of the last 24 hours into a room. */
export async function insertMessages(
  storage: Pick<Storage<ChatTables>, 'db'>,
  authors: readonly { readonly id: string }[],
  messages: number,
  roomId = venueRoom,
): Promise<void> {
  const now = Date.now();
  const room = { id: roomId, mode: 'LIVE', kind: 'global', name: null, areaId: null, ownerId: null };
  await storage.db
    .insertInto('chatRoom')
    .values({
      ...room,
      lastSeq: messages,
      messageCount: messages,
      messageCountChanges: messages,
      createdAt: now - dayMs,
      lastAt: now,
      endedAt: null,
    })
    .execute();
  const rest = { updatedSeq: null, replyTo: null, mentions: null, upload: null, notice: null };
  for (let from = 1; from <= messages; from += rowsPerInsert)
    await storage.db
      .insertInto('chatMessage')
      .values(
        Array.from({ length: Math.min(rowsPerInsert, messages - from + 1) }, (_, index) => {
          const seq = from + index;
          return {
            ...rest,
            roomId,
            seq,
            clientId: `before-${seq}`,
            authorId: authors[Math.floor(seq / 3) % authors.length]?.id ?? '',
            at: now - dayMs + Math.floor((seq * dayMs) / (messages + 1)),
            text: textOf(seq),
            editedAt: null,
            deletedBy: null,
          };
        }),
      )
      .execute();
}

/** Unread messages of each person in the room of the venue. */
const unreadInVenue = 60;
const messagesPerRoom = 10;
const unreadPerRoom = 2;
const membersPerGroup = 20;

/**
 * Adds what people have who have used chat before: a read position in the room of the venue, private rooms with the two
 * people before and the two after them, and a group of twenty. Each of these rooms has ten messages.
 */
export async function insertConversations(
  storage: Pick<Storage<ChatTables>, 'db' | 'engine'>,
  people: readonly { readonly id: string }[],
  venueMessages: number,
): Promise<void> {
  const rooms: Room[] = [];
  for (let index = 0; index < people.length; index++) {
    for (const distance of [1, 2]) {
      const pair = [index, (index + distance) % people.length].map((at) => people[at]?.id ?? '');
      rooms.push({ id: privateRoomId('LIVE', pair[0] ?? '', pair[1] ?? ''), kind: 'private', members: pair });
    }
    if (index % membersPerGroup === 0) {
      const members = people.slice(index, index + membersPerGroup).map(({ id }) => id);
      rooms.push({ id: groupRoomId('LIVE', members[0] ?? '', 'group'), kind: 'group', members });
    }
  }
  await insertInParts(storage, 'chatRoom', rooms.map(roomRow));
  await insertInParts(storage, 'chatMember', [
    ...people.map(({ id }) => memberRow(venueRoom, id, 0, Math.max(0, venueMessages - unreadInVenue))),
    ...rooms.flatMap(({ id, members }) =>
      members.map((userId) => memberRow(id, userId, 1, messagesPerRoom - unreadPerRoom)),
    ),
  ]);
  await insertInParts(storage, 'chatMessage', rooms.flatMap(messageRows));
  await fillMentions(storage.db, storage.engine);
  // PostgreSQL would do this automatically after a while.
  await sql`analyze`.execute(storage.db);
}

interface Room {
  readonly id: string;
  readonly kind: 'private' | 'group';
  readonly members: readonly string[];
}

const roomRow = ({ id, kind, members }: Room) => ({
  id,
  mode: 'LIVE',
  kind,
  name: kind === 'group' ? 'Lighting crew' : null,
  searchName: kind === 'group' ? 'lighting crew' : null,
  areaId: null,
  mediaBoardId: null,
  contentPieceId: null,
  wallId: null,
  ownerId: kind === 'group' ? (members[0] ?? null) : null,
  lastSeq: messagesPerRoom,
  messageCount: messagesPerRoom,
  messageCountChanges: messagesPerRoom,
  createdAt: 0,
  lastAt: Date.now(),
  endedAt: null,
});

const memberRow = (roomId: string, userId: string, member: number, readSeq: number) => ({
  roomId,
  userId,
  member,
  removed: 0,
  fromSeq: 0,
  readSeq,
  sharedReadSeq: member === 1 ? readSeq : 0,
  notificationsOff: 0,
  joinedAt: 0,
  joinSeq: 0,
});

/** The members write in turn. The last message of a group mentions its second member. */
const messageRows = ({ id: roomId, kind, members }: Room) =>
  Array.from({ length: messagesPerRoom }, (_, index) => ({
    roomId,
    seq: index + 1,
    clientId: `before-${index}`,
    authorId: members[index % members.length] ?? '',
    at: Date.now(),
    text: textOf(index),
    mentions: kind === 'group' && index === messagesPerRoom - 1 ? JSON.stringify([members[1]]) : null,
    updatedSeq: null,
    replyTo: null,
    upload: null,
    notice: null,
    editedAt: null,
    deletedBy: null,
  }));

async function insertInParts<T extends 'chatRoom' | 'chatMember' | 'chatMessage'>(
  { db }: Pick<Storage<ChatTables>, 'db'>,
  table: T,
  rows: readonly ChatTables[T][],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await db
      .insertInto(table)
      .values(rows.slice(from, from + rowsPerInsert) as never)
      .execute();
}
