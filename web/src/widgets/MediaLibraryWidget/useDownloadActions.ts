/** Starts downloads of the library, and says what became of them. */
import type { AnalyticsSubjectOf } from '@foyer/contract';
import { useState } from 'react';
import { signInGuest } from '../../features/session/index.ts';
import { track } from '../../platform/analytics/track.ts';
import { isAbort } from '../../platform/api/abort.ts';
import { ApiError } from '../../platform/api/apiError.ts';
import { createDownloads, startArchive, type ArchiveSelection } from '../../platform/download/downloads.ts';
import { useFormatBytes } from '../../platform/i18n/useFormatBytes.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useShowSnackbar } from '../../platform/snackbars.ts';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { subjectOf } from '../host/widgetSubject.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import type { FileEntry } from './library.ts';
import { useTexts } from './useTexts.ts';

export type DownloadSubject = Pick<WidgetProps<'MediaLibraryWidget'>, 'widget' | 'areaId'>;

export function useDownloadActions({ widget, areaId }: DownloadSubject) {
  const { t } = useTexts();
  const downloads = useVisit().get(createDownloads);
  const showSnackbar = useShowSnackbar();
  const bytes = useFormatBytes();
  const number = useNumberFormat();
  const [isBusy, setIsBusy] = useState(false);
  const subject: AnalyticsSubjectOf<'widget'> = subjectOf({ widget }, areaId);

  const explain = (error: unknown): string => {
    const code = error instanceof ApiError ? error.serverCode : undefined;
    if (code === 'conflict') return t('conflict');
    return t(code === 'notFound' ? 'archiveGone' : 'downloadFailed');
  };
  const attempt = async (start: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await start();
    } catch (error) {
      // The visit has ended.
      if (!isAbort(error)) showSnackbar(explain(error), { tone: 'warning' });
    } finally {
      setIsBusy(false);
    }
  };

  const downloadFile = ({ asset, name }: FileEntry): Promise<void> =>
    attempt(async () => {
      const by = await downloads.start({ assetId: asset.id, name, bytes: asset.bytes });
      track('download', 'file', { ...subject, asset: asset.id });
      if (by === 'browser') showSnackbar(t('byBrowser', { name }));
    });
  const downloadArchive = (selection: Pick<ArchiveSelection, 'folder' | 'media'>): Promise<void> =>
    attempt(async () => {
      // Without a session the server knows users by their IP address only, which others may share.
      if (!(await signInGuest())) throw new Error('The guest session could not be opened.');
      const link = await startArchive({ areaId, widgetId: widget.id, ...selection });
      track('download', 'archive', subject);
      showSnackbar(
        t('archiveByBrowser', {
          count: link.files,
          number: number(link.files),
          size: bytes(link.bytes),
        }),
      );
    });
  return { isBusy, downloadFile, downloadArchive };
}
