/** Exports the messages of a room as a JSON Lines file. */
import { exportChatRoom } from '@foyer/contract';
import { fileNameOf } from '@foyer/contract/fileNames';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/saveFile.ts';

/** @throws ApiError */
export async function downloadRoom(roomId: string, name: string): Promise<void> {
  const bytes = await call(exportChatRoom, { params: { roomId }, report: 'console', keepsSession: true });
  saveFile(fileNameOf(name, '.jsonl'), bytes);
}
