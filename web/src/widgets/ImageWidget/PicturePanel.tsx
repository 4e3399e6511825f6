import { useEffect, useEffectEvent, useState } from 'react';
import { ZoomablePicture } from '../../ui/zoomablePicture/ZoomablePicture.tsx';
import { useTrackAccess } from '../host/widgetSubject.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import { useWidgetPicture } from './useWidgetPicture.ts';

/** The opened picture. */
export function PicturePanel({ configuration }: { readonly configuration: ConfigurationOf<'ImageWidget'> }) {
  const { asset, alt } = useWidgetPicture(configuration);
  const trackAccess = useEffectEvent(useTrackAccess());
  const assetId = asset?.id;
  useEffect(() => {
    if (assetId !== undefined) trackAccess(assetId);
  }, [assetId]);
  const [failure, setFailure] = useState<string>();
  // The error boundary around every widget shows the failure and a retry.
  if (failure !== undefined) throw new Error(failure);
  return (
    <div className="px-3 pb-3">
      <ZoomablePicture
        asset={asset}
        alt={alt}
        isZoomable={configuration.zoom !== false}
        onFailure={setFailure}
      />
    </div>
  );
}
