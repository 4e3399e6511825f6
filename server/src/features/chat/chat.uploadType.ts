/** What the bytes of an upload are. Its name and the Content-Type it came with say nothing. */
import { open } from 'node:fs/promises';
import { chatUploadTypes, type ChatUploadType } from '@foyer/contract';
import { fileTypeFromFile } from 'file-type';
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
