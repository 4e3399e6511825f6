/**
 * Decodes untrusted pictures within limits: too large pictures are rejected by their header, and memory is shared by a
 * semaphore.
 */
import { availableParallelism } from 'node:os';
import { imagePixels, imageSide } from '@foyer/contract';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { isLossless } from '#platform/pictures/webp';
import { ApiError } from '#platform/apiError';
import { Semaphore } from '#platform/concurrency/semaphore';

const mebibyte = 1024 * 1024;
/** Maximum memory for decoding one picture. */
export const maxDecodedBytes = 128 * mebibyte;
/** Maximum pixels of all frames of an animated picture. */
const maxAnimationPixels = 200_000_000;
/** Maximum wall-clock time for decoding, generous for busy machines. */
const decodeSeconds = 60;
/** Approximate memory for a picture that is decoded line by line. */
const minDecodingBytes = 16 * mebibyte;

// One thread per picture, and as many pictures as cores if memory allows; no cache between them.
sharp.concurrency(1);
sharp.cache(false);
// Only decoders of accepted formats are enabled: no SVG, PDF or TIFF, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});
const memory = new Semaphore({ permits: maxDecodedBytes });
const cores = new Semaphore({ permits: availableParallelism() });
/** Runs `work`, which needs about `bytes` of memory, when memory and a core are free. */
export const runWithinLimits = <T>(bytes: number, work: () => Promise<T>): Promise<T> =>
  memory.run(() => cores.run(work), { weight: bytes });

/** Opens the picture in a file, with `moving` all frames of an animation. */
export const openPicture = (file: string, moving = false): Sharp =>
  sharp(file, {
    failOn: 'error',
    sequentialRead: true,
    animated: moving,
    limitInputPixels: moving ? maxAnimationPixels : imagePixels,
  }).timeout({ seconds: decodeSeconds });

const pictureError = (reason: string, cause?: unknown) =>
  new ApiError('invalidAsset', `The picture was rejected: ${reason}.`, { details: { reason }, cause });

export const tooMuchMemoryError = (bytes: number) =>
  pictureError(
    `decoding it needs ${Math.ceil(bytes / mebibyte)} MiB of memory, the limit is ${maxDecodedBytes / mebibyte} MiB (as a baseline JPEG, PNG or lossy WebP it needs less)`,
  );

/** Translates decoder errors, because their messages contain local file names. */
export function toPictureError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error;
  if (/timeout/i.test(error.message))
    return pictureError(`decoding it takes more than ${decodeSeconds} seconds`, error);
  if (/pixel limit/i.test(error.message)) return pictureError('it has too many pixels', error);
  const isTruncated =
    /premature|unexpected end|truncat|bad seek|read error|unable to parse|end of file/i.test(error.message);
  return pictureError(isTruncated ? 'it is truncated' : 'it is damaged and cannot be decoded', error);
}

/**
 * Estimates the memory for checking a picture, from measurements: JPEG, PNG and lossy WebP are read line by line (WebP
 * and JPEG also scaled down meanwhile), other formats are decoded as a whole.
 */
async function estimateDecodedBytes(
  file: string,
  { format, width, height, channels, ...more }: Metadata,
): Promise<number> {
  const pixels = width * (more.pageHeight ?? height);
  const moving = (more.pages ?? 1) > 1;
  switch (format) {
    case 'jpeg':
      if (!more.isProgressive) return 0;
      return pixels * (more.chromaSubsampling === '4:2:0' ? 3 : 6) * (channels === 4 ? 4 / 3 : 1);
    case 'png':
      return more.isProgressive ? pixels * channels * (more.depth === 'uchar' ? 1 : 2) : 0;
    case 'webp':
      if (moving) return pixels * 8;
      return (await isLossless(file)) ? pixels * 4 : pixels;
    case 'gif':
      return pixels * 5;
    default:
      return pixels * 19;
  }
}

/** Reads only the header and throws if the picture is too large; `bytes` is the memory that decoding needs. */
export async function measurePicture(
  file: string,
): Promise<{ metadata: Metadata; bytes: number; moving: boolean }> {
  // The header of a too large picture must be readable to report its size.
  const head = await sharp(file, { failOn: 'error', limitInputPixels: false, animated: true }).metadata();
  const { width, pages = 1 } = head;
  const height = head.pageHeight ?? head.height;
  if (width > imageSide || height > imageSide) {
    throw pictureError(`it has ${width} by ${height} pixels, the limit is ${imageSide} per side`);
  }
  if (width * height > imagePixels) {
    throw pictureError(
      `it has ${width} by ${height} pixels, the limit is ${imagePixels / 1e6} million in total`,
    );
  }
  if (width * height * pages > maxAnimationPixels && pages > 1) {
    throw pictureError(
      `its ${pages} frames have more than ${maxAnimationPixels / 1e6} million pixels in total`,
    );
  }
  const bytes = await estimateDecodedBytes(file, head);
  if (bytes > maxDecodedBytes) throw tooMuchMemoryError(bytes);
  return { metadata: { ...head, height }, bytes: Math.max(bytes, minDecodingBytes), moving: pages > 1 };
}
