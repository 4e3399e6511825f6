/** Decoding pictures of others within limits: what is too large is refused by its head, and memory is shared in turns. */
import { availableParallelism } from 'node:os';
import { imagePixels, imageSide } from '@foyer/contract';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { isLossless } from '#platform/pictures/webp';
import { Refusal } from '#platform/refusal';
import { Semaphore } from '#platform/concurrency/semaphore';

const mebibyte = 1024 * 1024;
/** What one picture may take while it is decoded. */
export const decodedBytes = 128 * mebibyte;
/** All frames of a moving picture together. */
const movingPixels = 200_000_000;
/** On the clock, and so with room for a machine that has much else to do. */
const decodeSeconds = 60;
/** A picture that is decoded line by line takes about this much. */
const streamedBytes = 16 * mebibyte;

// One thread a picture and as many pictures as cores, as far as their memory allows; no cache between them.
sharp.concurrency(1);
sharp.cache(false);
// Only the readers of what is taken: no SVG, PDF or TIFF, however their bytes are dressed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});
const memory = new Semaphore({ permits: decodedBytes });
const cores = new Semaphore({ permits: availableParallelism() });
/** Runs `work`, which takes about `bytes` of memory, once there is room and a core for it. */
export const inTurn = <T>(bytes: number, work: () => Promise<T>): Promise<T> =>
  memory.run(() => cores.run(work), { weight: bytes });

/** The picture in a file, of which `moving` takes all frames. */
export const opened = (file: string, moving = false): Sharp =>
  sharp(file, {
    failOn: 'error',
    sequentialRead: true,
    animated: moving,
    limitInputPixels: moving ? movingPixels : imagePixels,
  }).timeout({ seconds: decodeSeconds });

const refuse = (reason: string, cause?: unknown) =>
  new Refusal('invalidAsset', `The picture is not taken: ${reason}.`, { details: { reason }, cause });

export const tooHeavy = (bytes: number) =>
  refuse(
    `it would take ${Math.ceil(bytes / mebibyte)} MiB to decode, ${decodedBytes / mebibyte} MiB are granted (the same picture as a plain JPEG, PNG or lossy WebP takes less)`,
  );

/** The words of a decoder, turned into ours: it names files of this machine. */
export function refusalOf(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof Refusal) return fault;
  if (/timeout/i.test(fault.message))
    return refuse(`it takes more than ${decodeSeconds} seconds to decode`, fault);
  if (/pixel limit/i.test(fault.message)) return refuse('it has too many pixels', fault);
  const cut = /premature|unexpected end|truncat|bad seek|read error|unable to parse|end of file/i.test(
    fault.message,
  );
  return refuse(
    cut ? 'its bytes end too early, it is truncated' : 'it is damaged and cannot be decoded',
    fault,
  );
}

/**
 * How much memory the check of a picture takes, measured: JPEG, PNG and lossy WebP are read line by line (and WebP and
 * JPEG scaled down on the way), the others are decoded as a whole.
 */
async function decodedSize(
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

/** Reads the head only and throws for what is too large to decode; `bytes` is the memory that decoding takes. */
export async function measured(
  file: string,
): Promise<{ metadata: Metadata; bytes: number; moving: boolean }> {
  // The head of a picture that is too large must be readable to say how large it is.
  const head = await sharp(file, { failOn: 'error', limitInputPixels: false, animated: true }).metadata();
  const { width, pages = 1 } = head;
  const height = head.pageHeight ?? head.height;
  if (width > imageSide || height > imageSide) {
    throw refuse(`it is ${width} by ${height} pixels, a side may have ${imageSide}`);
  }
  if (width * height > imagePixels) {
    throw refuse(`it has ${width} by ${height} pixels, more than ${imagePixels / 1e6} million`);
  }
  if (width * height * pages > movingPixels && pages > 1) {
    throw refuse(`its ${pages} frames have more than ${movingPixels / 1e6} million pixels`);
  }
  const bytes = await decodedSize(file, head);
  if (bytes > decodedBytes) throw tooHeavy(bytes);
  return { metadata: { ...head, height }, bytes: Math.max(bytes, streamedBytes), moving: pages > 1 };
}
