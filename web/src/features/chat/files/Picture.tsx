/** The picture of a message in a box of its size, which opens it in a dialog. */
import fileGone from '@phosphor-icons/core/regular/file-x.svg?raw';
import { useEffect, useState, type CSSProperties } from 'react';
import { ApiError } from '../../../platform/api/apiError.ts';
import { Icon } from '../../../platform/icons/Icon.tsx';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { now } from '../../../platform/time/serverTime.ts';
import { useConnection } from '../../../platform/state/connection.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';
import type { FileUrl } from '../model/uploads.ts';
import { createChatView } from '../model/view.ts';
import type { PictureFile } from '../model/viewState.ts';
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
  readonly previewUrl: string;
}

/**
 * Loads the URLs of a picture, and renews them before they expire. Each time, and with each connection, the result is another
 * object.
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
        setPreview({ url, previewUrl });
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

interface ShownPicture {
  /** Kept when the URLs are renewed, so that the picture is not downloaded again. Undefined while there is nothing to show. */
  readonly shown: Preview | undefined;
  /** The server no longer has the file. */
  readonly isGone: boolean;
  /** The download has failed although the page was online. */
  readonly isBroken: boolean;
  /** Handles a failed download of `shown`. */
  readonly onError: () => void;
}

/**
 * The URLs of a picture to show. After a failed download, for example while offline, the next ones are used, because those
 * may have expired meanwhile.
 */
export function usePicture(getUrl: () => Promise<FileUrl>): ShownPicture {
  const preview = usePreview(getUrl);
  const isOnline = useConnection(({ status }) => status === 'online');
  const [shown, setShown] = useState<Preview>();
  const [failed, setFailed] = useState<{
    readonly preview: Preview | undefined;
    readonly isBroken: boolean;
  }>();
  if (shown === undefined && preview !== undefined && preview !== 'missing' && preview !== failed?.preview)
    setShown(preview);
  return {
    shown,
    isGone: preview === 'missing',
    isBroken: shown === undefined && failed?.isBroken === true,
    onError() {
      setFailed({ preview: shown, isBroken: isOnline });
      setShown(undefined);
    },
  };
}

export function Picture(picture: PictureFile) {
  const { name, width, height, getUrl } = picture;
  const view = useVisit().get(createChatView);
  const { t } = useTranslation('chat');
  const { shown, isGone, isBroken, onError } = usePicture(getUrl);
  if (isGone || isBroken) return <MissingFile name={name} />;
  const size = { '--picture-width': width, '--picture-height': height } as CSSProperties;
  return (
    <button
      type="button"
      aria-label={t('file.openPicture', { name })}
      aria-haspopup="dialog"
      onClick={() => view.openPicture(picture)}
      style={size}
      className={styles.picture}
    >
      {shown && <img src={shown.previewUrl} alt="" draggable={false} onError={onError} />}
    </button>
  );
}
