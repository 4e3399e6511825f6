import { track } from '../../../platform/analytics/track.ts';
import { downloadByBrowser } from '../../../platform/download/downloadByBrowser.ts';
import type { GetFileUrl } from '../model/uploads.ts';
import type { MessageFile } from '../model/viewState.ts';

/** @throws ApiError */
export async function downloadFile(
  { roomId, seq, upload }: MessageFile,
  getFileUrl: GetFileUrl,
): Promise<void> {
  const { url } = await getFileUrl(roomId, seq);
  downloadByBrowser(url, upload.name);
  track('download', 'chatFile');
}
