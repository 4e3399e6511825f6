import type { Area } from '@foyer/contract';
import { defaultViewpointOf } from '@foyer/contract/arrival';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useMedia } from '../../platform/media.ts';

const ignore = (): void => undefined;

interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** A line on which every picture is waited for. Browsers that do not say are taken for fast ones. */
function isSlowLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return connection?.saveData === true || /^(slow-2g|2g|3g)$/.test(connection?.effectiveType ?? '');
}

/** Pixels asked for: the smallest that does on a phone or a slow line; a panorama shows a part only, so it needs more. */
const bandPixels = { small: 640, VIEW_2D: 1_280, VIEW_360D: 2_560 } as const;

/** The area's picture as a band that fades out. What it shows is told below, so nobody misses it. */
export function ReadingBand({ area }: { readonly area: Area }) {
  const phone = useMedia('phone');
  const background = defaultViewpointOf(area)?.background;
  const assetId = background && ('assetId' in background ? background.assetId : background.posterAssetId);
  if (assetId === undefined) return null;
  const pixels = phone || isSlowLine() ? bandPixels.small : bandPixels[area.viewMode];
  return (
    <div aria-hidden className="reading-band" data-mode={area.viewMode}>
      <AssetImage assetId={assetId} width={pixels / window.devicePixelRatio} alt="" onFailure={ignore} />
    </div>
  );
}
