/** A picture under a round window: dragged, pinched, or moved by keys. */
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '../../../platform/i18n/useTranslation.ts';
import { arrows, moved, sideOf, zoomed, zoomMost, type Crop } from './crop.ts';

export interface CropAreaProps {
  readonly bitmap: ImageBitmap;
  readonly crop: Crop;
  readonly onChange: (crop: Crop) => void;
}

/** Pixels of the canvas: sharp on a screen of twice the density. */
const pixels = 704;
const zoomStep = 1.15;

export function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap, crop: Crop): void {
  const side = sideOf(bitmap, crop);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(
    bitmap,
    crop.x - side / 2,
    crop.y - side / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  );
}

export function CropArea({ bitmap, crop, onChange }: CropAreaProps) {
  const { t } = useTranslation('profile');
  const area = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const latest = useRef({ crop, onChange });
  useEffect(() => {
    latest.current = { crop, onChange };
    if (canvas.current) paint(canvas.current, bitmap, crop);
  }, [bitmap, crop, onChange]);
  // A wheel over the picture zooms it and does not scroll the panel; React's own listener could not say so.
  useEffect(() => {
    const { current } = area;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const { crop: now, onChange: change } = latest.current;
      change(zoomed(bitmap, now, now.zoom * Math.exp(-event.deltaY / 400)));
    };
    current?.addEventListener('wheel', zoom, { passive: false });
    return () => current?.removeEventListener('wheel', zoom);
  }, [bitmap]);

  const spread = (): number => {
    const [one, other] = [...pointers.current.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const spreadBefore = spread();
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (spreadBefore > 0) onChange(zoomed(bitmap, crop, (crop.zoom * spread()) / spreadBefore));
    else {
      const width = event.currentTarget.clientWidth;
      onChange(moved(bitmap, crop, (event.clientX - before.x) / width, (event.clientY - before.y) / width));
    }
  };
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (by) onChange(moved(bitmap, crop, ...by));
    else if (event.key === '+' || event.key === '=') onChange(zoomed(bitmap, crop, crop.zoom * zoomStep));
    else if (event.key === '-') onChange(zoomed(bitmap, crop, crop.zoom / zoomStep));
    else return;
    event.preventDefault();
  };
  const lift = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
  return (
    <div
      ref={area}
      role="slider"
      aria-label={t('picture.area')}
      aria-valuemin={1}
      aria-valuemax={zoomMost}
      aria-valuenow={Math.round(crop.zoom * 10) / 10}
      tabIndex={0}
      dir="ltr"
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      }}
      onPointerMove={move}
      onPointerUp={lift}
      onPointerCancel={lift}
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
