/** HLS videos: unpacks and checks a tar of `playlist.m3u8`, the playlists it refers to and their segments. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Extract } from 'tar-stream';
import { ApiError } from '#platform/apiError';
import { isBundlePath } from '../delivery/assetUrl.ts';
import { decodeUtf8 } from './mediaType.ts';
import { PlaylistError, referencesIn } from './playlist.ts';

export const mainPlaylist = 'playlist.m3u8';

const maxEntries = 10_000;
const maxPlaylistBytes = 1024 * 1024;

const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m4s': 'video/mp4',
  '.mp4': 'video/mp4',
  '.aac': 'audio/aac',
  '.vtt': 'text/vtt',
};
/** The media type of a file of a bundle; undefined for a file that is not allowed. */
export const bundleTypeOf = (file: string): string | undefined =>
  isBundlePath(file) ? types[posix.extname(file)] : undefined;

type Entry = Extract extends AsyncIterable<infer T> ? T : never;

const invalidHls = (reason: string, cause?: unknown) =>
  new ApiError('invalidAsset', `The HLS video is invalid: ${reason}.`, { details: { reason }, cause });

const quoted = (name: string) => JSON.stringify(name.slice(0, 100));

/** Unpacks a tar below `folder` and checks every file. Returns their paths; throws `invalidAsset` with the reason. */
export async function unpackHls(tar: string, folder: string): Promise<readonly string[]> {
  const files = new Set<string>();
  let entries = 0;
  const unpacking = extract();
  const reading = pipeline(createReadStream(tar), unpacking);
  // The loop throws the same error; this handler only prevents an unhandled rejection.
  reading.catch(() => undefined);
  try {
    for await (const entry of unpacking) {
      entries += 1;
      if (entries > maxEntries) throw invalidHls(`it has more than ${maxEntries} entries`);
      if (entry.header.type === 'directory') entry.resume();
      else files.add(await unpackFile(entry, folder, files));
    }
    await reading;
  } catch (error) {
    if (error instanceof ApiError || isDiskError(error)) throw error;
    throw invalidHls('the tar is damaged or truncated', error);
  }
  if (!files.has(mainPlaylist)) throw invalidHls(`there is no ${mainPlaylist} at its top`);
  for (const file of files) if (file.endsWith('.m3u8')) await checkPlaylist(folder, file, files);
  return [...files];
}

/** File system errors caused by names in the tar: a file where a folder should be, a name that is too long. */
const tarErrorCodes = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);
const isDiskError = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  !tarErrorCodes.has((error as NodeJS.ErrnoException).code ?? '');

async function unpackFile(entry: Entry, folder: string, files: ReadonlySet<string>): Promise<string> {
  const { name, type } = entry.header;
  const file = name.replace(/^\.\//, '');
  if (type !== 'file') throw invalidHls(`${quoted(name)} is a ${type}, only files are allowed`);
  if (bundleTypeOf(file) === undefined) {
    throw invalidHls(
      `${quoted(name)} is not a file of an HLS video (${Object.keys(types).join(', ')}; letters, digits, . _ -)`,
    );
  }
  if (files.has(file)) throw invalidHls(`${quoted(name)} occurs twice`);
  const path = join(folder, ...file.split('/'));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600);
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      if (head.length < 376) head = Buffer.concat([head, chunk.subarray(0, 376)]);
      await handle.writeFile(chunk);
    }
  } finally {
    await handle.close();
  }
  if (!matchesExtension(file, head))
    throw invalidHls(`${quoted(name)} has content that does not match its extension`);
  return file;
}

const boxes = /^(ftyp|styp|moof|sidx|moov|emsg|prft)$/;
/** Checks the first bytes of a segment. Playlists are checked later as a whole. */
function matchesExtension(file: string, head: Buffer): boolean {
  switch (posix.extname(file)) {
    case '.ts':
      return head[0] === 0x47 && (head.length < 189 || head[188] === 0x47);
    case '.m4s':
    case '.mp4':
      return boxes.test(head.toString('latin1', 4, 8));
    case '.aac':
      return (
        head.toString('latin1', 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0)
      );
    case '.vtt':
      return /^(\uFEFF)?WEBVTT/.test(head.toString('utf8'));
    default:
      return true;
  }
}

async function checkPlaylist(folder: string, file: string, files: ReadonlySet<string>): Promise<void> {
  const bytes = await readFile(join(folder, ...file.split('/')));
  const text = bytes.length > maxPlaylistBytes ? undefined : decodeUtf8(bytes);
  if (text === undefined || !/^#EXTM3U\s/.test(text))
    throw invalidHls(`${file} is not a playlist (#EXTM3U, UTF-8, at most 1 MiB)`);
  for (const reference of acceptedReferences(file, text)) {
    const target = posix.join(posix.dirname(file), reference);
    if (!/^[A-Za-z0-9._/-]+$/.test(reference) || reference.startsWith('/') || !files.has(target)) {
      throw invalidHls(`${file} refers to ${quoted(reference)}, which is not in the tar`);
    }
  }
}

function acceptedReferences(file: string, playlist: string): readonly string[] {
  try {
    return referencesIn(playlist);
  } catch (error) {
    if (error instanceof PlaylistError) throw invalidHls(`${file} is not accepted: ${error.message}`);
    throw error;
  }
}
