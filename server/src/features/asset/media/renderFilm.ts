/**
 * Renders a still of a film with ffmpeg, a program of the operator's system. Films are untrusted and ffmpeg is a large
 * native program, so it gets limits of the kernel, opens no other file and no network address, may write to no file, and
 * uses only the demuxer of the film's type and the decoders of browsers.
 */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  RenderingFailed,
  waitForRenderer,
  type CoverFailure,
  type CoverLimits,
  type RenderCover,
} from './renderCover.ts';

/** Address space: the libraries take a quarter of it, and a film of 16 megapixels up to 500 MiB. */
const defaultLimits: CoverLimits = { timeMs: 20_000, memoryMiB: 1_024 };
const maxFramePixels = 4_096 * 4_096;
/** The still fits into this box, in pixels; as for PDFs. */
const maxWidth = 1_280;
const maxHeight = 2_560;
const maxCoverBytes = 8 * 1024 * 1024;
const maxMessageBytes = 16 * 1024;
/** Exit codes: of shells if a program may not be run or is not found, of the dynamic linker if a library is missing. */
const notLoadedCodes: readonly (number | null)[] = [126, 127];

/**
 * How the films of a media type are read. `seconds`: how much from the beginning. With MP4, ffmpeg skips all but the key
 * frames; with WebM it decodes everything.
 */
const formats: Readonly<Record<string, { readonly demuxer: string; readonly seconds: number }>> = {
  'video/mp4': { demuxer: 'mov', seconds: 60 },
  'video/webm': { demuxer: 'matroska', seconds: 5 },
  'video/mp2t': { demuxer: 'mpegts', seconds: 60 },
};

/** The decoders of the codecs that browsers play. */
const decoders = 'h264,hevc,vp8,vp9,libdav1d,libaom-av1,av1';

/**
 * The most typical of up to eight frames that are half a second apart: films often begin with a black frame. Frames are
 * scaled first, so that eight of them need little memory. `sar` is the shape of a pixel, `dar` that of the picture.
 */
const filters = [
  `select='isnan(prev_selected_t)+gte(t-prev_selected_t,0.5)'`,
  `scale=w='max(2,min(min(${maxWidth},iw*sar),${maxHeight}*dar))':h='max(2,min(${maxHeight},ow/dar))'`,
  'setsar=1',
  // The WebP encoder would take the colors of HD video for those of SD video.
  'format=bgra',
  'thumbnail=n=8',
].join(',');

/** Sets the limits of the kernel, which also end the process if this one dies first. Each must be set. */
const limitAndRun = 'ulimit -c 0 && ulimit -f 0 && ulimit -t "$1" && ulimit -v "$2" && shift 2 && exec "$@"';

function commandOf(film: string, mediaType: string): readonly string[] {
  const format = formats[mediaType];
  if (!format) throw new Error(`Films of the type ${mediaType} have no covers.`);
  const { demuxer, seconds } = format;
  return [
    ['ffmpeg', '-nostdin', '-hide_banner', '-v', 'error'],
    ['-protocol_whitelist', 'file', '-f', demuxer, '-format_whitelist', demuxer],
    ['-codec_whitelist', decoders, '-threads', '1', '-max_pixels', String(maxFramePixels)],
    // Some demuxers leave out other frames, and some decoders.
    ['-discard', 'nokey', '-skip_frame', 'nokey', '-t', String(seconds), '-i', `file:${film}`],
    // Not the picture of an album.
    ['-map', '0:V:0', '-filter_threads', '1', '-vf', filters, '-frames:v', '1'],
    ['-threads', '1', '-c:v', 'libwebp', '-quality', '90', '-f', 'image2pipe', 'pipe:1'],
  ].flat();
}

/** The picture; undefined if it is too large. Then the stream is closed, which ends the process. */
async function readPicture(stream: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxCoverBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The last messages: they say why it failed. */
async function readMessages(stream: Readable): Promise<string> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>)
    bytes = Buffer.concat([bytes, chunk]).subarray(-maxMessageBytes);
  return bytes.toString();
}

/** A `RenderCover` for films. The program is found by the PATH of the server, the only variable that it gets. */
export const renderFilm: RenderCover = async (film, cover, { mediaType, signal, limits = defaultLimits }) => {
  signal.throwIfAborted();
  const { PATH } = process.env;
  // One thread uses at most as much CPU time as the time limit, which applies first.
  const seconds = Math.ceil(limits.timeMs / 1_000) + 5;
  const limited = [limitAndRun, 'sh', String(seconds), String(limits.memoryMiB * 1_024)];
  const child = spawn('/bin/sh', ['-c', ...limited, ...commandOf(film, mediaType)], {
    env: PATH === undefined ? {} : { PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [{ code, timedOut }, picture, messages] = await Promise.all([
    waitForRenderer(child, { signal, timeMs: limits.timeMs }),
    readPicture(child.stdout),
    readMessages(child.stderr),
  ]);
  if (timedOut) throw new RenderingFailed('timeout');
  if (code === 0 && picture !== undefined && picture.length > 0) {
    await writeFile(cover, picture).catch((error: unknown) => {
      throw new RenderingFailed('unwritable', { cause: error });
    });
    return undefined;
  }
  const failure = failureOf(messages, code);
  if (failure !== undefined) return failure;
  const cause = new Error(`ffmpeg exited with ${code}: ${messages.trim().slice(-500)}`);
  throw new RenderingFailed(notLoadedCodes.includes(code) ? 'notLoaded' : 'crashed', { cause });
};

/** Messages of ffmpeg. Other messages may follow from each. */
const isTooLarge = /Picture size \d+x\d+ (is invalid|exceeds)/;
const lacksMemory = /Cannot allocate memory|get_buffer\(\) failed/;
const reasons: readonly (readonly [RegExp, CoverFailure])[] = [
  [/matches no streams/, 'noPicture'],
  // ffmpeg 7 checks the options first: without a video stream, nothing uses this one.
  [/skip_frame .*is not a decoding option/, 'noPicture'],
  [/not on whitelist[^]*Error while opening decoder|Decoder \(codec none\) not found/, 'unsupported'],
  [/Invalid data found when processing input/, 'damaged'],
  // No frame can be decoded.
  [/could not find codec parameters|Cannot determine format of input/, 'damaged'],
];

/** Returns properties of the film only, because they are stored. Any other failure may be due to the machine: undefined. */
function failureOf(messages: string, code: number | null): CoverFailure | undefined {
  if (code === null || notLoadedCodes.includes(code)) return undefined;
  // Decoders report it like a lack of memory, so it is checked first.
  if (isTooLarge.test(messages)) return 'tooLarge';
  if (lacksMemory.test(messages)) return undefined;
  const reason = reasons.find(([pattern]) => pattern.test(messages));
  if (reason) return reason[1];
  // ffmpeg succeeded without a frame.
  return code === 0 ? 'damaged' : undefined;
}
