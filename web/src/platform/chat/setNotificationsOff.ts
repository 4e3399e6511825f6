import { setChatNotifications, type ChatRoom } from '@foyer/contract';
import { currentRealtime } from '../realtime/realtime.ts';
import { chatData, putRoom } from './chatData.ts';

/**
 * Turns the user's notifications for a room off or on. The server notifies the user's other tabs; this one updates itself.
 * @throws ApiError
 */
export async function setNotificationsOff(roomId: string, isOff: boolean): Promise<void> {
  await currentRealtime().sendCommand(setChatNotifications, { roomId, notificationsOff: isOff });
  const room = chatData().rooms.get(roomId);
  if (!room) return;
  const { notificationsOff: _, ...rest }: ChatRoom = room;
  putRoom(isOff ? { ...rest, notificationsOff: true } : rest);
}
