/** Pictures: checked by decoding them whole, cleaned, measured, and scaled down. */
import type { ImageSuffix } from '@foyer/contract';
import type { Metadata } from 'sharp';
import { decodedBytes, inTurn, measured, opened, refusalOf, tooHeavy } from '#platform/pictures/decoding';
import { copyWithoutMetadata } from '#platform/pictures/webp';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** `#rrggbb` */
  readonly averageColour: string;
  /** A GIF or WebP that moves; it has no sized variants. */
  readonly moving: boolean;
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
