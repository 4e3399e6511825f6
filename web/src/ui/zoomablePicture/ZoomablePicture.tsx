import imageBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import type { Asset } from '@foyer/contract';
import { useState } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import type { Extent } from '../../platform/panZoom/plane.ts';
import { Statement } from '../Statement.tsx';
import { useTexts } from './useTexts.ts';
import { ZoomFrame } from './ZoomFrame.tsx';

/** Used until the size of the picture is known. */
const defaultSize: Extent = { width: 1_600, height: 1_000 };

export interface ZoomablePictureProps {
  /** Undefined if the venue has no such asset. */
  readonly asset: Asset | undefined;
  readonly alt: string;
  readonly isZoomable: boolean;
  /** Called if the picture exists but cannot be shown. */
  readonly onFailure: (message: string) => void;
}

/** A picture that is zoomed and moved by wheel, pointer, touch, keys and buttons. Its frame fits the picture. */
export function ZoomablePicture({ asset, alt, isZoomable, onFailure }: ZoomablePictureProps) {
  const { t } = useTexts();
  const [natural, setNatural] = useState<Extent>();
  const missing = <Statement svg={imageBroken} level={3} title={t('missing')} text={t('missingText')} />;
  if (!asset) return missing;

  const known = asset.width && asset.height ? { width: asset.width, height: asset.height } : undefined;
  return (
    <figure>
      <ZoomFrame picture={known ?? natural ?? defaultSize} alt={alt} isZoomable={isZoomable} size="picture">
        {(width) => (
          <AssetImage
            assetId={asset.id}
            width={width}
            alt={alt}
            draggable={false}
            fallback={missing}
            onFailure={onFailure}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              !known && !natural && setNatural({ width: naturalWidth, height: naturalHeight })
            }
            className="size-full"
            style={{ backgroundColor: asset.averageColour }}
          />
        )}
      </ZoomFrame>
    </figure>
  );
}
