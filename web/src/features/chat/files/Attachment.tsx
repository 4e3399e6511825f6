/** The file of a message: a picture in a box of its size, or a download button (CHAT-04, CHAT-14). */
import download from '@phosphor-icons/core/regular/download-simple.svg?raw';
import fileIcon from '@phosphor-icons/core/regular/file.svg?raw';
import fileGone from '@phosphor-icons/core/regular/file-x.svg?raw';
import type { ChatUpload } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { track } from '../../../platform/analytics/track.ts';
import { ApiError } from '../../../platform/api/apiError.ts';
import { getFileUrl } from '../../../platform/chat/uploads.ts';
import { downloadByBrowser } from '../../../platform/download/downloadByBrowser.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useFormatBytes } from '../../../platform/i18n/useFormatBytes.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { now } from '../../../platform/time/serverTime.ts';
import { showSnackbar } from '../../../platform/showSnackbar.ts';
import { useConnection } from '../../../platform/state/connection.ts';
import { runAfter } from '../../../platform/time/timers.ts';

export interface AttachmentProps {
  readonly roomId: string;
  readonly seq: number;
  readonly upload: ChatUpload;
}

function MissingFile({ name }: { readonly name: string }) {
  const { t } = useTranslation('chat');
  return (
    <span className="attachment-file">
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
function usePreview({ roomId, seq }: AttachmentProps): Preview | 'missing' | undefined {
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
  }, [roomId, seq, isOnline]);
  return preview;
}

/** How long before its expiry a URL is renewed. */
const renewalMarginMs = 20_000;

/** Maximum height of a picture in pixels; the bubble limits its width. */
const maxHeight = 280;

function Picture(props: AttachmentProps & { readonly width: number; readonly height: number }) {
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
      className="attachment-picture"
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

function Document({ roomId, seq, upload }: AttachmentProps) {
  const { t } = useTranslation('chat');
  const bytes = useFormatBytes();
  const [wasDeleted, setWasDeleted] = useState(false);
  if (wasDeleted)
    return (
      <span role="status">
        <MissingFile name={upload.name} />
      </span>
    );
  const downloadFile = async (): Promise<void> => {
    try {
      const { url } = await getFileUrl(roomId, seq);
      downloadByBrowser(url, upload.name);
      track('download', 'chatFile');
    } catch (error) {
      if (isMissing(error)) setWasDeleted(true);
      else showSnackbar(t('actionFailed'), { tone: 'warning' });
    }
  };
  return (
    <button
      type="button"
      aria-label={t('file.download', { name: upload.name, size: bytes(upload.bytes) })}
      onClick={() => void downloadFile()}
      className="attachment-file press"
    >
      <Icon svg={fileIcon} size={24} />
      <span className="min-w-0 flex-1 text-start">
        <bdi className="block truncate font-strong">{upload.name}</bdi>
        <span className="block text-caption text-ink-2">{bytes(upload.bytes)}</span>
      </span>
      <Icon svg={download} size={18} />
    </button>
  );
}

export function Attachment(props: AttachmentProps) {
  const { width, height } = props.upload;
  if (width !== undefined && height !== undefined)
    return <Picture {...props} width={width} height={height} />;
  return <Document {...props} />;
}
