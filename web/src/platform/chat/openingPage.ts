/** Where a room is opened: at its newest page, and where what is unread begins before that, around its beginning. */
import { readChatHistory, type ChatRoom, type ResultOf } from '@foyer/contract';
import { realtime } from '../realtime/realtime.ts';
import { chatData } from './chatData.ts';
import type { Page } from './timeline.ts';

export type HistoryPage = ResultOf<typeof readChatHistory>;

/** The newest page, or the one around a message. */
export const pageOf = (roomId: string, around?: number): Promise<HistoryPage> =>
  realtime.sendCommand(readChatHistory, { roomId, ...(around !== undefined && { around }) });

type Stretch = Pick<Page, 'messages' | 'older' | 'newer'>;

/** Whether a room can be opened with this stretch: the unread begins in it, or nothing is unread and it goes to the end. */
export function holdsBeginning({ messages, older, newer }: Stretch, { unread, readSeq }: ChatRoom): boolean {
  if (unread === 0) return !newer;
  const first = messages[0]?.seq ?? 0;
  const last = messages.at(-1)?.seq ?? 0;
  return (!older || first <= readSeq) && (!newer || last > readSeq);
}

export async function pageToOpen(roomId: string): Promise<HistoryPage> {
  const newest = await pageOf(roomId);
  const room = chatData().rooms.get(roomId);
  return !room || holdsBeginning(newest, room) ? newest : pageOf(roomId, room.readSeq);
}
