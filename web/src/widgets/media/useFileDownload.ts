/** Starts downloads of the surrounding widget, and says what became of them. */
import { useContext, useState } from 'react';
import { track } from '../../platform/analytics/track.ts';
import { isAbort } from '../../platform/api/abort.ts';
import { ApiError } from '../../platform/api/apiError.ts';
import { createDownloads } from '../../platform/download/downloads.ts';
import { useShowSnackbar } from '../../platform/snackbars.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { WidgetSubject } from '../host/widgetSubject.ts';
import type { FileItem } from './mediaItem.ts';
import { useTexts } from './useTexts.ts';

export interface FileDownload {
  readonly isBusy: boolean;
  readonly downloadFile: (item: FileItem) => Promise<void>;
  /**
   * Runs another start of a download; a failure is shown.
   * @param conflictText shown if the server refuses it because another one runs
   */
  readonly attempt: (start: () => Promise<void>, conflictText?: string) => Promise<void>;
}

export function useFileDownload(): FileDownload {
  const { t } = useTexts();
  const downloads = useVisit().get(createDownloads);
  const showSnackbar = useShowSnackbar();
  const subject = useContext(WidgetSubject);
  const [isBusy, setIsBusy] = useState(false);

  const explain = (error: unknown, conflictText: string | undefined): string => {
    const code = error instanceof ApiError ? error.serverCode : undefined;
    if (code === 'conflict' && conflictText !== undefined) return conflictText;
    return t(code === 'notFound' ? 'downloadGone' : 'downloadFailed');
  };
  const attempt: FileDownload['attempt'] = async (start, conflictText) => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await start();
    } catch (error) {
      // The visit has ended.
      if (!isAbort(error)) showSnackbar(explain(error, conflictText), { tone: 'warning' });
    } finally {
      setIsBusy(false);
    }
  };
  const downloadFile: FileDownload['downloadFile'] = ({ asset, name }) =>
    attempt(async () => {
      const by = await downloads.start({ assetId: asset.id, name, bytes: asset.bytes });
      track('download', 'file', { ...subject, asset: asset.id });
      if (by === 'browser') showSnackbar(t('byBrowser', { name }));
    });
  return { isBusy, downloadFile, attempt };
}
