/** Repaints a canvas with the view of a camera: coarse while it moves, finer when it stops. */
import { runAfter } from '../../../platform/time/timers.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import { focalLength } from '../geometry/panoramaView.ts';
import type { LoadedPicture } from '../picture/pictureCache.ts';
import { paintPanorama, type Pixels } from './paintPanorama.ts';

/** Pixels. Painting them takes about 4 ms on a slow machine, so no frame is lost. */
const movingPixels = 160_000;
const restingPixels = 900_000;
const repaintAfterMs = 140;

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext('2d');
  if (!found) throw new Error('The browser does not support 2D canvases.');
  return found;
}

function pixelsOf({ image, width, height }: LoadedPicture): Pixels {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  context(canvas).drawImage(image, 0, 0);
  const { data } = context(canvas).getImageData(0, 0, width, height);
  return { width, height, data: new Uint32Array(data.buffer) };
}

/**
 * @param onPainted called after the first painting
 * @returns a function that stops
 */
export function startPainting(
  camera: PanoramaCamera,
  canvas: HTMLCanvasElement,
  picture: LoadedPicture,
  onPainted: () => void,
): () => void {
  let panorama: Pixels | undefined;
  let isActive = true;
  let frame = 0;
  let cancelRest: (() => void) | undefined;

  const paint = (maxPixels: number): void => {
    if (!panorama || !isActive) return;
    const { width, height } = camera.frame;
    // No more pixels than the panorama has in this view: the browser scales them smoothly.
    const sourceShare = (1.2 * panorama.width) / (2 * Math.PI) / focalLength(camera.view.zoom, camera.frame);
    const share = Math.min(1, sourceShare, Math.sqrt(maxPixels / (width * height)));
    const target = new ImageData(
      Math.max(1, Math.round(width * share)),
      Math.max(1, Math.round(height * share)),
    );
    const pixels = { width: target.width, height: target.height, data: new Uint32Array(target.data.buffer) };
    paintPanorama(panorama, camera.view, pixels);
    canvas.width = target.width;
    canvas.height = target.height;
    context(canvas).putImageData(target, 0, 0);
  };

  const follow = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => paint(movingPixels));
    cancelRest?.();
    cancelRest = runAfter(repaintAfterMs, () => paint(restingPixels));
  };

  // Reading the pixels is slow, so it runs in a separate task.
  const cancelBegin = runAfter(0, () => {
    panorama = pixelsOf(picture);
    paint(restingPixels);
    onPainted();
  });
  const unfollow = camera.subscribe(follow);
  return () => {
    isActive = false;
    cancelBegin();
    unfollow();
    cancelAnimationFrame(frame);
    cancelRest?.();
  };
}
