import type { Area } from '@foyer/contract';
import { defaultViewpoint } from '@foyer/contract/arrival';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';

/** Degrees of a panorama that a room's picture shows. */
const visibleDegrees = 105;
const stretch = 360 / visibleDegrees;
const ignore = (): void => undefined;

/** The picture of an area with its initial view, filling its box. Decorative, because the name is next to it. */
export function RoomPicture({ area, width }: { readonly area: Area; readonly width: number }) {
  const viewpoint = defaultViewpoint(area);
  const background = viewpoint?.background;
  const assetId = background && ('assetId' in background ? background.assetId : background.posterAssetId);
  if (area.viewMode === 'VIEW_2D') {
    return (
      <AssetImage
        assetId={assetId}
        width={width}
        alt=""
        loading="lazy"
        draggable={false}
        onFailure={ignore}
        className="absolute inset-0 size-full object-cover"
      />
    );
  }
  const { yaw, pitch } = viewpoint?.initialView ?? { yaw: 0, pitch: 0 };
  const edge = 0.5 / stretch;
  const turned = (((yaw + 180) % 360) + 360) % 360;
  const across = Math.min(Math.max(turned / 360, edge), 1 - edge);
  return (
    <AssetImage
      assetId={assetId}
      // The smallest stored panorama is sharp enough.
      width={Math.min(width * stretch, 1_280 / globalThis.devicePixelRatio)}
      alt=""
      loading="lazy"
      draggable={false}
      onFailure={ignore}
      className="absolute top-1/2 left-1/2 min-h-full max-w-none object-cover"
      style={{
        width: `${stretch * 100}%`,
        transform: `translate(${-across * 100}%, ${-(0.5 - pitch / 180) * 100}%)`,
      }}
    />
  );
}
