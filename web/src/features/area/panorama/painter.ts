/** Keeps a canvas painted with what a camera sees: coarse while it moves, finer once it rests. */
import { runAfter } from '../../../platform/time/timers.ts';
import type { PanoramaCamera } from '../camera/panoramaCamera.ts';
import { focalLength } from '../geometry/panoramaView.ts';
import type { LoadedPicture } from '../picture/pictureCache.ts';
import { paintPanorama, type Pixels } from './paintPanorama.ts';

/** About 4 ms of painting on a slow machine: a frame is never lost to it. */
const movingPixels = 160_000;
const restingPixels = 900_000;
const restMs = 140;

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext('2d');
  if (!found) throw new Error('no 2D canvas');
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
 * @param painted called after the first painting
 * @returns what ends it
 */
export function paintedBy(
  camera: PanoramaCamera,
  canvas: HTMLCanvasElement,
  picture: LoadedPicture,
  painted: () => void,
): () => void {
  let panorama: Pixels | undefined;
  let wanted = true;
  let frame = 0;
  let cancelRest: (() => void) | undefined;

  const paint = (most: number): void => {
    if (!panorama || !wanted) return;
    const { width, height } = camera.frame;
    // No more pixels than the panorama has there: the browser enlarges them evenly, without steps.
    const own = (1.2 * panorama.width) / (2 * Math.PI) / focalLength(camera.view.zoom, camera.frame);
    const share = Math.min(1, own, Math.sqrt(most / (width * height)));
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
    cancelRest = runAfter(restMs, () => paint(restingPixels));
  };

  // Reading the pixels takes a while: not in the task that found the picture.
  const cancelBegin = runAfter(0, () => {
    panorama = pixelsOf(picture);
    paint(restingPixels);
    painted();
  });
  const unfollow = camera.subscribe(follow);
  return () => {
    wanted = false;
    cancelBegin();
    unfollow();
    cancelAnimationFrame(frame);
    cancelRest?.();
  };
}
