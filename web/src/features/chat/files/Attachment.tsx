/** The file of a message: a picture in a box of its size, or a download button; a PDF can also be opened (CHAT-04, CHAT-14). */
import downloadIcon from '@phosphor-icons/core/regular/download-simple.svg?raw';
import filePdf from '@phosphor-icons/core/regular/file-pdf.svg?raw';
import fileIcon from '@phosphor-icons/core/regular/file.svg?raw';
import fileGone from '@phosphor-icons/core/regular/file-x.svg?raw';
import { useEffect, useState } from 'react';
import { track } from '../../../platform/analytics/track.ts';
import { ApiError } from '../../../platform/api/apiError.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useFormatBytes } from '../../../platform/i18n/useFormatBytes.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { now } from '../../../platform/time/serverTime.ts';
import { useShowSnackbar } from '../../../platform/snackbars.ts';
import { useConnection } from '../../../platform/state/connection.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { type MessageFile } from '../model/viewState.ts';
import { createChatView } from '../model/view.ts';
import { createFileUrls } from '../model/uploads.ts';
import { downloadFile } from './downloadFile.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import styles from './attachment.module.css';

function MissingFile({ name }: { readonly name: string }) {
  const { t } = useTranslation('chat');
  return (
    <span className={styles.file}>
      <Icon svg={fileGone} size={24} className="text-ink-2" />
      <span className="min-w-0 flex-1">
        <bdi className="block truncate line-through">{name}</bdi>
        <span className="block text-caption text-ink-2">{t('file.unavailable')}</span>
      </span>
    </span>
  );
}

/** Whether the file no longer exists, as opposed to a temporary error. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.serverCode === 'gone' || error.serverCode === 'notFound');

interface Preview {
  readonly url: string;
  /** Kept when the URL is renewed, so that the picture is not downloaded again. */
  readonly previewUrl: string;
}

/** Loads the URL of a picture, and renews it before it expires. */
function usePreview({ roomId, seq }: MessageFile): Preview | 'missing' | undefined {
  const getFileUrl = useVisit().get(createFileUrls);
  const [preview, setPreview] = useState<Preview | 'missing'>();
  const isOnline = useConnection(({ status }) => status === 'online');
  useEffect(() => {
    // While offline, wait for the next connection.
    if (!isOnline) return undefined;
    let isCurrent = true;
    let cancelRenewal: (() => void) | undefined;
    const load = async (): Promise<void> => {
      try {
        const { url, previewUrl = url, expiresAt } = await getFileUrl(roomId, seq);
        if (!isCurrent) return;
        setPreview((before) => ({
          url,
          previewUrl: before === undefined || before === 'missing' ? previewUrl : before.previewUrl,
        }));
        cancelRenewal = runAfter(
          Math.max(renewalMarginMs, expiresAt - now() - renewalMarginMs),
          () => void load(),
        );
      } catch (error) {
        if (isCurrent && isMissing(error)) setPreview('missing');
      }
    };
    void load();
    return () => {
      isCurrent = false;
      cancelRenewal?.();
    };
  }, [roomId, seq, isOnline, getFileUrl]);
  return preview;
}

/** How long before its expiry a URL is renewed. */
const renewalMarginMs = 20_000;

/** Maximum height of a picture in pixels; the bubble limits its width. */
const maxHeight = 280;

function Picture(props: MessageFile & { readonly width: number; readonly height: number }) {
  const { upload, width, height } = props;
  const { t } = useTranslation('chat');
  const preview = usePreview(props);
  const isOnline = useConnection(({ status }) => status === 'online');
  const [isBroken, setIsBroken] = useState(false);
  /** The download failed while offline; it is repeated when online. */
  const [failedOffline, setFailedOffline] = useState(false);
  if (preview === 'missing' || isBroken) return <MissingFile name={upload.name} />;
  const shownWidth = Math.min(360, width, (maxHeight * width) / height);
  const size = { width: shownWidth, aspectRatio: `${width} / ${height}` };
  return (
    <a
      href={preview?.url}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => preview && track('download', 'chatFile')}
      style={size}
      aria-label={t('file.openPicture', { name: upload.name })}
      className={styles.picture}
    >
      {preview && (
        <img
          key={failedOffline && isOnline ? 'again' : 'first'}
          src={preview.previewUrl}
          alt=""
          draggable={false}
          onError={() => (isOnline ? setIsBroken(true) : setFailedOffline(true))}
        />
      )}
    </a>
  );
}

function Document(props: MessageFile) {
  const view = useVisit().get(createChatView);
  const getFileUrl = useVisit().get(createFileUrls);
  const showSnackbar = useShowSnackbar();
  const { upload } = props;
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
      await downloadFile(props, getFileUrl);
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
  const { width, height } = props.upload;
  if (width !== undefined && height !== undefined)
    return <Picture {...props} width={width} height={height} />;
  return <Document {...props} />;
}
