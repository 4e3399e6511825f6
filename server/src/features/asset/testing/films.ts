/** Films for the tests of covers, made by ffmpeg. */
import { execFile } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

type Files = Readonly<Record<string, Buffer>>;

/**
 * Runs ffmpeg in a folder of its own.
 * @param input files in that folder
 * @returns the files that it has written there, by name
 */
export async function runFfmpeg(args: readonly string[], input: Files = {}): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-films-'));
  try {
    for (const [name, bytes] of Object.entries(input)) await writeFile(join(folder, name), bytes);
    await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...args], { cwd: folder });
    const names = (await readdir(folder)).filter((name) => !(name in input));
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const encoders = {
  mp4: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  webm: ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis'],
} as const;

export interface FilmOptions {
  readonly size?: `${number}x${number}`;
  readonly format?: keyof typeof encoders;
  /** Arguments of ffmpeg before the name of the film, which replace others. */
  readonly output?: readonly string[];
}

/** A black second and three red ones with a tone, and a key frame in each. */
export async function redFilm({
  size = '320x180',
  format = 'mp4',
  output = [],
}: FilmOptions = {}): Promise<Buffer> {
  const pictures = ['black', 'red'].map((color, at) => `color=${color}:s=${size}:r=10:d=${at === 0 ? 1 : 3}`);
  const sources = [...pictures, 'sine=d=4'].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const mapped = ['-filter_complex', '[0][1]concat[v]', '-map', '[v]', '-map', '2', '-g', '10'];
  const name = `film.${format}`;
  const files = await runFfmpeg([...sources, ...mapped, ...encoders[format], ...output, name]);
  return files[name] ?? Buffer.alloc(0);
}

/** The sound of a film, in a file that looks like a film. */
export async function soundOf(film: Buffer): Promise<Buffer> {
  const args = ['-i', 'film.mp4', '-vn', '-c', 'copy', 'sound.mp4'];
  return (await runFfmpeg(args, { 'film.mp4': film }))['sound.mp4'] ?? Buffer.alloc(0);
}

/** The film in segments of a second. */
export const segmentsOf = (film: Buffer, type: 'mpegts' | 'fmp4'): Promise<Files> =>
  runFfmpeg(
    [
      '-i',
      'film.mp4',
      '-c',
      'copy',
      '-hls_time',
      '1',
      '-hls_segment_type',
      type,
      '-hls_playlist_type',
      'vod',
      'playlist.m3u8',
    ],
    { 'film.mp4': film },
  );

const boxOf = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** Changes the content of a box of an MP4, which is found by the types of the boxes around it. */
function withBox(
  bytes: Buffer,
  [type, ...inner]: readonly string[],
  change: (content: Buffer) => Buffer,
): Buffer {
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    if (bytes.toString('latin1', at + 4, at + 8) !== type) continue;
    const end = at + bytes.readUInt32BE(at);
    const content = bytes.subarray(at + 8, end);
    const changed = inner.length === 0 ? change(content) : withBox(content, inner, change);
    return Buffer.concat([bytes.subarray(0, at), boxOf(type, changed), bytes.subarray(end)]);
  }
  throw new Error(`There is no box of the type ${type}.`);
}

/** The MP4, to be shown rotated by a quarter. */
export const rotated = (film: Buffer): Buffer =>
  withBox(film, ['moov', 'trak', 'tkhd'], (content) => {
    const copy = Buffer.from(content);
    [0, 0x10000, 0, -0x10000, 0].forEach((number, at) => copy.writeInt32BE(number, 40 + 4 * at));
    return copy;
  });

/** An MP4 without frames, whose data reference names another file. @param name the last part counts: it is in the same folder */
export function filmInOtherFile(film: Buffer, name: string): Buffer {
  const alias = Buffer.alloc(154 + 4);
  // The other file is as many folders up from the common folder as this one: one.
  alias.writeUInt16BE(1, 4 + 130);
  alias.writeUInt16BE(1, 4 + 132);
  // The kind of name (the path) and its length.
  alias.writeUInt16BE(2, 154);
  alias.writeUInt16BE(name.length, 156);
  const padded = Buffer.alloc(name.length + (name.length % 2), name + '\0');
  const entry = boxOf('alis', Buffer.concat([alias, padded, Buffer.from([0xff, 0xff, 0, 0])]));
  const reference = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry]);
  const empty = withBox(film, ['mdat'], (content) => Buffer.alloc(content.length));
  return withBox(empty, ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'], () => reference);
}

/** A WebM whose frames say that they are 16383 pixels wide and high, the maximum of VP8. */
export function hugeFilm(film: Buffer): Buffer {
  const copy = Buffer.from(film);
  const startCode = Buffer.from('9d012a', 'hex');
  for (let at = copy.indexOf(startCode); at >= 0; at = copy.indexOf(startCode, at + 1))
    copy.write('ff3fff3f', at + startCode.length, 'hex');
  return copy;
}

const red = await redFilm();
/** Of reproducible bytes. */
const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));

/** Films without a cover: the media type of the upload, the bytes, and the reason. */
export const filmsWithoutCover = {
  truncated: ['video/mp4', red.subarray(0, red.length - 1_000), 'damaged'],
  random: ['video/mp4', Buffer.concat([red.subarray(0, 32), noise.update(Buffer.alloc(100_000))]), 'damaged'],
  'a playlist': [
    'video/mp4',
    Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\nred.mp4\n'),
    'damaged',
  ],
  'a list of files': ['video/mp4', Buffer.from("ffconcat version 1.0\nfile 'red.mp4'\n"), 'damaged'],
  'in another file': ['video/mp4', filmInOtherFile(red, 'films/red.mp4'), 'damaged'],
  'a sound': ['video/mp4', await soundOf(red), 'noPicture'],
  'of a codec that browsers do not play': [
    'video/mp4',
    await redFilm({ output: ['-c:v', 'mpeg4'] }),
    'unsupported',
  ],
  'larger than 16 megapixels': [
    'video/mp4',
    await redFilm({ size: '4800x4000', output: ['-frames:v', '1'] }),
    'tooLarge',
  ],
  huge: ['video/webm', hugeFilm(await redFilm({ format: 'webm' })), 'tooLarge'],
} as const;
