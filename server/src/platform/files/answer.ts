/** Bytes as an answer: ranges, entity tags, and headers under which nothing of it runs. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ByteRange } from '#platform/blobs/blobs';
import type { RawAnswer } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import { dispositionOf } from '#platform/files/name';

export interface Content {
  /** Strong, without its quotes. */
  readonly tag: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** `immutable`: the address names the generation, so its bytes never change. */
  readonly cache: 'immutable' | 'revalidate';
  readonly disposition: 'inline' | 'attachment';
  readonly fileName: string;
  /** Undefined where the bytes have gone. */
  readonly read: (range?: ByteRange) => Promise<{ body: Readable | Buffer; bytes: number } | undefined>;
}

const cacheHeaders = {
  immutable: 'private, max-age=31536000, immutable',
  revalidate: 'private, no-cache',
} as const;

type Wanted = ByteRange | 'all' | 'none';

/**
 * The one range that is asked for (RFC 9110, 14.1.2). What is not understood, and several ranges at once, is answered
 * with everything, as the standard allows; `none` is a range that begins behind the end.
 */
export function rangeOf(header: string | undefined, bytes: number): Wanted {
  const specs = /^bytes=(.+)$/i
    .exec(header ?? '')?.[1]
    ?.split(',')
    .map((spec) => spec.trim());
  if (!specs || specs.length > 20) return 'all';
  const ranges = specs.map((spec) => /^(\d{0,15})-(\d{0,15})$/.exec(spec));
  const read: Wanted[] = ranges.map((found) => {
    const [, first = '', last = ''] = found ?? [];
    if (first === '' && last === '') return 'all';
    const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
    const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
    if (first !== '' && last !== '' && Number(last) < Number(first)) return 'all';
    return start > end || start >= bytes ? 'none' : { start, end };
  });
  if (read.includes('all')) return 'all';
  if (read.every((wanted) => wanted === 'none')) return 'none';
  return read.length === 1 ? (read[0] ?? 'all') : 'all';
}

const tagsOf = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Answers 200, 206, 304 or 416. The caller's HEAD is the frame's business. */
export async function answerBytes(content: Content, asked: IncomingHttpHeaders): Promise<RawAnswer> {
  const tag = `"${content.tag}"`;
  const lasting = { etag: tag, 'cache-control': cacheHeaders[content.cache], 'accept-ranges': 'bytes' };
  const none = asked['if-none-match'];
  if (none !== undefined && (none.trim() === '*' || tagsOf(none).includes(tag)))
    return { status: 304, headers: lasting };
  const headers = {
    ...lasting,
    'content-type': content.mediaType,
    'content-disposition': dispositionOf(content.disposition, content.fileName),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
  };
  // A range of another state of the bytes would be glued to the wrong rest. We give no dates, so none can match.
  const stale = asked['if-range'] !== undefined && asked['if-range'] !== tag;
  const wanted = stale ? 'all' : rangeOf(asked.range, content.bytes);
  if (wanted === 'none') return notSatisfiable(content.bytes);
  const found = await content.read(wanted === 'all' ? undefined : wanted);
  if (!found) throw new Refusal('notFound', 'The bytes of this file are not there.');
  const { body, bytes } = found;
  const length = { 'content-length': bytes };
  if (wanted === 'all') return { status: 200, headers: { ...headers, ...length }, body };
  const range = { 'content-range': `bytes ${wanted.start}-${wanted.end}/${content.bytes}` };
  return { status: 206, headers: { ...headers, ...length, ...range }, body };
}

/** A refusal that tells the length, which the one translation has no header for. */
function notSatisfiable(bytes: number): RawAnswer {
  throw new Refusal('rangeNotSatisfiable', `The range is outside of the ${bytes} bytes there are.`, {
    details: { bytes },
    headers: { 'content-range': `bytes */${bytes}` },
  });
}
