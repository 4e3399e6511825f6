/** A room as a file, a message per line. */
import { exportChatRoom } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/saveFile.ts';

/** @throws ApiError where it could not be had */
export async function downloadRoom(roomId: string, name: string): Promise<void> {
  const bytes = await call(exportChatRoom, { params: { roomId }, report: 'console', keepsSession: true });
  saveFile(`${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'chat'}.jsonl`, bytes);
}
