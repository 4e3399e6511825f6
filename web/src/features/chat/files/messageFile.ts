import type { ChatUpload } from '@foyer/contract';
import { track } from '../../../platform/analytics/track.ts';
import { getFileUrl } from '../../../platform/chat/uploads.ts';
import { downloadByBrowser } from '../../../platform/download/downloadByBrowser.ts';

/** The file of a message. */
export interface MessageFile {
  readonly roomId: string;
  readonly seq: number;
  readonly upload: ChatUpload;
}

/** @throws ApiError */
export async function downloadFile({ roomId, seq, upload }: MessageFile): Promise<void> {
  const { url } = await getFileUrl(roomId, seq);
  downloadByBrowser(url, upload.name);
  track('download', 'chatFile');
}
