/** Uploaded pictures, made anew: upright, without anything a camera or a person wrote into them, with a small preview. */
import type { ChatUploadType } from '@foyer/contract';
import { inTurn, measured, opened, refusalOf } from '#platform/pictures/decoding';

export interface MadePicture {
  readonly bytes: Buffer;
  readonly preview: Buffer;
  readonly mediaType: ChatUploadType;
  readonly width: number;
  readonly height: number;
}

/** Longest side of a preview, in pixels. */
const previewSide = 480;
/** Encoders, and a decoder that scales down on the way. */
const workBytes = 32 * 1024 * 1024;

export const isPicture = (mediaType: ChatUploadType): boolean => mediaType.startsWith('image/');

/** @throws Refusal `invalidAsset` for what is damaged or too large to decode */
export async function pictureOf(file: string, mediaType: ChatUploadType): Promise<MadePicture> {
  try {
    const { metadata, bytes, moving } = await measured(file);
    // A turned picture stands in memory as a whole.
    const turned = (metadata.orientation ?? 1) > 1 ? metadata.width * metadata.height * 4 : 0;
    return await inTurn(bytes + turned + workBytes, async () => {
      const upright = () => (moving ? opened(file, true) : opened(file).autoOrient()).toColourspace('srgb');
      // Metadata is left behind unless it is asked for.
      const made =
        mediaType === 'image/jpeg'
          ? upright().jpeg({ quality: 88 })
          : mediaType === 'image/png' && !moving
            ? upright().png()
            : upright().webp({ quality: 88, effort: 4 });
      const { data, info } = await made.toBuffer({ resolveWithObject: true });
      const small = opened(file).autoOrient().resize(previewSide, previewSide, {
        fit: 'inside',
        withoutEnlargement: true,
      });
      return {
        bytes: data,
        preview: await small.toColourspace('srgb').webp({ quality: 80, effort: 4 }).toBuffer(),
        mediaType: mediaType === 'image/jpeg' || info.format === 'png' ? mediaType : 'image/webp',
        width: info.width,
        height: info.pageHeight ?? info.height,
      };
    });
  } catch (fault) {
    throw refusalOf(fault);
  }
}
