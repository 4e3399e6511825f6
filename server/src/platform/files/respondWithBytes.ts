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
function parseRange(header: string | undefined, bytes: number): RequestedRange {
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
  const { range, status, headers: contentRange } = selectPart(content.bytes, requestHeaders, tag);
  const found = await content.read(range);
  if (!found) throw new ApiError('notFound', 'The content of this file is missing.');
  const { body, bytes } = found;
  return { status, headers: { ...headers, ...contentRange, 'content-length': bytes }, body };
}

/** A file or a part of it, with the status and the headers of its response. */
interface SelectedPart {
  /** Undefined for the whole file. */
  readonly range: ByteRange | undefined;
  readonly status: 200 | 206;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The part of a file of `bytes` that a request asks for. Throws a 416 error with the length of the file in `Content-Range`.
 * @param tag the entity tag of the response, if it has one
 */
export function selectPart(bytes: number, requestHeaders: IncomingHttpHeaders, tag?: string): SelectedPart {
  const ifRange = requestHeaders['if-range'];
  // The client would combine a range with bytes of another version. Dates never match: responses have no Last-Modified.
  const isOutdated = ifRange !== undefined && ifRange !== tag;
  const range = isOutdated ? 'all' : parseRange(requestHeaders.range, bytes);
  if (range === 'none')
    throw new ApiError('rangeNotSatisfiable', `The range is outside the file of ${bytes} bytes.`, {
      details: { bytes },
      headers: { 'content-range': `bytes */${bytes}` },
    });
  if (range === 'all') return { range: undefined, status: 200, headers: {} };
  const contentRange = `bytes ${range.start}-${range.end}/${bytes}`;
  return { range, status: 206, headers: { 'content-range': contentRange } };
}
