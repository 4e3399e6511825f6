import { useState } from 'react';
import { AssetImage } from '../platform/assets/AssetImage.tsx';
import { useUi } from '../platform/state/ui.ts';
import { useVenue } from '../platform/state/venue.ts';
import { useVenueTitle } from '../platform/venue/venueNames.ts';

export interface VenueMarkProps {
  /** Pixels. */
  readonly height?: number;
  readonly withName?: boolean;
  readonly logo?: boolean;
  readonly className?: string;
}

/** The venue's logo and name; before the venue is loaded, those of the configuration. */
export function VenueMark({
  height = 30,
  withName = true,
  logo: withLogo = true,
  className = '',
}: VenueMarkProps) {
  const title = useVenueTitle();
  const logoAssetId = useVenue((state) => state.architecture?.style.logoAssetId);
  const announced = useUi((state) => state.uiConfig?.venue?.logoUrl);
  const [broken, setBroken] = useState<string>();
  const shape = { style: { height }, className: 'w-auto max-w-40 object-contain' };
  const source = logoAssetId ?? announced;
  const markBroken = () => setBroken(source);
  // If the logo cannot be loaded, the name is shown.
  const logo =
    !withLogo || source === undefined || source === broken ? null : logoAssetId ? (
      <AssetImage
        assetId={logoAssetId}
        alt=""
        onFailure={markBroken}
        fallback={withName ? null : <span className="title-font truncate">{title}</span>}
        {...shape}
      />
    ) : (
      <img src={announced} alt="" onError={markBroken} {...shape} />
    );
  return (
    <span className={`inline-flex min-w-0 items-center gap-3 ${className}`}>
      {logo}
      <span className={withName || !logo ? 'title-font truncate' : 'sr-only'}>{title}</span>
    </span>
  );
}
