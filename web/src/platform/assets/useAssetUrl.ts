import { useEffect, useState } from 'react';
import { useVenue } from '../state/venue.ts';
import { attemptUrl, initialAttempt, type AssetSize } from './assetUrl.ts';

/** The URL of an asset at a width; undefined until it is signed, if necessary, and for unknown assets. */
export function useAssetUrl(assetId: string | undefined, { width }: AssetSize = {}): string | undefined {
  const asset = useVenue((state) => (assetId === undefined ? undefined : state.assets.get(assetId)));
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let current = true;
    const find = async () => {
      const next = await attemptUrl(asset, { width }, initialAttempt({ width })).catch(() => undefined);
      if (current) setUrl(next);
    };
    void find();
    return () => {
      current = false;
    };
  }, [asset, width]);
  return url;
}
