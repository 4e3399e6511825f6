import type { ChatRoom } from '@foyer/contract';

export type MessageNoun = 'message' | 'comment' | 'post';

const nouns: Partial<Record<ChatRoom['kind'], MessageNoun>> = { card: 'comment', wall: 'post' };

/** What the texts of the interface call the messages of a room: the key of these texts. */
export const messageNoun = (room: Pick<ChatRoom, 'kind'> | undefined): MessageNoun =>
  (room && nouns[room.kind]) ?? 'message';
