/** The file of a message: a picture with its place kept free, or a name to press (CHAT-04, CHAT-14). */
import download from '@phosphor-icons/core/regular/download-simple.svg?raw';
import fileIcon from '@phosphor-icons/core/regular/file.svg?raw';
import fileGone from '@phosphor-icons/core/regular/file-x.svg?raw';
import type { ChatUpload } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/apiError.ts';
import { getFileUrl } from '../../../platform/chat/uploads.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { now } from '../../../platform/time/serverTime.ts';
import { showSnackbar } from '../../../platform/snackbars.ts';
import { useConnection } from '../../../platform/state/connection.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { useFormatBytes } from './useFormatBytes.ts';

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
        <span className="block text-caption text-ink-2">{t('file.gone')}</span>
      </span>
    </span>
  );
}

/** The file itself is not there any more; else it could only not be had at this moment. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.serverCode === 'gone' || error.serverCode === 'notFound');

interface Preview {
  readonly url: string;
  /** Stays as it came first: the picture is not fetched again. */
  readonly previewUrl: string;
}

/** An address ends after a while; whoever looks that long gets the next one. */
function usePreview({ roomId, seq }: AttachmentProps): Preview | 'gone' | undefined {
  const [seen, setSeen] = useState<Preview | 'gone'>();
  const isOnline = useConnection(({ status }) => status === 'online');
  useEffect(() => {
    // What could not be had without a connection is asked for with the next one.
    if (!isOnline) return undefined;
    let isHere = true;
    let cancelRenewal: (() => void) | undefined;
    const load = async (): Promise<void> => {
      try {
        const { url, previewUrl = url, expiresAt } = await getFileUrl(roomId, seq);
        if (!isHere) return;
        setSeen((before) => ({
          url,
          previewUrl: before === undefined || before === 'gone' ? previewUrl : before.previewUrl,
        }));
        cancelRenewal = runAfter(
          Math.max(renewalMarginMs, expiresAt - now() - renewalMarginMs),
          () => void load(),
        );
      } catch (error) {
        if (isHere && isMissing(error)) setSeen('gone');
      }
    };
    void load();
    return () => {
      isHere = false;
      cancelRenewal?.();
    };
  }, [roomId, seq, isOnline]);
  return seen;
}

/** So long before it ends an address is renewed. */
const renewalMarginMs = 20_000;

/** As tall as this at most; a wide one is as wide as its bubble. */
const maxHeight = 280;

function Picture(props: AttachmentProps & { readonly width: number; readonly height: number }) {
  const { upload, width, height } = props;
  const { t } = useTranslation('chat');
  const seen = usePreview(props);
  const isOnline = useConnection(({ status }) => status === 'online');
  const [isBroken, setIsBroken] = useState(false);
  /** It did not come for want of a connection. */
  const [wasMissed, setWasMissed] = useState(false);
  if (seen === 'gone' || isBroken) return <MissingFile name={upload.name} />;
  const shownWidth = Math.min(360, width, (maxHeight * width) / height);
  const place = { width: shownWidth, aspectRatio: `${width} / ${height}` };
  return (
    <a
      href={seen?.url}
      target="_blank"
      rel="noopener noreferrer"
      style={place}
      aria-label={t('file.openPicture', { name: upload.name })}
      className="attachment-picture"
    >
      {seen && (
        <img
          key={wasMissed && isOnline ? 'again' : 'first'}
          src={seen.previewUrl}
          alt=""
          draggable={false}
          onError={() => (isOnline ? setIsBroken(true) : setWasMissed(true))}
        />
      )}
    </a>
  );
}

function Document({ roomId, seq, upload }: AttachmentProps) {
  const { t } = useTranslation('chat');
  const bytes = useFormatBytes();
  const [isGone, setIsGone] = useState(false);
  if (isGone)
    return (
      <span role="status">
        <MissingFile name={upload.name} />
      </span>
    );
  const fetchFile = async (): Promise<void> => {
    try {
      const { url } = await getFileUrl(roomId, seq);
      const link = document.createElement('a');
      link.href = url;
      link.download = upload.name;
      link.rel = 'noopener';
      link.click();
    } catch (error) {
      if (isMissing(error)) setIsGone(true);
      else showSnackbar(t('notDone'), { tone: 'warning' });
    }
  };
  return (
    <button
      type="button"
      aria-label={t('file.download', { name: upload.name, size: bytes(upload.bytes) })}
      onClick={() => void fetchFile()}
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
