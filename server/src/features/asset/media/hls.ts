/** HLS videos: a tar of `playlist.m3u8`, the playlists it names and their segments, unpacked with checks. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract, type Extract } from 'tar-stream';
import { Refusal } from '#platform/refusal';
import { isBundlePath } from '../delivery/address.ts';
import { textOf } from './mediaType.ts';

export const mainPlaylist = 'playlist.m3u8';

const entriesMost = 10_000;
const playlistBytes = 1024 * 1024;

const types: Readonly<Record<string, string>> = {
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
  '.m4s': 'video/mp4',
  '.mp4': 'video/mp4',
  '.aac': 'audio/aac',
  '.vtt': 'text/vtt',
};
/** The media type of a file of a bundle, or undefined for one that no bundle has. */
export const bundleTypeOf = (file: string): string | undefined =>
  isBundlePath(file) ? types[posix.extname(file)] : undefined;

type Entry = Extract extends AsyncIterable<infer T> ? T : never;

const refuse = (reason: string, cause?: unknown) =>
  new Refusal('invalidAsset', `The HLS video is not taken: ${reason}.`, { details: { reason }, cause });

const shown = (name: string) => JSON.stringify(name.slice(0, 100));

/** Unpacks a tar below `folder` and checks every file. Answers with their paths; throws `invalidAsset` with the reason. */
export async function unpack(tar: string, folder: string): Promise<readonly string[]> {
  const files = new Set<string>();
  let entries = 0;
  const unpacking = extract();
  const reading = pipeline(createReadStream(tar), unpacking);
  // What ends the reading surfaces in the loop too; whoever comes first tells.
  reading.catch(() => undefined);
  try {
    for await (const entry of unpacking) {
      entries += 1;
      if (entries > entriesMost) throw refuse(`it has more than ${entriesMost} entries`);
      if (entry.header.type === 'directory') entry.resume();
      else files.add(await unpackFile(entry, folder, files));
    }
    await reading;
  } catch (fault) {
    if (fault instanceof Refusal || isDiskFault(fault)) throw fault;
    throw refuse('the tar is damaged or truncated', fault);
  }
  if (!files.has(mainPlaylist)) throw refuse(`there is no ${mainPlaylist} at its top`);
  for (const file of files) if (file.endsWith('.m3u8')) await checkPlaylist(folder, file, files);
  return [...files];
}

/** What a tar brings about by its own names: a file where a folder should be, a name too long. */
const faultsOfTheTar = new Set(['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG']);
const isDiskFault = (fault: unknown): boolean =>
  fault instanceof Error &&
  'syscall' in fault &&
  !faultsOfTheTar.has((fault as NodeJS.ErrnoException).code ?? '');

async function unpackFile(entry: Entry, folder: string, files: ReadonlySet<string>): Promise<string> {
  const { name, type } = entry.header;
  const file = name.replace(/^\.\//, '');
  if (type !== 'file') throw refuse(`${shown(name)} is a ${type}, only files are taken`);
  if (bundleTypeOf(file) === undefined) {
    throw refuse(
      `${shown(name)} is no file of an HLS video (${Object.keys(types).join(', ')}; letters, digits, . _ -)`,
    );
  }
  if (files.has(file)) throw refuse(`${shown(name)} is there twice`);
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
  if (!looksRight(file, head)) throw refuse(`${shown(name)} is not what its name says`);
  return file;
}

const boxes = /^(ftyp|styp|moof|sidx|moov|emsg|prft)$/;
/** A playlist is read whole later; of a segment the first bytes tell. */
function looksRight(file: string, head: Buffer): boolean {
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
  const text = bytes.length > playlistBytes ? undefined : textOf(bytes);
  if (text === undefined || !/^#EXTM3U\s/.test(text))
    throw refuse(`${file} is no playlist (#EXTM3U, UTF-8, 1 MiB)`);
  for (const reference of referencesOf(text)) {
    const target = posix.join(posix.dirname(file), reference);
    if (!/^[A-Za-z0-9._/-]+$/.test(reference) || reference.startsWith('/') || !files.has(target)) {
      throw refuse(`${file} names ${shown(reference)}, which is not in the tar`);
    }
  }
}

const addressed = /((?:^|[:,])URI=")([^"]*)(")/g;

function referencesOf(playlist: string): string[] {
  return playlist.split(/\r?\n/).flatMap((line) => {
    const plain = line.trim();
    if (plain === '') return [];
    if (!plain.startsWith('#')) return [plain];
    return [...plain.matchAll(addressed)].map((found) => found[2] ?? '');
  });
}

/** A playlist whose references carry `query`: a player does not hand on the query of the playlist itself. */
export function withQuery(playlist: string, query: string): string {
  const lines = playlist.split(/\r?\n/).map((line) => {
    const plain = line.trim();
    if (plain === '') return line;
    if (!plain.startsWith('#')) return `${plain}?${query}`;
    return line.replace(addressed, (_, before, reference, after) => `${before}${reference}?${query}${after}`);
  });
  return lines.join('\n');
}
