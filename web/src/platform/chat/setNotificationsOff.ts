import { muteChatRoom, type ChatRoom } from '@foyer/contract';
import { realtime } from '../realtime/realtime.ts';
import { chatData, putRoom } from './chatData.ts';

/**
 * Whether a room is quiet for this person. Their other tabs are told by the server, this one knows.
 * @throws ApiError where it could not be said
 */
export async function muteRoom(roomId: string, muted: boolean): Promise<void> {
  await realtime.sendCommand(muteChatRoom, { roomId, muted });
  const room = chatData().rooms.get(roomId);
  if (!room) return;
  const { muted: _, ...rest }: ChatRoom = room;
  putRoom(muted ? { ...rest, muted: true } : rest);
}
