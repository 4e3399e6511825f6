import frameCorners from '@phosphor-icons/core/regular/corners-in.svg?raw';
import imageBroken from '@phosphor-icons/core/regular/image-broken.svg?raw';
import minus from '@phosphor-icons/core/regular/minus.svg?raw';
import plus from '@phosphor-icons/core/regular/plus.svg?raw';
import type { Asset } from '@foyer/contract';
import { useCallback, useId, useRef, useState, type CSSProperties } from 'react';
import { AssetImage } from '../../platform/assets/AssetImage.tsx';
import type { Extent } from '../../platform/panZoom/plane.ts';
import { usePictureZoom, zoomStep, type PictureZoom } from '../../platform/panZoom/usePictureZoom.ts';
import { containViewport, type PanZoomView, type Viewport } from '../../platform/panZoom/view.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import { IconButton } from '../IconButton.tsx';
import { Statement } from '../Statement.tsx';
import './picture.css';
import { useTexts } from './useTexts.ts';

/** Used until the size of the picture is known. */
const defaultSize: Extent = { width: 1_600, height: 1_000 };

function viewportOf(picture: Extent, frame: Extent | undefined): Viewport | undefined {
  if (!frame || frame.width === 0 || frame.height === 0) return undefined;
  // At the maximum zoom one pixel of the picture covers two CSS pixels; at least threefold zoom is possible.
  return containViewport(picture, frame, (rest) => Math.max(3, (2 * picture.width) / rest.width));
}

/** Requested widths double, so that a slow zoom does not load a picture at every step. */
const requestWidth = ({ rest }: Viewport, zoom: number): number =>
  Math.ceil(rest.width * 2 ** Math.ceil(Math.log2(zoom)));

/** CSS transform of the picture, which is centered in the frame. */
const transformOf = ({ x, y, zoom }: PanZoomView, { rest }: Viewport): string =>
  `translate(${(0.5 - x) * rest.width * zoom}px, ${(0.5 - y) * rest.height * zoom}px) scale(${zoom})`;

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
        className="picture-frame bg-ground/40 relative overflow-hidden rounded-card"
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
            className="picture-moved"
            data-dragging={zoom.isDragging}
            style={{
              ...viewport.rest,
              transform: transformOf(view, viewport),
            }}
          >
            <AssetImage
              assetId={asset.id}
              width={requestWidth(viewport, view.zoom)}
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

/** Not `disabled`: a disabled button would lose the focus after the click that reaches the limit. */
const disabledStyle = 'aria-disabled:text-ink-3';

function ZoomControls({ zoom, maxZoom }: { readonly zoom: PictureZoom; readonly maxZoom: number }) {
  const { t } = useTexts();
  const scale = zoom.view.zoom;
  return (
    <div
      role="group"
      aria-label={t('controls')}
      data-gestures="own"
      className="island picture-controls absolute flex items-center rounded-full p-1"
    >
      <IconButton
        svg={minus}
        label={t('zoomOut')}
        aria-disabled={scale <= 1}
        className={disabledStyle}
        onClick={() => zoom.zoomBy(1 / zoomStep)}
      />
      <output aria-live="polite" className="text-caption min-w-13 text-center tabular-nums">
        {t('percent', { percent: Math.round(scale * 100) })}
      </output>
      <IconButton
        svg={plus}
        label={t('zoomIn')}
        aria-disabled={scale >= maxZoom}
        className={disabledStyle}
        onClick={() => zoom.zoomBy(zoomStep)}
      />
      <IconButton
        svg={frameCorners}
        label={t('whole')}
        aria-disabled={scale <= 1}
        className={disabledStyle}
        onClick={zoom.reset}
      />
    </div>
  );
}
