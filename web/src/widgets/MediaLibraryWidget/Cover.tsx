/** The picture of an entry: its own, its poster, or the first page of a PDF; without one the icon of its kind. */
import { useEffect, useState, type ReactNode } from 'react';
import { fetchStatus } from '../../platform/assets/assetFailure.ts';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useAssetUrl } from '../../platform/assets/useAssetUrl.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { runAfter } from '../../platform/time/timers.ts';
import { iconOf } from './kindIcons.ts';
import { isPdf, type Entry } from './library.ts';

export interface CoverProps {
  readonly entry: Entry;
  /** CSS pixels. */
  readonly width: number;
}

export function Cover(props: CoverProps) {
  const { entry, width } = props;
  const [hasFailed, setHasFailed] = useState(false);
  const icon = <Icon svg={iconOf(entry)} size={36} className="text-ink-2" />;
  const pictureId = entry.medium.posterAssetId ?? (entry.kind === 'picture' ? entry.asset?.id : undefined);
  if (hasFailed) return icon;
  if (pictureId !== undefined)
    return (
      <AssetImage
        assetId={pictureId}
        width={width}
        alt=""
        draggable={false}
        loading="lazy"
        fallback={icon}
        onFailure={() => setHasFailed(true)}
        className="size-full object-cover"
      />
    );
  return entry.asset && isPdf(entry) ? (
    <FirstPage assetId={entry.asset.id} width={width} icon={icon} onFailure={() => setHasFailed(true)} />
  ) : (
    icon
  );
}

/** How long (ms) to wait before each further attempt: the server renders the covers of a new library one by one. */
const retriesMs = [1_000, 10_000, 20_000, 40_000];

/** Only in a stored size, unlike other pictures: in full it would be the PDF itself. */
function FirstPage({
  assetId,
  width,
  icon,
  onFailure,
}: {
  readonly assetId: string;
  readonly width: number;
  readonly icon: ReactNode;
  readonly onFailure: () => void;
}) {
  const url = useAssetUrl(assetId, { width });
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
  if (url === undefined) return null;
  if (isWaiting) return icon;
  const retryOrFail = async () => {
    const status = attempt < retriesMs.length ? await fetchStatus(url) : 0;
    // 200: it was rendered in the meantime.
    if (status === 503 || status === 200) setIsWaiting(true);
    else onFailure();
  };
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      loading="lazy"
      draggable={false}
      onError={() => void retryOrFail()}
      className="size-full object-cover object-top"
    />
  );
}
