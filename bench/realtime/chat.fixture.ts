/** Adds the chat of the venue to a venue, and messages to its room. */
import type { VenueInput } from '@foyer/contract';
import { globalRoomId } from '../../server/src/features/chat/rooms/room.ts';
import type { ChatTables } from '../../server/src/features/chat/tables.ts';
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
    .values({ ...room, lastSeq: messages, createdAt: now - dayMs, lastAt: now, endedAt: null })
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
