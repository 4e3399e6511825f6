/** Cuts the square out of a picture and sends it: what lies outside, and what a camera wrote, never leaves the browser. */
import { deleteProfilePicture, profilePictureSide, putProfilePicture } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import type { PanZoomView } from '../../../platform/panZoom/view.ts';
import { paint } from './CropArea.tsx';

/** A decoder of a browser copes with this much; cameras stay far below. */
export const fileBytesMost = 60 * 1024 * 1024;

/** The picture of a file, upright; undefined for what this browser cannot open. */
export const openPicture = (file: Blob): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);

const quiet = { report: 'console', retry: false } as const;

function blobOf(bitmap: ImageBitmap, crop: PanZoomView): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = profilePictureSide;
  paint(canvas, bitmap, crop);
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Error('the picture was not encoded'));
    canvas.toBlob(take, 'image/webp', 0.92);
  });
}

/** @throws ApiError */
export async function sendPicture(bitmap: ImageBitmap, crop: PanZoomView): Promise<void> {
  await call(putProfilePicture, { ...quiet, body: await blobOf(bitmap, crop) });
}

/** @throws ApiError */
export async function removePicture(): Promise<void> {
  await call(deleteProfilePicture, quiet);
}
