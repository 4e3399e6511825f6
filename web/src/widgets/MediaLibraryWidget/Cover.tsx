/** The picture of an entry: its own, its poster, or the first page of a PDF; without one the icon of its kind. */
import { useState } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useAssetUrl } from '../../platform/assets/useAssetUrl.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
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
    <FirstPage assetId={entry.asset.id} width={width} onFailure={() => setHasFailed(true)} />
  ) : (
    icon
  );
}

/** Only in a stored size, unlike other pictures: in full it would be the PDF itself. */
function FirstPage({
  assetId,
  width,
  onFailure,
}: {
  readonly assetId: string;
  readonly width: number;
  readonly onFailure: () => void;
}) {
  const url = useAssetUrl(assetId, { width });
  if (url === undefined) return null;
  return (
    <img
      src={url}
      alt=""
      decoding="async"
      loading="lazy"
      draggable={false}
      onError={onFailure}
      className="size-full object-cover object-top"
    />
  );
}
