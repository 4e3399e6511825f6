/** The page that a room opens with: the newest one, or the one around the first unread message if that is older. */
import { getChatMessages, type ChatRoom, type ResultOf } from '@foyer/contract';
import { currentRealtime } from '../realtime/realtime.ts';
import { chatData } from './chatData.ts';
import type { Page } from './timeline.ts';

export type HistoryPage = ResultOf<typeof getChatMessages>;

/** Loads the newest page, or the page around a message. */
export const fetchPage = (roomId: string, around?: number): Promise<HistoryPage> =>
  currentRealtime().sendCommand(getChatMessages, { roomId, ...(around !== undefined && { around }) });

/**
 * Whether these messages include the position at which the room opens: the first unread message, or the end of the room
 * if nothing is unread.
 */
export function coversOpeningPosition(
  { messages, hasOlder, hasNewer }: Pick<Page, 'messages' | 'hasOlder' | 'hasNewer'>,
  { unreadCount, readSeq }: ChatRoom,
): boolean {
  if (unreadCount === 0) return !hasNewer;
  const first = messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;
  return (!hasOlder || first <= readSeq) && (!hasNewer || last > readSeq);
}

export async function fetchOpeningPage(roomId: string): Promise<HistoryPage> {
  const newest = await fetchPage(roomId);
  const room = chatData().rooms.get(roomId);
  return !room || coversOpeningPosition(newest, room) ? newest : fetchPage(roomId, room.readSeq);
}
