import { useCallback, useId, useRef, type CSSProperties, type ReactNode, type RefObject } from 'react';
import type { Extent } from '../../platform/panZoom/plane.ts';
import { usePictureZoom } from '../../platform/panZoom/usePictureZoom.ts';
import { useElementSize } from '../../platform/useElementSize.ts';
import styles from './zoomablePicture.module.css';
import { useTexts } from './useTexts.ts';
import { ZoomControls } from './ZoomControls.tsx';
import { requestWidth, transformOf, viewportOf } from './zoomedView.ts';

const proportions = ({ width, height }: Extent): CSSProperties =>
  ({ '--picture-width': width, '--picture-ratio': width / height }) as CSSProperties;

export interface ZoomFrameProps {
  /** Pixels of the picture. */
  readonly picture: Extent;
  readonly alt: string;
  readonly isZoomable: boolean;
  /** As large as the picture, or as its container. */
  readonly size: 'picture' | 'container';
  /** Refers to the frame, which can be focused if it is zoomable. */
  readonly ref?: RefObject<HTMLDivElement | null>;
  /** Renders the picture. @param width CSS pixels, at the current zoom */
  readonly children: (width: number) => ReactNode;
}

/** A frame in which a picture is zoomed and moved by wheel, pointer, touch, keys and buttons. */
export function ZoomFrame({ picture, alt, isZoomable, size, ref, children }: ZoomFrameProps) {
  const { t } = useTexts();
  const ownRef = useRef<HTMLDivElement>(null);
  const frame = ref ?? ownRef;
  const { ref: measure, size: extent } = useElementSize();
  const hintId = useId();
  const viewport = viewportOf(picture, extent);
  const zoom = usePictureZoom(frame, isZoomable ? viewport : undefined);
  const setFrame = useCallback(
    (element: HTMLDivElement | null) => {
      frame.current = element;
      return measure(element);
    },
    [frame, measure],
  );
  const { view } = zoom;
  return (
    <>
      <div
        ref={setFrame}
        className={`${styles.frame} ${size === 'container' ? styles.fill : 'bg-ground/40'} relative overflow-hidden rounded-card`}
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
            {children(requestWidth(viewport.rest.width, view.zoom))}
          </div>
        )}
        {isZoomable && <ZoomControls zoom={zoom} maxZoom={viewport?.maxZoom ?? 1} />}
      </div>
      {isZoomable && (
        <p id={hintId} className="sr-only">
          {t('hint')}
        </p>
      )}
    </>
  );
}
