/** Serves bytes with ranges and entity tags, and with headers that prevent scripts in them from running. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ByteRange } from '#platform/blobs/blobs';
import type { RawAnswer } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import { dispositionOf } from '#platform/files/name';

export interface Content {
  /** Strong, without its quotes. */
  readonly tag: string;
  readonly mediaType: string;
  readonly bytes: number;
  /** `immutable`: the URL contains the generation, so its bytes never change. */
  readonly cache: 'immutable' | 'revalidate';
  readonly disposition: 'inline' | 'attachment';
  readonly fileName: string;
  /** Undefined if the bytes no longer exist. */
  readonly read: (range?: ByteRange) => Promise<{ body: Readable | Buffer; bytes: number } | undefined>;
}

const cacheHeaders = {
  immutable: 'private, max-age=31536000, immutable',
  revalidate: 'private, no-cache',
} as const;

type Wanted = ByteRange | 'all' | 'none';

/**
 * Parses a Range header (RFC 9110, 14.1.2). Invalid headers and several ranges give `all`, as the standard allows;
 * `none` is a range that begins after the end.
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

/** Answers 200, 206, 304 or 416. The request pipeline handles HEAD. */
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
  // A range of other bytes would be combined with the wrong rest. Dates never match, because no answer has one.
  const stale = asked['if-range'] !== undefined && asked['if-range'] !== tag;
  const wanted = stale ? 'all' : rangeOf(asked.range, content.bytes);
  if (wanted === 'none') return notSatisfiable(content.bytes);
  const found = await content.read(wanted === 'all' ? undefined : wanted);
  if (!found) throw new ApiError('notFound', 'The content of this file is missing.');
  const { body, bytes } = found;
  const length = { 'content-length': bytes };
  if (wanted === 'all') return { status: 200, headers: { ...headers, ...length }, body };
  const range = { 'content-range': `bytes ${wanted.start}-${wanted.end}/${content.bytes}` };
  return { status: 206, headers: { ...headers, ...length, ...range }, body };
}

/** A refusal with the length in `Content-Range`. */
function notSatisfiable(bytes: number): RawAnswer {
  throw new ApiError('rangeNotSatisfiable', `The range is outside the file of ${bytes} bytes.`, {
    details: { bytes },
    headers: { 'content-range': `bytes */${bytes}` },
  });
}
