/** Crops a picture to a circle by dragging, pinching or keys. */
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { followKey, followPointers } from '../../../platform/panZoom/gestures.ts';
import type { Point } from '../../../platform/panZoom/plane.ts';
import { panBy, zoomAbout, type PanZoomView } from '../../../platform/panZoom/view.ts';
import { cropViewport, initialCrop, squareIn, maxZoom } from './crop.ts';

export interface CropAreaProps {
  readonly bitmap: ImageBitmap;
  readonly crop: PanZoomView;
  readonly onChange: (next: (crop: PanZoomView) => PanZoomView) => void;
}

/** Pixels of the canvas: sharp at a device pixel ratio of 2. */
const pixels = 704;
const zoomStep = 1.15;
/** Share of the square by which an arrow key moves. */
const stepShare = 0.05;

export function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap, crop: PanZoomView): void {
  const { left, top, side } = squareIn(bitmap, crop);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

export function CropArea({ bitmap, crop, onChange }: CropAreaProps) {
  const { t } = useTranslation('profile');
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) paint(canvas.current, bitmap, crop);
  }, [bitmap, crop]);

  const viewport = cropViewport(bitmap);
  const pan = (by: Point): void => onChange((now) => panBy(now, by, viewport));
  const zoom = (factor: number, about?: Point): void =>
    onChange((now) => zoomAbout(now, factor, viewport, about));
  const drag = useEffectEvent(pan);
  const pinch = useEffectEvent(zoom);
  useEffect(() => {
    const { current } = area;
    if (!current) return undefined;
    // The side of the frame has length 1.
    const inFrame = ({ x, y }: Point): Point => ({ x: x / current.clientWidth, y: y / current.clientWidth });
    return followPointers(current, {
      drag: (by) => drag(inFrame(by)),
      zoom: (factor, about) => pinch(factor, inFrame(about)),
    });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const keys = {
      // The picture follows the arrow.
      step: (across: number, down: number) => pan({ x: across * stepShare, y: down * stepShare }),
      zoomStep: zoom,
      reset: () => onChange(() => initialCrop(bitmap)),
    };
    if (followKey(event, keys, zoomStep)) event.preventDefault();
  };
  return (
    <div
      ref={area}
      role="slider"
      aria-label={t('picture.area')}
      aria-valuemin={1}
      aria-valuemax={maxZoom}
      aria-valuenow={Math.round(crop.zoom * 10) / 10}
      tabIndex={0}
      dir="ltr"
      onKeyDown={onKeyDown}
      className="relative aspect-square w-full cursor-grab touch-none overflow-hidden rounded-card bg-ink/6 active:cursor-grabbing"
    >
      <canvas ref={canvas} width={pixels} height={pixels} aria-hidden="true" className="size-full" />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-2 rounded-full outline-2 outline-white/80 shadow-[0_0_0_999px_rgb(0_0_0/0.55)]"
      />
    </div>
  );
}
