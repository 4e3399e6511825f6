/** An item as it is shown in the panel, by its kind. */
import fileX from '@phosphor-icons/core/regular/file-x.svg?raw';
import fileBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import wifiSlash from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { lazyOptional } from '../../../platform/loading/lazyOptional.tsx';
import type { WidgetPart } from '../../../platform/navigation/openedWidget.ts';
import { PageSkeleton } from '../../../platform/pdf/PageSkeleton.tsx';
import { useRetryOnline } from '../../../platform/useRetryOnline.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { ZoomablePicture } from '../../../ui/zoomablePicture/ZoomablePicture.tsx';
import { hostOf } from '../../host/hostOf.ts';
import { useTrackAccess } from '../../host/widgetSubject.ts';
import { iconOf } from '../kindIcons.ts';
import { hasFile, isDownloadable, isPdf, type FileItem, type MediaItem } from '../mediaItem.ts';
import { useFileDownload } from '../useFileDownload.ts';
import { useTexts } from '../useTexts.ts';
import type { WidgetReference } from './FilmPreview.tsx';
import styles from './preview.module.css';
import { SoundPreview } from './SoundPreview.tsx';

const PdfPreview = lazyOptional(() => import('./PdfPreview.tsx'), [], ViewerFailed);
const FilmPreview = lazyOptional(() => import('./FilmPreview.tsx'), [], ViewerFailed);

interface Props {
  readonly item: MediaItem;
  /** Names the item in the URL. */
  readonly part: WidgetPart;
  readonly reference: WidgetReference;
  /** A class for its size. */
  readonly className: string | undefined;
}

export function Preview({ className, ...props }: Props) {
  return (
    <div className={`${styles.preview} ${className ?? ''}`}>
      <Content {...props} />
    </div>
  );
}

type ContentProps = Omit<Props, 'className'>;

function Content(props: ContentProps) {
  const { t } = useTexts();
  const { item } = props;
  if (item.uri !== undefined) return <LinkPreview item={item} uri={item.uri} />;
  if (!hasFile(item))
    return <Statement svg={fileX} level={3} title={t('gone')} text={t('goneText', { name: item.name })} />;
  return <FilePreview {...props} item={item} />;
}

interface FailedProps {
  readonly item: FileItem;
  readonly action: ReactNode;
}

/** Without a network the text says that the file is shown later, which the caller does. */
function Failed({ item, action }: FailedProps) {
  const { t } = useTexts();
  const { onLine } = navigator;
  return (
    <div role="alert">
      <Statement
        svg={onLine ? fileBroken : wifiSlash}
        level={3}
        title={t('failed')}
        text={t(onLine ? 'failedText' : 'offlineText', { name: item.name })}
        action={action}
      />
    </div>
  );
}

/** In place of a viewer or player that could not be downloaded. Chrome may need a new page to download it. */
function ViewerFailed({ item }: { readonly item: FileItem }) {
  const { t } = useTexts();
  const reload = <Button onClick={() => location.reload()}>{t('reload')}</Button>;
  return <Failed item={item} action={navigator.onLine && reload} />;
}

interface FileProps extends ContentProps {
  readonly item: FileItem;
}

/**
 * Each attempt mounts the preview again. A failed one is repeated when the browser is online again. That of a sound stays
 * mounted, because its file may still arrive.
 */
function FilePreview(props: FileProps) {
  const { t: common } = useTranslation('widgets');
  const [count, setCount] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const trackAccess = useEffectEvent(useTrackAccess());
  const { item } = props;
  const { id } = item.asset;
  // A film counts when it plays.
  const isFilm = item.kind === 'film';
  useEffect(() => {
    if (!isFilm) trackAccess(id);
  }, [id, isFilm]);
  const tryAgain = (): void => {
    setCount(count + 1);
    setHasFailed(false);
  };
  useRetryOnline(hasFailed, tryAgain);
  return (
    <>
      {hasFailed && (
        <Failed item={item} action={<Button onClick={tryAgain}>{common('failed.again')}</Button>} />
      )}
      {(!hasFailed || item.kind === 'sound') && (
        <FileContent key={count} {...props} hasFailed={hasFailed} onFailed={setHasFailed} />
      )}
    </>
  );
}

interface FileContentProps extends FileProps {
  readonly hasFailed: boolean;
  readonly onFailed: (hasFailed: boolean) => void;
}

function FileContent({ item, part, reference, hasFailed, onFailed }: FileContentProps) {
  const localized = useLocalized();
  const { asset, name, kind } = item;
  if (kind === 'picture')
    return (
      <ZoomablePicture
        asset={asset}
        alt={localized(asset.alts) || name}
        isZoomable
        onFailure={() => onFailed(true)}
      />
    );
  if (kind === 'sound') return <SoundPreview item={item} hasFailed={hasFailed} onFailed={onFailed} />;
  if (kind === 'film')
    return (
      <div className={styles.film}>
        {/* Until the player is downloaded. */}
        <Skeleton className="not-only:hidden absolute inset-x-0 top-0 aspect-video rounded-card!" />
        <FilmPreview item={item} reference={reference} />
      </div>
    );
  if (isPdf(item))
    return (
      <>
        {/* Until the viewer is downloaded. */}
        <PageSkeleton />
        <PdfPreview item={item} part={part} />
      </>
    );
  return <NoPreview item={item} />;
}

function NoPreview({ item }: { readonly item: FileItem }) {
  const { t } = useTexts();
  const { isBusy, downloadFile } = useFileDownload();
  return (
    <Statement
      svg={iconOf(item)}
      level={3}
      title={t('noPreview')}
      text={t('noPreviewText')}
      action={
        isDownloadable(item) && (
          <Button busy={isBusy} onClick={() => void downloadFile(item)}>
            {t('download')}
          </Button>
        )
      }
    />
  );
}

function LinkPreview({ item, uri }: { readonly item: MediaItem; readonly uri: string }) {
  const { t } = useTexts();
  const host = hostOf(uri);
  return (
    <Statement
      svg={iconOf(item)}
      level={3}
      title={<bdi>{item.name}</bdi>}
      text={t('leadsTo', { host })}
      action={<OpenLink uri={uri} />}
    />
  );
}

/** A link that opens a website in a tab. */
export function OpenLink({ uri }: { readonly uri: string }) {
  const { t } = useTexts();
  const trackAccess = useTrackAccess();
  return (
    <a
      href={uri}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => trackAccess()}
      className="press bg-secondary text-on-secondary text-button font-strong inline-flex min-h-11 items-center rounded-full px-5"
    >
      {t('openLink', { host: hostOf(uri) })}
      <span className="sr-only"> ({t('newTab')})</span>
    </a>
  );
}
