/** The file of a message: a picture in a box of its size, or a download button; a picture and a PDF can be opened (CHAT-04, CHAT-14). */
import downloadIcon from '@phosphor-icons/core/regular/download-simple.svg?raw';
import filePdf from '@phosphor-icons/core/regular/file-pdf.svg?raw';
import fileIcon from '@phosphor-icons/core/regular/file.svg?raw';
import { useCallback, useState } from 'react';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useFormatBytes } from '../../../platform/i18n/useFormatBytes.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { type MessageFile } from '../model/viewState.ts';
import { createChatView } from '../model/view.ts';
import { createFileUrls } from '../model/uploads.ts';
import { downloadFile } from './downloadFile.ts';
import { isMissing, MissingFile, Picture } from './Picture.tsx';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import styles from './attachment.module.css';

function Document(props: MessageFile) {
  const view = useVisit().get(createChatView);
  const getFileUrl = useVisit().get(createFileUrls);
  const showSnackbar = useShowSnackbar();
  const { roomId, seq, upload } = props;
  const { t } = useTranslation('chat');
  const bytes = useFormatBytes();
  const [wasDeleted, setWasDeleted] = useState(false);
  if (wasDeleted)
    return (
      <span role="status">
        <MissingFile name={upload.name} />
      </span>
    );
  const download = async (): Promise<void> => {
    try {
      await downloadFile(upload.name, () => getFileUrl(roomId, seq));
    } catch (error) {
      if (isMissing(error)) setWasDeleted(true);
      else showSnackbar(t('actionFailed'), { tone: 'warning' });
    }
  };
  const size = bytes(upload.bytes);
  const downloadLabel = t('file.download', { name: upload.name, size });
  const title = (
    <span className="min-w-0 flex-1 text-start">
      <bdi className="block truncate font-strong">{upload.name}</bdi>
      <span className="block text-caption text-ink-2">{size}</span>
    </span>
  );
  if (upload.mediaType === 'application/pdf')
    return (
      <span className={styles.file}>
        <button
          type="button"
          aria-label={t('file.open', { name: upload.name, size })}
          aria-haspopup="dialog"
          onClick={() => view.openPdf(props)}
          className="press flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-field"
        >
          <Icon svg={filePdf} size={24} />
          {title}
        </button>
        <IconButton svg={downloadIcon} size={18} label={downloadLabel} onClick={() => void download()} />
      </span>
    );
  return (
    <button
      type="button"
      aria-label={downloadLabel}
      onClick={() => void download()}
      className={`${styles.file} press`}
    >
      <Icon svg={fileIcon} size={24} />
      {title}
      <Icon svg={downloadIcon} size={18} />
    </button>
  );
}

export function Attachment(props: MessageFile) {
  const { roomId, seq, upload } = props;
  const { width, height } = upload;
  const getFileUrl = useVisit().get(createFileUrls);
  const getUrl = useCallback(() => getFileUrl(roomId, seq), [getFileUrl, roomId, seq]);
  if (width !== undefined && height !== undefined)
    return <Picture name={upload.name} width={width} height={height} getUrl={getUrl} />;
  return <Document {...props} />;
}
