/** Exports the messages of a room as a JSON Lines file. */
import { exportChatRoom } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { safeFileName } from '../../../platform/download/fileName.ts';
import { saveFile } from '../../../platform/saveFile.ts';

/** @throws ApiError */
export async function downloadRoom(roomId: string, name: string): Promise<void> {
  const bytes = await call(exportChatRoom, { params: { roomId }, report: 'console', keepsSession: true });
  saveFile(`${safeFileName(name, 'chat')}.jsonl`, bytes);
}
