/** Starts downloads of the library: of a file, or of an archive. */
import { useContext } from 'react';
import { signInGuest } from '../../features/session/index.ts';
import { track } from '../../platform/analytics/track.ts';
import { startArchive, type ArchiveSelection } from '../../platform/download/downloads.ts';
import { useFormatBytes } from '../../platform/i18n/useFormatBytes.ts';
import { useNumberFormat } from '../../platform/i18n/useNumberFormat.ts';
import { useShowSnackbar } from '../../platform/snackbars.ts';
import { WidgetSubject } from '../host/widgetSubject.ts';
import { useFileDownload } from '../media/useFileDownload.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { useTexts } from './useTexts.ts';

export type DownloadSubject = Pick<WidgetProps<'MediaLibraryWidget'>, 'widget' | 'areaId'>;

export function useDownloadActions({ widget, areaId }: DownloadSubject) {
  const { t } = useTexts();
  const { isBusy, downloadFile, attempt } = useFileDownload();
  const showSnackbar = useShowSnackbar();
  const bytes = useFormatBytes();
  const number = useNumberFormat();
  const subject = useContext(WidgetSubject);
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
    }, t('conflict'));
  return { isBusy, downloadFile, downloadArchive };
}
