/** The page that a room opens with: the newest one, or the one around the first unread message if that is older. */
import { getChatMessages, type ChatRoom, type ResultOf } from '@foyer/contract';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import type { Page } from './timeline.ts';

export type HistoryPage = ResultOf<typeof getChatMessages>;

/** Loads the newest page, or the page around a message. */
export const fetchPage = (realtime: Realtime, roomId: string, around?: number): Promise<HistoryPage> =>
  realtime.sendCommand(getChatMessages, { roomId, ...(around !== undefined && { around }) });

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

/** @param roomNow returns the room as it is when the newest page has arrived */
export async function fetchOpeningPage(
  realtime: Realtime,
  roomId: string,
  roomNow: () => ChatRoom | undefined,
): Promise<HistoryPage> {
  const newest = await fetchPage(realtime, roomId);
  const room = roomNow();
  return !room || coversOpeningPosition(newest, room) ? newest : fetchPage(realtime, roomId, room.readSeq);
}
