/** A room as a file, a message per line. */
import { exportChatRoom } from '@foyer/contract';
import { call } from '../../platform/api/client.ts';

/** @throws ApiError where it could not be had */
export async function downloadRoom(roomId: string, name: string): Promise<void> {
  const bytes = await call(exportChatRoom, { params: { roomId }, report: 'console', keepsSession: true });
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'chat'}.jsonl`;
  link.click();
  // Some browsers begin to read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
