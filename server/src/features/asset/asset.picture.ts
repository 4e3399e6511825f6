/** Pictures: checked by decoding them whole, cleaned, measured, and scaled down. */
import { availableParallelism } from 'node:os';
import { imagePixels, imageSide, type ImageSuffix } from '@foyer/contract';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { Refusal } from '#platform/refusal';
import { copyWithoutMetadata, isLossless } from './asset.webp.ts';
import { Gate } from './gate.ts';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` */
  readonly averageColour: string;
  /** A GIF or WebP that moves; it has no sized variants. */
  readonly moving: boolean;
}

const mebibyte = 1024 * 1024;
/** What one picture may take while it is decoded. */
const decodedBytes = 128 * mebibyte;
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
const memory = new Gate(decodedBytes);
const cores = new Gate(availableParallelism());
const inTurn = <T>(bytes: number, work: () => Promise<T>): Promise<T> =>
  memory.run(bytes, () => cores.run(1, work));

const opened = (file: string, moving = false): Sharp =>
  sharp(file, {
    failOn: 'error',
    sequentialRead: true,
    animated: moving,
    limitInputPixels: moving ? movingPixels : imagePixels,
  }).timeout({ seconds: decodeSeconds });

const refuse = (reason: string, cause?: unknown) =>
  new Refusal('invalidAsset', `The picture is not taken: ${reason}.`, { details: { reason }, cause });

const tooHeavy = (bytes: number) =>
  refuse(
    `it would take ${Math.ceil(bytes / mebibyte)} MiB to decode, ${decodedBytes / mebibyte} MiB are granted (the same picture as a plain JPEG, PNG or lossy WebP takes less)`,
  );

/** The words of a decoder, turned into ours: it names files of this machine. */
function refusalOf(fault: unknown): unknown {
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

/** Reads the head only and throws for what is too large to decode. */
async function measured(file: string): Promise<{ metadata: Metadata; bytes: number; moving: boolean }> {
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

/** Cameras write where and by whom a picture was taken, and turn it by a flag that not every viewer heeds. */
const needsCleaning = (metadata: Metadata, moving: boolean): boolean =>
  !moving &&
  (isTurned(metadata) ||
    metadata.exif !== undefined ||
    metadata.xmp !== undefined ||
    metadata.iptc !== undefined);
const isTurned = (metadata: Metadata): boolean => (metadata.orientation ?? 1) > 1;

/** Writes the picture upright and without what is not the picture; it is encoded anew only where there is no other way. */
async function clean(file: string, metadata: Metadata, copy: string): Promise<void> {
  const { format, width, height } = metadata;
  if (format === 'webp' && !isTurned(metadata)) return copyWithoutMetadata(file, copy);
  // A whole WebP or a turned picture stands in memory at once, and so does what a WebP encoder makes of it.
  const bytes = width * height * (format === 'webp' ? 20 : isTurned(metadata) ? 3 : 0);
  if (bytes > decodedBytes) throw tooHeavy(bytes);
  const upright = opened(file).autoOrient().keepIccProfile();
  const chromaSubsampling = metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0';
  const encoded = {
    jpeg: () => upright.jpeg({ quality: 92, chromaSubsampling }),
    webp: () => upright.webp({ quality: 92 }),
    heif: () => upright.avif({ quality: 75, effort: 2 }),
  };
  const encode =
    format === 'jpeg' || format === 'webp' || format === 'heif' ? encoded[format] : () => upright.png();
  await encode().toFile(copy);
}

/** Some pixels square: a decode of every line (and frame), which finds what is cut off; their mean is the colour. */
async function averageColour(file: string, moving: boolean): Promise<string> {
  const picture = opened(file, moving).resize(64, 64, { fit: 'fill' }).toColourspace('srgb').removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const sums = [0, 0, 0];
  const pixels = data.length / info.channels;
  for (let at = 0; at < data.length; at += info.channels) {
    // A grey picture has one channel.
    for (const channel of [0, 1, 2])
      sums[channel] = (sums[channel] ?? 0) + (data[at + (info.channels < 3 ? 0 : channel)] ?? 0);
  }
  return `#${sums
    .map((sum) =>
      Math.round(sum / pixels)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/**
 * Checks a picture within the limits and writes a cleaned copy to `copy` where it carries metadata or is turned.
 * Throws `invalidAsset` with the reason. `kept`: the bytes can be stored as they came.
 */
export async function inspect(file: string, copy: string): Promise<Picture & { kept: boolean }> {
  try {
    const { metadata, bytes, moving } = await measured(file);
    return await inTurn(bytes, async () => {
      const averaged = await averageColour(file, moving);
      const turned = (metadata.orientation ?? 1) >= 5;
      const [width, height] = turned ? [metadata.height, metadata.width] : [metadata.width, metadata.height];
      const kept = !needsCleaning(metadata, moving);
      if (!kept) await clean(file, metadata, copy);
      return { width, height, averageColour: averaged, moving, kept };
    });
  } catch (fault) {
    throw refusalOf(fault);
  }
}

export const widthOf = (suffix: ImageSuffix): number => Number(suffix.slice(1));

/** What a WebP encoder takes for a pixel, measured, and the largest variant that it is let to make. */
const encodedBytes = 26;
const variantPixels = 5_000_000;

/** Whether there is a variant of this width: pictures are never enlarged, and very tall ones stay as they are. */
export const isScaled = (
  picture: Pick<Picture, 'width' | 'height' | 'moving'>,
  suffix: ImageSuffix,
): boolean => {
  const width = widthOf(suffix);
  return (
    !picture.moving &&
    picture.width > width &&
    (width * width * picture.height) / picture.width <= variantPixels
  );
};

/** Writes a variant of the width that the suffix names, as WebP. */
export async function scale(file: string, suffix: ImageSuffix, target: string): Promise<void> {
  const { metadata, bytes } = await measured(file);
  const width = widthOf(suffix);
  const pixels = (width * width * metadata.height) / metadata.width;
  await inTurn(bytes + pixels * encodedBytes, async () => {
    await opened(file)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82, effort: 4 })
      .toFile(target);
  });
}
