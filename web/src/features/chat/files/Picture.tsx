/** The picture of a message in a box of its size, which opens it in a tab. */
import fileGone from '@phosphor-icons/core/regular/file-x.svg?raw';
import type { ChatUpload } from '@foyer/contract';
import { useEffect, useState, type CSSProperties } from 'react';
import { track } from '../../../platform/analytics/track.ts';
import { ApiError } from '../../../platform/api/apiError.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { now } from '../../../platform/time/serverTime.ts';
import { useConnection } from '../../../platform/state/connection.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import type { FileUrl } from '../model/uploads.ts';
import styles from './attachment.module.css';

export function MissingFile({ name }: { readonly name: string }) {
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
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.serverCode === 'gone' || error.serverCode === 'notFound');

export interface Preview {
  readonly url: string;
  /** Kept when the URL is renewed, so that the picture is not downloaded again. */
  readonly previewUrl: string;
}

/**
 * Loads the URL of a picture, and renews it before it expires.
 * @param getUrl stays the same for a picture
 */
export function usePreview(getUrl: () => Promise<FileUrl>): Preview | 'missing' | undefined {
  const [preview, setPreview] = useState<Preview | 'missing'>();
  const isOnline = useConnection(({ status }) => status === 'online');
  useEffect(() => {
    // While offline, wait for the next connection.
    if (!isOnline) return undefined;
    let isCurrent = true;
    let cancelRenewal: (() => void) | undefined;
    const load = async (): Promise<void> => {
      try {
        const { url, previewUrl = url, expiresAt } = await getUrl();
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
  }, [getUrl, isOnline]);
  return preview;
}

/** How long before its expiry a URL is renewed. */
const renewalMarginMs = 20_000;

export interface PictureProps {
  readonly upload: Pick<ChatUpload, 'name'>;
  readonly width: number;
  readonly height: number;
  /** As for `usePreview`. */
  readonly getUrl: () => Promise<FileUrl>;
}

export function Picture({ upload, width, height, getUrl }: PictureProps) {
  const { t } = useTranslation('chat');
  const preview = usePreview(getUrl);
  const isOnline = useConnection(({ status }) => status === 'online');
  const [isBroken, setIsBroken] = useState(false);
  /** The download failed while offline; it is repeated when online. */
  const [failedOffline, setFailedOffline] = useState(false);
  if (preview === 'missing' || isBroken) return <MissingFile name={upload.name} />;
  const size = { '--picture-width': width, '--picture-height': height } as CSSProperties;
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
