/** Detects the media type of an upload by its bytes; file name and Content-Type are ignored. */
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { ApiError } from '#platform/apiError';

export type Kind = 'picture' | 'media' | 'document' | 'bundle';

export interface MediaType {
  readonly mediaType: string;
  /** File name extension, with the dot. */
  readonly extension: string;
  readonly kind: Kind;
}

const defineType = (kind: Kind, mediaType: string, extension: string): MediaType => ({
  kind,
  mediaType,
  extension,
});
const office = 'application/vnd.openxmlformats-officedocument';

/** HLS: a playlist and its segments, uploaded as one tar. */
export const hls = defineType('bundle', 'application/vnd.apple.mpegurl', '.tar');

const webVtt = defineType('document', 'text/vtt', '.vtt');
const pictures = [
  defineType('picture', 'image/webp', '.webp'),
  defineType('picture', 'image/png', '.png'),
  defineType('picture', 'image/jpeg', '.jpg'),
  defineType('picture', 'image/gif', '.gif'),
  defineType('picture', 'image/avif', '.avif'),
];
const mp4 = defineType('media', 'video/mp4', '.mp4');
const oggAudio = defineType('media', 'audio/ogg', '.ogg');
const oggVideo = defineType('media', 'video/ogg', '.ogv');
const m4a = defineType('media', 'audio/mp4', '.m4a');
const others = [
  mp4,
  oggAudio,
  oggVideo,
  m4a,
  defineType('media', 'video/webm', '.webm'),
  defineType('media', 'audio/mpeg', '.mp3'),
  defineType('media', 'audio/wav', '.wav'),
  defineType('document', 'application/pdf', '.pdf'),
  defineType('document', 'application/zip', '.zip'),
  defineType('document', `${office}.wordprocessingml.document`, '.docx'),
  defineType('document', `${office}.presentationml.presentation`, '.pptx'),
  defineType('document', `${office}.spreadsheetml.sheet`, '.xlsx'),
];

/** Accepted types by the name that `file-type` returns; some types have several names. */
const byDetectedName = new Map<string, MediaType>([
  ...[...pictures, ...others].map((type) => [type.mediaType, type] as const),
  ['image/apng', defineType('picture', 'image/png', '.png')],
  ['video/x-m4v', mp4],
  ['audio/x-m4a', m4a],
  ['audio/ogg; codecs=opus', oggAudio],
  ['application/ogg', oggAudio],
  ['application/x-tar', hls],
]);

const byMediaType = new Map([...pictures, ...others, webVtt, hls].map((type) => [type.mediaType, type]));
/** The type of a stored asset. */
export const mediaTypeOf = (mediaType: string): MediaType =>
  byMediaType.get(mediaType) ?? defineType('document', 'application/octet-stream', '.bin');

const maxCaptionBytes = 5 * 1024 * 1024;
const headBytes = 4096;

/** Patterns of rejected text files, with the description for the error message. They are matched in linear time. */
const rejectedPatterns: [RegExp, string][] = [
  [/^<(!doctype html|html|head|body|script|iframe|meta|title|style|div|img|a|p)[\s>]/i, 'HTML'],
  [/<svg[\s>]/i, 'SVG, which can carry scripts'],
  [/<script[\s>]/i, 'HTML'],
  [/^<\?xml/i, 'XML'],
  [
    /^#EXTM3U/,
    'an HLS playlist alone; an HLS video is uploaded as one tar with playlist.m3u8 and its segments',
  ],
  [/^#!/, 'a script'],
];

const invalidCaptions: [RegExp, string] = [
  /^WEBVTT/,
  'captions that are not UTF-8, contain U+0000, or exceed 5 MiB',
];

/**
 * The media type of a file by its bytes. Throws `unsupportedMediaType` with the detected type for everything that is not
 * an accepted picture, video, sound, document, caption file or HLS bundle.
 */
export async function detectMediaType(file: string): Promise<MediaType> {
  const found = await fileTypeFromFile(file).catch(() => undefined);
  const type = found && byDetectedName.get(found.mime);
  if (type) return type;
  const head = await readHead(file);
  const text = head
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const captions = /^WEBVTT([ \t\n\r]|$)/.test(text);
  if (captions && (await isText(file))) return webVtt;
  const starts = [withoutPreamble(text), text.trimStart()];
  const rejectedPattern = captions
    ? invalidCaptions
    : rejectedPatterns.find(([pattern]) => starts.some((start) => pattern.test(start)));
  const description =
    rejectedPattern?.[1] ??
    found?.mime ??
    (head.includes(0) ? 'of an unknown type' : 'plain text of an unknown kind');
  throw new ApiError(
    'unsupportedMediaType',
    `The file type is not supported (${description}). Supported are WebP, PNG, JPEG, GIF, AVIF, MP4, WebM, MP3, Ogg, M4A, WAV, PDF, ZIP, DOCX, PPTX, XLSX, WebVTT, and HLS as a tar.`,
    { details: { found: description } },
  );
}

/** Without white space, XML declarations and comments at the beginning. */
function withoutPreamble(text: string): string {
  const rest = text.trimStart();
  const end = rest.startsWith('<!--') ? '-->' : /^<\?xml/i.test(rest) ? '>' : undefined;
  const at = end === undefined ? -1 : rest.indexOf(end, 4);
  return end === undefined || at === -1 ? rest : withoutPreamble(rest.slice(at + end.length));
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(headBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Whether a caption file is valid UTF-8 within the size limit. */
async function isText(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    if ((await handle.stat()).size > maxCaptionBytes) return false;
    return decodeUtf8(await handle.readFile()) !== undefined;
  } finally {
    await handle.close();
  }
}

/** Decodes UTF-8; undefined if it is invalid or contains U+0000. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}
