import imageBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import type { Asset } from '@foyer/contract';
import { useCallback, useId, useRef, useState, type CSSProperties } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import type { Extent } from '../../platform/panZoom/plane.ts';
import { usePictureZoom } from '../../platform/panZoom/usePictureZoom.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { Statement } from '../Statement.tsx';
import styles from './zoomablePicture.module.css';
import { useTexts } from './useTexts.ts';
import { ZoomControls } from './ZoomControls.tsx';
import { requestWidth, transformOf, viewportOf } from './zoomedView.ts';

/** Used until the size of the picture is known. */
const defaultSize: Extent = { width: 1_600, height: 1_000 };

const proportions = ({ width, height }: Extent): CSSProperties =>
  ({ '--picture-width': width, '--picture-ratio': width / height }) as CSSProperties;

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
  const frame = useRef<HTMLDivElement>(null);
  const { ref: measure, size } = useElementSize();
  const [natural, setNatural] = useState<Extent>();
  const hintId = useId();
  const known = asset?.width && asset.height ? { width: asset.width, height: asset.height } : undefined;
  const picture = known ?? natural ?? defaultSize;
  const viewport = viewportOf(picture, size);
  const zoom = usePictureZoom(frame, isZoomable ? viewport : undefined);
  const setFrame = useCallback(
    (element: HTMLDivElement | null) => {
      frame.current = element;
      return measure(element);
    },
    [measure],
  );
  const missing = <Statement svg={imageBroken} level={3} title={t('missing')} text={t('missingText')} />;
  if (!asset) return missing;

  const { view } = zoom;
  return (
    <figure>
      <div
        ref={setFrame}
        className={`${styles.frame} bg-ground/40 relative overflow-hidden rounded-card`}
        style={proportions(picture)}
        data-zooms={isZoomable}
        {...(isZoomable && {
          role: 'group',
          tabIndex: 0,
          'aria-label': alt,
          'aria-describedby': hintId,
        })}
      >
        {viewport && (
          <div
            className={styles.moved}
            data-dragging={zoom.isDragging}
            style={{
              ...viewport.rest,
              transform: transformOf(view, viewport),
            }}
          >
            <AssetImage
              assetId={asset.id}
              width={requestWidth(viewport.rest.width, view.zoom)}
              alt={alt}
              draggable={false}
              fallback={missing}
              onFailure={onFailure}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                !known && !natural && setNatural({ width, height })
              }
              className="size-full"
              style={{ backgroundColor: asset.averageColour }}
            />
          </div>
        )}
        {isZoomable && <ZoomControls zoom={zoom} maxZoom={viewport?.maxZoom ?? 1} />}
      </div>
      {isZoomable && (
        <p id={hintId} className="sr-only">
          {t('hint')}
        </p>
      )}
    </figure>
  );
}
