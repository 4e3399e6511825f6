/** The picture of a person: two squares as WebP, upright, without anything a camera wrote into it. */
import { profilePictureSide } from '@foyer/contract';
import { fileTypeFromFile } from 'file-type';
import { inTurn, measured, opened, refusalOf } from '#platform/pictures/decoding';
import { Refusal } from '#platform/refusal';

export const pictureSides = [profilePictureSide, 96] as const;
export type PictureSide = (typeof pictureSides)[number];

const taken = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

/** A square of some hundred pixels, its WebP encoder, and a decoder that scales down on the way. */
const squareBytes = 32 * 1024 * 1024;

/**
 * The squares of an uploaded picture, cut about its middle.
 * @throws Refusal `unsupportedMediaType` by its bytes, `invalidAsset` for what is damaged or too large to decode
 */
export async function squaresOf(file: string): Promise<ReadonlyMap<PictureSide, Buffer>> {
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (!found || !taken.has(found.mime)) {
    throw new Refusal('unsupportedMediaType', 'A picture has to be JPEG, PNG, WebP or AVIF.', {
      details: { found: found?.mime ?? 'unknown' },
    });
  }
  try {
    const { metadata, bytes } = await measured(file);
    // A turned picture stands in memory as a whole.
    const turned = (metadata.orientation ?? 1) > 1 ? metadata.width * metadata.height * 4 : 0;
    return await inTurn(bytes + turned + squareBytes, async () => {
      const squares = new Map<PictureSide, Buffer>();
      for (const side of pictureSides) {
        // Metadata, and with it where the picture was taken, is left behind unless it is asked for.
        const square = opened(file).autoOrient().resize(side, side, { fit: 'cover' }).toColourspace('srgb');
        squares.set(side, await square.webp({ quality: 82, effort: 4 }).toBuffer());
      }
      return squares;
    });
  } catch (fault) {
    throw refusalOf(fault);
  }
}
