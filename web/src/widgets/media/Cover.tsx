import type { Asset } from '@foyer/contract';
import { useEffect, useState, type ReactNode } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useAssetAttempts } from '../../platform/assets/useAssetAttempts.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { hasFile, isPdf, type FileItem, type MediaItem } from './mediaItem.ts';

export interface CoverProps {
  readonly item: MediaItem;
  /** CSS pixels. */
  readonly width: number;
  /** Shown without a picture, and until one is there. */
  readonly fallback: ReactNode;
}

/** The picture of an item: its own, or the cover that the server makes of a PDF or a film. */
export function Cover({ item, width, fallback }: CoverProps) {
  /** The file that cannot be shown: another generation may be. */
  const [failedUri, setFailedUri] = useState<string>();
  const pictureId = item.coverAssetId;
  const uri = useVenue(({ assets }) => assets.get(pictureId ?? item.asset?.id ?? '')?.uri);
  if (failedUri !== undefined && failedUri === uri) return fallback;
  if (pictureId !== undefined)
    return (
      <AssetImage
        assetId={pictureId}
        width={width}
        alt=""
        draggable={false}
        loading="lazy"
        fallback={fallback}
        onFailure={() => setFailedUri(uri)}
        className="size-full object-cover"
      />
    );
  return hasFile(item) && (isPdf(item) || item.kind === 'film') ? (
    <RenderedCover item={item} width={width} fallback={fallback} onFailure={() => setFailedUri(uri)} />
  ) : (
    fallback
  );
}

interface RenderedCoverProps {
  readonly item: FileItem;
  readonly width: number;
  readonly fallback: ReactNode;
  readonly onFailure: () => void;
}

/** How long (ms) to wait before each further attempt: the server renders the covers of a new venue one by one. */
const retriesMs = [1_000, 10_000, 20_000, 40_000];

function RenderedCover({ item, width, fallback, onFailure }: RenderedCoverProps) {
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
  if (isWaiting) return fallback;
  const retryOrFail = (status: number): void => {
    // 200: it was rendered in the meantime.
    if ((status === 503 || status === 200) && attempt < retriesMs.length) setIsWaiting(true);
    else onFailure();
  };
  return (
    <RenderedCoverImage
      asset={item.asset}
      width={width}
      // The title of a page is at its top.
      className={isPdf(item) ? 'object-top' : 'object-center'}
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
