/** Creates the profile picture: two squares as WebP, upright, without metadata. */
import { profilePictureSide } from '@foyer/contract';
import { fileTypeFromFile } from 'file-type';
import { runWithinLimits, measurePicture, openPicture, toPictureError } from '#platform/pictures/decoding';
import { ApiError } from '#platform/apiError';

export const pictureSides = [profilePictureSide, 96] as const;
export type PictureSide = (typeof pictureSides)[number];

const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

/** Memory for a square, its WebP encoder, and a decoder that scales while decoding. */
const squareBytes = 32 * 1024 * 1024;

/**
 * The squares of an uploaded picture, cropped to its center.
 * @throws ApiError `unsupportedMediaType` by the bytes, `invalidAsset` for a damaged or too large picture
 */
export async function createSquares(file: string): Promise<ReadonlyMap<PictureSide, Buffer>> {
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (!found || !acceptedTypes.has(found.mime)) {
    throw new ApiError('unsupportedMediaType', 'The picture must be JPEG, PNG, WebP or AVIF.', {
      details: { found: found?.mime ?? 'unknown' },
    });
  }
  try {
    const { metadata, bytes } = await measurePicture(file);
    // Rotating needs the whole picture in memory.
    const rotationBytes = (metadata.orientation ?? 1) > 1 ? metadata.width * metadata.height * 4 : 0;
    return await runWithinLimits(bytes + rotationBytes + squareBytes, async () => {
      const squares = new Map<PictureSide, Buffer>();
      for (const side of pictureSides) {
        // sharp drops metadata, such as the place, by default.
        const square = openPicture(file)
          .autoOrient()
          .resize(side, side, { fit: 'cover' })
          .toColourspace('srgb');
        squares.set(side, await square.webp({ quality: 82, effort: 4 }).toBuffer());
      }
      return squares;
    });
  } catch (error) {
    throw toPictureError(error);
  }
}
