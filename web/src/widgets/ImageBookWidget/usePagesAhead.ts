import { useEffect } from 'react';
import { assetUrl } from '../../platform/assets/assetUrl.ts';

/**
 * Fetches pictures that the user will probably see next, after those that are shown.
 * @param width shown width in CSS pixels; undefined until it is known
 */
export function usePagesAhead(assetIds: readonly string[], width: number | undefined): void {
  const key = assetIds.join(' ');
  useEffect(() => {
    if (width === undefined) return undefined;
    let isCurrent = true;
    const fetchAhead = async (assetId: string): Promise<void> => {
      const url = await assetUrl(assetId, { width });
      if (url === undefined || !isCurrent) return;
      const image = new Image();
      image.fetchPriority = 'low';
      image.src = url;
    };
    // A page that fails says so when it is shown.
    for (const assetId of key.split(' ').filter(Boolean)) fetchAhead(assetId).catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [key, width]);
}
