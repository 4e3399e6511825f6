/** Pictures: checks them by decoding them completely, removes metadata, measures and scales them. */
import type { ImageSuffix } from '@foyer/contract';
import type { Metadata } from 'sharp';
import {
  maxDecodedBytes,
  runWithinLimits,
  measurePicture,
  openPicture,
  toPictureError,
  tooMuchMemoryError,
} from '#platform/pictures/decoding';
import { copyWithoutMetadata } from '#platform/pictures/webp';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` */
  readonly averageColour: string;
  /** An animated GIF or WebP; it has no sized variants. */
  readonly moving: boolean;
}

/** Whether a picture has camera metadata (place, author) or an orientation flag, which not every viewer applies. */
const needsCleaning = (metadata: Metadata, moving: boolean): boolean =>
  !moving &&
  (isRotated(metadata) ||
    metadata.exif !== undefined ||
    metadata.xmp !== undefined ||
    metadata.iptc !== undefined);
const isRotated = (metadata: Metadata): boolean => (metadata.orientation ?? 1) > 1;

/** Writes the picture upright and without metadata. Re-encodes it only if necessary. */
async function writeCleaned(file: string, metadata: Metadata, copy: string): Promise<void> {
  const { format, width, height } = metadata;
  if (format === 'webp' && !isRotated(metadata)) return copyWithoutMetadata(file, copy);
  // Decoding WebP or rotating needs the whole picture in memory, and so does the WebP encoder.
  const bytes = width * height * (format === 'webp' ? 20 : isRotated(metadata) ? 3 : 0);
  if (bytes > maxDecodedBytes) throw tooMuchMemoryError(bytes);
  const upright = openPicture(file).autoOrient().keepIccProfile();
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

/** Scales to 64 by 64 pixels and averages them. This decodes every line and frame, so it detects truncated pictures. */
async function measureAverageColor(file: string, moving: boolean): Promise<string> {
  const picture = openPicture(file, moving)
    .resize(64, 64, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const sums = [0, 0, 0];
  const pixels = data.length / info.channels;
  for (let at = 0; at < data.length; at += info.channels) {
    // A grayscale picture has one channel.
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
 * Checks a picture within the limits and writes a cleaned copy to `copy` if it has metadata or is rotated. Throws
 * `invalidAsset` with the reason. `kept`: the original bytes can be stored.
 */
export async function inspectPicture(file: string, copy: string): Promise<Picture & { kept: boolean }> {
  try {
    const { metadata, bytes, moving } = await measurePicture(file);
    return await runWithinLimits(bytes, async () => {
      const color = await measureAverageColor(file, moving);
      const isSwapped = (metadata.orientation ?? 1) >= 5;
      const [width, height] = isSwapped
        ? [metadata.height, metadata.width]
        : [metadata.width, metadata.height];
      const kept = !needsCleaning(metadata, moving);
      if (!kept) await writeCleaned(file, metadata, copy);
      return { width, height, averageColour: color, moving, kept };
    });
  } catch (error) {
    throw toPictureError(error);
  }
}

export const widthOf = (suffix: ImageSuffix): number => Number(suffix.slice(1));

/** Memory of the WebP encoder in bytes per pixel (measured), and the largest variant in pixels. */
const encoderBytesPerPixel = 26;
const maxVariantPixels = 5_000_000;

/** Whether a variant of this width exists: pictures are never enlarged, and very tall ones have no variants. */
export const hasVariant = (
  picture: Pick<Picture, 'width' | 'height' | 'moving'>,
  suffix: ImageSuffix,
): boolean => {
  const width = widthOf(suffix);
  return (
    !picture.moving &&
    picture.width > width &&
    (width * width * picture.height) / picture.width <= maxVariantPixels
  );
};

/** Writes a variant of the suffix's width as WebP. */
export async function scalePicture(file: string, suffix: ImageSuffix, target: string): Promise<void> {
  const { metadata, bytes } = await measurePicture(file);
  const width = widthOf(suffix);
  const pixels = (width * width * metadata.height) / metadata.width;
  await runWithinLimits(bytes + pixels * encoderBytesPerPixel, async () => {
    await openPicture(file)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 82, effort: 4 })
      .toFile(target);
  });
}
