/** Detects the type of uploads by their bytes, not by name or Content-Type, and encodes pictures again. */
import { open } from 'node:fs/promises';
import { chatUploadTypes, type ChatUploadType } from '@foyer/contract';
import { fileTypeFromFile } from 'file-type';
import { runWithinLimits, measurePicture, openPicture, toPictureError } from '#platform/pictures/decoding';
import { ApiError } from '#platform/apiError';

/** Other names that the detection returns for allowed types. */
const typeAliases: Readonly<Record<string, ChatUploadType>> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
};

const isAllowed = (mediaType: string): mediaType is ChatUploadType =>
  Object.hasOwn(chatUploadTypes, mediaType);

/** @throws ApiError `unsupportedMediaType` for types that are not in `chatUploadTypes` */
export async function detectUploadType(file: string): Promise<ChatUploadType> {
  const found = (await fileTypeFromFile(file).catch(() => undefined))?.mime;
  const mediaType = found === undefined ? undefined : (typeAliases[found] ?? found);
  if (mediaType !== undefined && isAllowed(mediaType)) return mediaType;
  if (mediaType === undefined && (await isText(file))) return 'text/plain';
  throw new ApiError(
    'unsupportedMediaType',
    'File type not supported. Supported are pictures, PDF, text, MP3, MP4, ZIP and office documents.',
    { details: { found: mediaType ?? 'unknown' } },
  );
}

/** Whether the whole file is UTF-8 without control characters. */
async function isText(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
    // eslint-disable-next-line no-control-regex -- control characters distinguish other files from text
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

/** Returns the file's own extension if it fits the type, else the usual one of the type, both with a dot. */
export function extensionOf(name: string, mediaType: ChatUploadType): string {
  const extensions: readonly string[] = chatUploadTypes[mediaType];
  const own = extensions.find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  return `.${own ?? extensions[0]}`;
}

export interface EncodedPicture {
  readonly bytes: Buffer;
  readonly preview: Buffer;
  readonly mediaType: ChatUploadType;
  readonly width: number;
  readonly height: number;
}

/** Longest side of a preview, in pixels. */
const previewSide = 480;
/** Memory of the encoders and of the decoder for the preview. */
const encoderBytes = 32 * 1024 * 1024;

export const isPictureType = (mediaType: ChatUploadType): boolean => mediaType.startsWith('image/');

/**
 * Encodes a picture again, upright and without metadata, so nothing that a camera or a user has written into it is
 * passed on, and makes a preview.
 * @throws ApiError `invalidAsset` for pictures that are damaged or too large to decode
 */
export async function encodePicture(file: string, mediaType: ChatUploadType): Promise<EncodedPicture> {
  try {
    const { metadata, bytes, moving } = await measurePicture(file);
    // To rotate a picture the decoder holds all its pixels in memory.
    const rotationBytes = (metadata.orientation ?? 1) > 1 ? metadata.width * metadata.height * 4 : 0;
    return await runWithinLimits(bytes + rotationBytes + encoderBytes, async () => {
      const upright = () =>
        (moving ? openPicture(file, true) : openPicture(file).autoOrient()).toColourspace('srgb');
      // The encoders drop metadata by default.
      const encoded =
        mediaType === 'image/jpeg'
          ? upright().jpeg({ quality: 88 })
          : mediaType === 'image/png' && !moving
            ? upright().png()
            : upright().webp({ quality: 88, effort: 4 });
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
      const preview = openPicture(file).autoOrient().resize(previewSide, previewSide, {
        fit: 'inside',
        withoutEnlargement: true,
      });
      return {
        bytes: data,
        preview: await preview.toColourspace('srgb').webp({ quality: 80, effort: 4 }).toBuffer(),
        mediaType: mediaType === 'image/jpeg' || info.format === 'png' ? mediaType : 'image/webp',
        width: info.width,
        height: info.pageHeight ?? info.height,
      };
    });
  } catch (error) {
    throw toPictureError(error);
  }
}
