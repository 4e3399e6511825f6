import type { Area } from '@foyer/contract';
import { defaultViewpoint } from '@foyer/contract/arrival';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useMedia } from '../../platform/media.ts';
import styles from './textView.module.css';

const ignore = (): void => undefined;

interface NetworkInformation {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** Whether pictures load slowly. Browsers without this information count as fast. */
function isSlowConnection(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '');
}

/**
 * Requested width in pixels: the smallest size on a phone or a slow connection; a panorama is cropped, so it needs
 * more.
 */
const bannerPixels = { small: 640, VIEW_2D: 1_280, VIEW_360D: 2_560 } as const;

/** The area's picture as a banner that fades out. Decorative, because the text below describes the area. */
export function AreaBanner({ area }: { readonly area: Area }) {
  const phone = useMedia('phone');
  const background = defaultViewpoint(area)?.background;
  const assetId = background && ('assetId' in background ? background.assetId : background.posterAssetId);
  if (assetId === undefined) return null;
  const pixels = phone || isSlowConnection() ? bannerPixels.small : bannerPixels[area.viewMode];
  return (
    <div aria-hidden className={styles.banner} data-mode={area.viewMode}>
      <AssetImage assetId={assetId} width={pixels / window.devicePixelRatio} alt="" onFailure={ignore} />
    </div>
  );
}
