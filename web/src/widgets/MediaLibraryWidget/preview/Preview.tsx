/** An entry as it is shown in the panel, by its kind. */
import fileX from '@phosphor-icons/core/regular/file-x.svg?raw';
import fileBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import wifiSlash from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { lazyOptional } from '../../../platform/loading/lazyOptional.tsx';
import { PageSkeleton } from '../../../platform/pdf/PageSkeleton.tsx';
import { useRetryOnline } from '../../../platform/useRetryOnline.ts';
import { Button } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Statement } from '../../../ui/Statement.tsx';
import { ZoomablePicture } from '../../../ui/zoomablePicture/ZoomablePicture.tsx';
import { useLocalized } from '../../../platform/i18n/useLanguage.ts';
import { hostOf } from '../../host/hostOf.ts';
import { useTrackAccess } from '../../host/widgetSubject.ts';
import { iconOf } from '../kindIcons.ts';
import { hasFile, isPdf, type Entry, type FileEntry } from '../library.ts';
import styles from '../entryView.module.css';
import { useTexts } from '../useTexts.ts';
import type { LibraryReference } from './FilmPreview.tsx';
import { SoundPreview } from './SoundPreview.tsx';

const PdfPreview = lazyOptional(() => import('./PdfPreview.tsx'), [], ViewerFailed);
const FilmPreview = lazyOptional(() => import('./FilmPreview.tsx'), [], ViewerFailed);

interface Props {
  readonly entry: Entry;
  readonly library: LibraryReference;
  readonly download: (() => void) | undefined;
}

export function Preview({ entry, library, download }: Props) {
  const { t } = useTexts();
  if (entry.uri !== undefined) return <LinkPreview entry={entry} uri={entry.uri} />;
  if (!hasFile(entry))
    return <Statement svg={fileX} level={3} title={t('gone')} text={t('goneText', { name: entry.name })} />;
  return <FilePreview entry={entry} library={library} download={download} />;
}

interface FailedProps {
  readonly entry: FileEntry;
  readonly action: ReactNode;
}

/** Without a network the text says that the file is shown later, which the caller does. */
function Failed({ entry, action }: FailedProps) {
  const { t } = useTexts();
  const { onLine } = navigator;
  return (
    <div role="alert">
      <Statement
        svg={onLine ? fileBroken : wifiSlash}
        level={3}
        title={t('failed')}
        text={t(onLine ? 'failedText' : 'offlineText', { name: entry.name })}
        action={action}
      />
    </div>
  );
}

/** In place of a viewer or player that could not be downloaded. Chrome may need a new page to download it. */
function ViewerFailed({ entry }: { readonly entry: FileEntry }) {
  const { t } = useTexts();
  const reload = <Button onClick={() => location.reload()}>{t('reload')}</Button>;
  return <Failed entry={entry} action={navigator.onLine && reload} />;
}

interface FileProps extends Props {
  readonly entry: FileEntry;
}

/**
 * Each attempt mounts the preview again. A failed one is repeated when the browser is online again. That of a sound stays
 * mounted, because its file may still arrive.
 */
function FilePreview({ entry, library, download }: FileProps) {
  const { t: common } = useTranslation('widgets');
  const [count, setCount] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const trackAccess = useEffectEvent(useTrackAccess());
  const { id } = entry.asset;
  // A film counts when it plays.
  const isFilm = entry.kind === 'film';
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
        <Failed entry={entry} action={<Button onClick={tryAgain}>{common('failed.again')}</Button>} />
      )}
      {(!hasFailed || entry.kind === 'sound') && (
        <FileContent
          key={count}
          entry={entry}
          library={library}
          download={download}
          hasFailed={hasFailed}
          onFailed={setHasFailed}
        />
      )}
    </>
  );
}

interface ContentProps extends FileProps {
  readonly hasFailed: boolean;
  readonly onFailed: (hasFailed: boolean) => void;
}

function FileContent({ entry, library, download, hasFailed, onFailed }: ContentProps) {
  const { t } = useTexts();
  const localized = useLocalized();
  const { asset, name, kind } = entry;
  if (kind === 'picture')
    return (
      <ZoomablePicture
        asset={asset}
        alt={localized(asset.alts) || name}
        isZoomable
        onFailure={() => onFailed(true)}
      />
    );
  if (kind === 'sound')
    return <SoundPreview asset={asset} name={name} hasFailed={hasFailed} onFailed={onFailed} />;
  if (kind === 'film')
    return (
      <div className={styles.film}>
        {/* Until the player is downloaded. */}
        <Skeleton className="not-only:hidden absolute inset-x-0 top-0 aspect-video rounded-card!" />
        <FilmPreview entry={entry} library={library} />
      </div>
    );
  if (isPdf(entry))
    return (
      <>
        {/* Until the viewer is downloaded. */}
        <PageSkeleton />
        <PdfPreview entry={entry} />
      </>
    );
  return (
    <Statement
      svg={iconOf(entry)}
      level={3}
      title={t('noPreview')}
      text={t('noPreviewText')}
      action={download && <Button onClick={download}>{t('download')}</Button>}
    />
  );
}

function LinkPreview({ entry, uri }: { readonly entry: Entry; readonly uri: string }) {
  const { t } = useTexts();
  const trackAccess = useTrackAccess();
  const host = hostOf(uri);
  return (
    <Statement
      svg={iconOf(entry)}
      level={3}
      title={<bdi>{entry.name}</bdi>}
      text={t('leadsTo', { host })}
      action={
        <a
          href={uri}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => trackAccess()}
          className="press bg-secondary text-on-secondary text-button font-strong inline-flex min-h-11 items-center rounded-full px-5"
        >
          {t('openLink', { host })}
          <span className="sr-only"> ({t('newTab')})</span>
        </a>
      }
    />
  );
}
