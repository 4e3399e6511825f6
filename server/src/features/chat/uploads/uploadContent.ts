/** What the bytes of an upload are. Its name and the Content-Type it came with say nothing. */
import { open } from 'node:fs/promises';
import { chatUploadTypes, type ChatUploadType } from '@foyer/contract';
import { fileTypeFromFile } from 'file-type';
import { inTurn, measured, opened, refusalOf } from '#platform/pictures/decoding';
import { Refusal } from '#platform/refusal';

/** Types that the detection calls by another name. */
const alsoCalled: Readonly<Record<string, ChatUploadType>> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
};

const isTaken = (mediaType: string): mediaType is ChatUploadType => Object.hasOwn(chatUploadTypes, mediaType);

/** @throws Refusal `unsupportedMediaType` for what is none of `chatUploadTypes` */
export async function uploadTypeOf(file: string): Promise<ChatUploadType> {
  const found = (await fileTypeFromFile(file).catch(() => undefined))?.mime;
  const called = found === undefined ? undefined : (alsoCalled[found] ?? found);
  if (called !== undefined && isTaken(called)) return called;
  if (called === undefined && (await isText(file))) return 'text/plain';
  throw new Refusal(
    'unsupportedMediaType',
    'This type of file is not taken: pictures, PDF, text, MP3, MP4, ZIP and office documents are.',
    { details: { found: called ?? 'unknown' } },
  );
}

/** Whether it is UTF-8 without control characters, through and through. */
async function isText(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await handle.readFile());
    // eslint-disable-next-line no-control-regex -- these are what tells text from other bytes
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

/** The extension of a file's name, with its point: its own where it fits the type, else the usual one. */
export function extensionOf(name: string, mediaType: ChatUploadType): string {
  const extensions: readonly string[] = chatUploadTypes[mediaType];
  const own = extensions.find((extension) => name.toLowerCase().endsWith(`.${extension}`));
  return `.${own ?? extensions[0]}`;
}

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
