/**
 * The picture of an entry: its own, its poster, or the cover that the server makes of a PDF or a film; without one the icon
 * of its kind.
 */
import playIcon from '@phosphor-icons/core/fill/play-fill.svg?raw';
import type { Asset } from '@foyer/contract';
import { useEffect, useState, type ReactNode } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useAssetAttempts } from '../../platform/assets/useAssetAttempts.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useVenue } from '../../platform/state/venue.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { iconOf } from './kindIcons.ts';
import { hasFile, isPdf, type Entry, type FileEntry } from './library.ts';
import styles from './libraryEntry.module.css';

export interface CoverProps {
  readonly entry: Entry;
  /** CSS pixels. */
  readonly width: number;
}

export function Cover(props: CoverProps) {
  const picture = <Picture {...props} />;
  if (props.entry.kind !== 'film') return picture;
  return (
    <>
      {picture}
      <Icon svg={playIcon} className={`${styles.film} text-ink`} />
    </>
  );
}

function Picture({ entry, width }: CoverProps) {
  /** The file that cannot be shown: another generation may be. */
  const [failedUri, setFailedUri] = useState<string>();
  const icon = <Icon svg={iconOf(entry)} size={36} className="text-ink-2" />;
  const pictureId = entry.medium.posterAssetId ?? (entry.kind === 'picture' ? entry.asset?.id : undefined);
  const uri = useVenue(({ assets }) => assets.get(pictureId ?? entry.asset?.id ?? '')?.uri);
  if (failedUri !== undefined && failedUri === uri) return icon;
  if (pictureId !== undefined)
    return (
      <AssetImage
        assetId={pictureId}
        width={width}
        alt=""
        draggable={false}
        loading="lazy"
        fallback={icon}
        onFailure={() => setFailedUri(uri)}
        className="size-full object-cover"
      />
    );
  return hasFile(entry) && (isPdf(entry) || entry.kind === 'film') ? (
    <RenderedCover entry={entry} width={width} icon={icon} onFailure={() => setFailedUri(uri)} />
  ) : (
    icon
  );
}

interface RenderedCoverProps {
  readonly entry: FileEntry;
  readonly width: number;
  readonly icon: ReactNode;
  readonly onFailure: () => void;
}

/** How long (ms) to wait before each further attempt: the server renders the covers of a new library one by one. */
const retriesMs = [1_000, 10_000, 20_000, 40_000];

function RenderedCover({ entry, width, icon, onFailure }: RenderedCoverProps) {
  const [attempt, setAttempt] = useState(0);
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    const retryMs = retriesMs[attempt];
    if (!isWaiting || retryMs === undefined) return undefined;
    return runAfter(retryMs, () => {
      setAttempt(attempt + 1);
      setIsWaiting(false);
    });
  }, [isWaiting, attempt]);
  if (isWaiting) return icon;
  const retryOrFail = (status: number): void => {
    // 200: it was rendered in the meantime.
    if ((status === 503 || status === 200) && attempt < retriesMs.length) setIsWaiting(true);
    else onFailure();
  };
  return (
    <RenderedCoverImage
      asset={entry.asset}
      width={width}
      // The title of a page is at its top.
      className={isPdf(entry) ? 'object-top' : 'object-center'}
      onFailure={retryOrFail}
    />
  );
}

interface RenderedCoverImageProps {
  readonly asset: Asset;
  readonly width: number;
  readonly className: string;
  /** @param status of the response */
  readonly onFailure: (status: number) => void;
}

/** Only in a stored size, unlike other pictures: in full it would be the file itself. */
function RenderedCoverImage({ asset, width, className, onFailure }: RenderedCoverImageProps) {
  const { url, onError, onLoaded } = useAssetAttempts(asset, { width, onFailure });
  if (url === undefined) return null;
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      loading="lazy"
      draggable={false}
      onError={() => void onError()}
      onLoad={onLoaded}
      className={`size-full object-cover ${className}`}
    />
  );
}
