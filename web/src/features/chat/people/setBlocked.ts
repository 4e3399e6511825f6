import { setChatUserBlocked } from '@foyer/contract';
import { listRooms } from '../../../platform/chat/rooms.ts';
import { currentRealtime } from '../../../platform/realtime/realtime.ts';

/** Blocks or unblocks a user, and lists the rooms again to update the blocked users. @throws ApiError */
export async function setBlocked(userId: string, blocked: boolean): Promise<void> {
  await currentRealtime().sendCommand(setChatUserBlocked, { userId, blocked });
  await listRooms();
}
