/**
 * Crops the picture in the browser and uploads it. What is outside of the crop, and the metadata of the camera, are
 * not sent.
 */
import { deleteProfilePicture, profilePictureSide, uploadProfilePicture } from '@foyer/contract';
import { track } from '../../../platform/analytics/track.ts';
import { call } from '../../../platform/api/client.ts';
import type { PanZoomView } from '../../../platform/panZoom/view.ts';
import { paint } from './CropArea.tsx';

/** Browsers can decode files of this size; photos are much smaller. */
export const maxFileBytes = 60 * 1024 * 1024;

/** Decodes a file with its orientation; undefined if the browser cannot. */
export const openPicture = (file: Blob): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);

const quiet = { report: 'console', retry: false } as const;

function encodeSquare(bitmap: ImageBitmap, crop: PanZoomView): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = profilePictureSide;
  paint(canvas, bitmap, crop);
  return new Promise((resolve, reject) => {
    const onBlob = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('The browser could not encode the picture.'));
    canvas.toBlob(onBlob, 'image/webp', 0.92);
  });
}

/**
 * @param signal of the user's visit: it may end while the picture is encoded, and the next user must not get the picture
 * @throws ApiError
 */
export async function sendPicture(
  bitmap: ImageBitmap,
  crop: PanZoomView,
  signal: AbortSignal,
): Promise<void> {
  await call(uploadProfilePicture, { ...quiet, body: await encodeSquare(bitmap, crop), signal });
  track('profile', 'update');
}

/** @throws ApiError */
export async function removePicture(): Promise<void> {
  await call(deleteProfilePicture, quiet);
  track('profile', 'update');
}
