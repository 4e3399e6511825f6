/** How far one has read, told to the server once it has been seen; what could not be told is told over the next connection. */
import { markChatRead } from '@foyer/contract';
import { realtime } from '../realtime/realtime.ts';
import { chatData, putRoom } from './chatData.ts';
import { withRead } from './roomFold.ts';

const untold = new Map<string, number>();
const telling = new Set<string>();

async function tell(roomId: string): Promise<void> {
  if (telling.has(roomId)) return;
  telling.add(roomId);
  try {
    for (let seq = untold.get(roomId); seq !== undefined; seq = untold.get(roomId)) {
      await realtime.ask(markChatRead, { roomId, seq });
      if (untold.get(roomId) === seq) untold.delete(roomId);
    }
  } catch {
    // It is told over the next connection.
  } finally {
    telling.delete(roomId);
  }
}

/** Everything up to this number of the room was seen. */
export function markRead(roomId: string, seq: number): void {
  const room = chatData().rooms.get(roomId);
  if (!room || seq <= room.readSeq) return;
  putRoom(withRead(room, seq));
  untold.set(roomId, seq);
  void tell(roomId);
}

/** After the rooms were listed anew: what was read here before counts. */
export function tellRead(): void {
  for (const [roomId, seq] of untold) {
    const room = chatData().rooms.get(roomId);
    if (room) putRoom(withRead(room, seq));
    void tell(roomId);
  }
}

export const forgetUntold = (): void => untold.clear();
