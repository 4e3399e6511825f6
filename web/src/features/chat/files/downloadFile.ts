import { track } from '../../../platform/analytics/track.ts';
import { downloadByBrowser } from '../../../platform/download/downloadByBrowser.ts';
import type { FileUrl } from '../model/uploads.ts';

/** @throws ApiError */
export async function downloadFile(name: string, getUrl: () => Promise<FileUrl>): Promise<void> {
  const { url } = await getUrl();
  downloadByBrowser(url, name);
  track('download', 'chatFile');
}
