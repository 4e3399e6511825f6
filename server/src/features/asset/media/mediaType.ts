/** What the bytes of an upload are. Their name and the Content-Type they came with say nothing. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { Refusal } from '#platform/refusal';

export type Kind = 'picture' | 'media' | 'document' | 'bundle';

export interface MediaType {
  readonly mediaType: string;
  /** With its point; what a file of this type is called. */
  readonly extension: string;
  readonly kind: Kind;
}

const of = (kind: Kind, mediaType: string, extension: string): MediaType => ({ kind, mediaType, extension });
const office = 'application/vnd.openxmlformats-officedocument';

/** HLS: a playlist and its segments, uploaded as one tar. */
export const hls = of('bundle', 'application/vnd.apple.mpegurl', '.tar');

const webVtt = of('document', 'text/vtt', '.vtt');
const pictures = [
  of('picture', 'image/webp', '.webp'),
  of('picture', 'image/png', '.png'),
  of('picture', 'image/jpeg', '.jpg'),
  of('picture', 'image/gif', '.gif'),
  of('picture', 'image/avif', '.avif'),
];
const mp4 = of('media', 'video/mp4', '.mp4');
const oggAudio = of('media', 'audio/ogg', '.ogg');
const oggVideo = of('media', 'video/ogg', '.ogv');
const m4a = of('media', 'audio/mp4', '.m4a');
const others = [
  mp4,
  oggAudio,
  oggVideo,
  m4a,
  of('media', 'video/webm', '.webm'),
  of('media', 'audio/mpeg', '.mp3'),
  of('media', 'audio/wav', '.wav'),
  of('document', 'application/pdf', '.pdf'),
  of('document', 'application/zip', '.zip'),
  of('document', `${office}.wordprocessingml.document`, '.docx'),
  of('document', `${office}.presentationml.presentation`, '.pptx'),
  of('document', `${office}.spreadsheetml.sheet`, '.xlsx'),
];

/** By the name that the detection gives; some types have several. */
const detected = new Map<string, MediaType>([
  ...[...pictures, ...others].map((type) => [type.mediaType, type] as const),
  ['image/apng', of('picture', 'image/png', '.png')],
  ['video/x-m4v', mp4],
  ['audio/x-m4a', m4a],
  ['audio/ogg; codecs=opus', oggAudio],
  ['application/ogg', oggAudio],
  ['application/x-tar', hls],
]);

const byMediaType = new Map([...pictures, ...others, webVtt, hls].map((type) => [type.mediaType, type]));
/** The type of a stored asset. */
export const mediaTypeOf = (mediaType: string): MediaType =>
  byMediaType.get(mediaType) ?? of('document', 'application/octet-stream', '.bin');

const captionBytes = 5 * 1024 * 1024;
const headBytes = 4096;

/** Why the bytes are refused, in words a designer knows. */
const markups: [RegExp, string][] = [
  [
    /^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!doctype svg[^>]*>\s*)?<svg[\s>]/i,
    'SVG, which can carry scripts',
  ],
  [
    /^(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body|script|iframe|meta|title|style|div|img|a|p)[\s>]/i,
    'HTML',
  ],
  [/<svg[\s>]/i, 'SVG, which can carry scripts'],
  [/<script[\s>]/i, 'HTML'],
  [/^<\?xml/i, 'XML'],
  [
    /^#EXTM3U/,
    'an HLS playlist alone; an HLS video is uploaded as one tar with playlist.m3u8 and its segments',
  ],
  [/^#!/, 'a script'],
];

const notText: [RegExp, string] = [/^WEBVTT/, 'captions that are not UTF-8, hold U+0000, or exceed 5 MiB'];

/**
 * The type of a file by its bytes. Throws `unsupportedMediaType`, naming what was found, for everything that is not a
 * known picture, video, sound, document, caption file or HLS bundle.
 */
export async function recognise(file: string): Promise<MediaType> {
  const found = await fileTypeFromFile(file).catch(() => undefined);
  const type = found && detected.get(found.mime);
  if (type) return type;
  const head = await headOf(file);
  const text = head
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const captions = /^WEBVTT([ \t\n\r]|$)/.test(text);
  if (captions && (await isText(file))) return webVtt;
  const markup = captions ? notText : markups.find(([pattern]) => pattern.test(text.trimStart()));
  const what =
    markup?.[1] ?? found?.mime ?? (head.includes(0) ? 'of an unknown type' : 'plain text of an unknown kind');
  throw new Refusal(
    'unsupportedMediaType',
    `These bytes are ${what}. Taken are WebP, PNG, JPEG, GIF, AVIF, MP4, WebM, MP3, Ogg, M4A, WAV, PDF, ZIP, DOCX, PPTX, XLSX, WebVTT, and HLS as a tar.`,
    { details: { found: what } },
  );
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether a caption file is text through and through. */
async function isText(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    if ((await handle.stat()).size > captionBytes) return false;
    return textOf(await handle.readFile()) !== undefined;
  } finally {
    await handle.close();
  }
}

/** UTF-8 without U+0000, or undefined. */
export function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}
