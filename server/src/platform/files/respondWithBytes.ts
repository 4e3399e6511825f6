/** Serves bytes with ranges and entity tags, and with headers that prevent scripts in them from running. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ByteRange } from '#platform/blobs/blobs';
import type { RawResponse } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import { contentDisposition } from '#platform/files/name';

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

type RequestedRange = ByteRange | 'all' | 'none';

/**
 * Parses a Range header (RFC 9110, 14.1.2). Invalid headers and several ranges give `all`, as the standard allows;
 * `none` is a range that begins after the end.
 */
export function parseRange(header: string | undefined, bytes: number): RequestedRange {
  const specs = /^bytes=(.+)$/i
    .exec(header ?? '')?.[1]
    ?.split(',')
    .map((spec) => spec.trim());
  if (!specs || specs.length > 20) return 'all';
  const ranges = specs.map((spec) => /^(\d{0,15})-(\d{0,15})$/.exec(spec));
  const read: RequestedRange[] = ranges.map((found) => {
    const [, first = '', last = ''] = found ?? [];
    if (first === '' && last === '') return 'all';
    const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
    const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
    if (first !== '' && last !== '' && Number(last) < Number(first)) return 'all';
    return start > end || start >= bytes ? 'none' : { start, end };
  });
  if (read.includes('all')) return 'all';
  if (read.every((range) => range === 'none')) return 'none';
  return read.length === 1 ? (read[0] ?? 'all') : 'all';
}

const parseEtags = (header: string) => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

/** Responds with 200, 206, 304 or 416. The request pipeline handles HEAD. */
export async function respondWithBytes(
  content: Content,
  requestHeaders: IncomingHttpHeaders,
): Promise<RawResponse> {
  const tag = `"${content.tag}"`;
  const cacheControl = { etag: tag, 'cache-control': cacheHeaders[content.cache], 'accept-ranges': 'bytes' };
  const ifNoneMatch = requestHeaders['if-none-match'];
  if (ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || parseEtags(ifNoneMatch).includes(tag)))
    return { status: 304, headers: cacheControl };
  const headers = {
    ...cacheControl,
    'content-type': content.mediaType,
    'content-disposition': contentDisposition(content.disposition, content.fileName),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
  };
  // The client would combine a range with bytes of another version. Dates never match: responses have no Last-Modified.
  const isOutdated = requestHeaders['if-range'] !== undefined && requestHeaders['if-range'] !== tag;
  const range = isOutdated ? 'all' : parseRange(requestHeaders.range, content.bytes);
  if (range === 'none') return rejectRange(content.bytes);
  const found = await content.read(range === 'all' ? undefined : range);
  if (!found) throw new ApiError('notFound', 'The content of this file is missing.');
  const { body, bytes } = found;
  const length = { 'content-length': bytes };
  if (range === 'all') return { status: 200, headers: { ...headers, ...length }, body };
  const contentRange = { 'content-range': `bytes ${range.start}-${range.end}/${content.bytes}` };
  return { status: 206, headers: { ...headers, ...length, ...contentRange }, body };
}

/** Throws a 416 error with the length of the file in `Content-Range`. */
function rejectRange(bytes: number): RawResponse {
  throw new ApiError('rangeNotSatisfiable', `The range is outside the file of ${bytes} bytes.`, {
    details: { bytes },
    headers: { 'content-range': `bytes */${bytes}` },
  });
}
