import { useState } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import { useElementSize } from '../../platform/useElementSize.ts';
import type { WidgetProps } from '../registry/widgetProps.ts';
import { useWidgetPicture } from './useWidgetPicture.ts';
import { useTexts } from './useTexts.ts';

type Props = Pick<WidgetProps<'ImageWidget'>, 'widget' | 'name' | 'configuration' | 'open'>;

/** The picture embedded in the area; a click opens it large. */
export function EmbeddedPicture({ widget, name, configuration, open }: Props) {
  const { t } = useTexts();
  const { asset, alt } = useWidgetPicture(configuration);
  const { ref, size } = useElementSize();
  const [failure, setFailure] = useState<string>();
  // The error boundary around every widget shows the failure and a retry.
  if (failure !== undefined) throw new Error(failure);
  return (
    <button
      ref={ref}
      type="button"
      data-opens={widget.id}
      aria-haspopup="dialog"
      aria-label={t('open', { name })}
      onClick={open}
      className="focus-contrast press block size-full cursor-zoom-in overflow-hidden rounded-mark"
    >
      {size && (
        <AssetImage
          assetId={asset?.id}
          width={size.width}
          alt={alt}
          draggable={false}
          onFailure={setFailure}
          className="size-full object-cover"
        />
      )}
    </button>
  );
}
