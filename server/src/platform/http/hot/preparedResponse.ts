/** Prepared responses: the complete bytes of a response in each encoding, made once and sent many times. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { BoundedMap } from '#platform/boundedMap';
import type { RawResponse } from '#platform/http/route';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export interface ResponseContent {
  /** Default 200. */
  readonly status?: number;
  readonly body: string | Buffer;
  /** With the charset: `application/json; charset=utf-8`. */
  readonly contentType: string;
  /** For example `private, no-cache`. */
  readonly cacheControl: string;
  /** Override the common headers, by lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  /** False for content that is compressed already. */
  readonly compress?: boolean;
  /** Brotli quality, 0 to 11; default 5. */
  readonly quality?: number;
  /** The brotli form, if it exists already. */
  readonly brotli?: Buffer | undefined;
}

export type Encoding = 'identity' | 'gzip' | 'br';

/** One encoding of a response. `headers` ends with the name and an empty value for the request id. */
interface EncodedForm {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: string[];
  /** Headers of a 304. */
  readonly unchanged: string[];
}

export interface PreparedResponse {
  readonly status: number;
  readonly forms: Readonly<Record<Encoding, EncodedForm>>;
}

/** Shorter bodies are not compressed. */
const minCompressedBytes = 256;

/** Creates the buffers of a response. `common` are the headers of all responses of its kind. */
export async function prepareResponse(
  content: ResponseContent,
  common: Readonly<Record<string, string>>,
): Promise<PreparedResponse> {
  const body = Buffer.isBuffer(content.body) ? content.body : Buffer.from(content.body);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const headers = { ...common, ...content.headers };
  const form = (bytes: Buffer, encoding: Encoding): EncodedForm => {
    const etag = encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`;
    const shared = { ...headers, 'cache-control': content.cacheControl, etag, vary: 'accept-encoding' };
    const complete = {
      ...shared,
      'content-type': content.contentType,
      'content-length': String(bytes.length),
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    return { body: bytes, etag, headers: toPairs(complete), unchanged: toPairs(shared) };
  };
  const identity = form(body, 'identity');
  const status = content.status ?? 200;
  if (body.length < minCompressedBytes || content.compress === false)
    return { status, forms: { identity, gzip: identity, br: identity } };
  const [gzipped, brotli] = await Promise.all([
    compressGzip(body, { level: 6 }),
    content.brotli ??
      compressBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: content.quality ?? 5,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      }),
  ]);
  const smaller = (bytes: Buffer, encoding: Encoding) =>
    bytes.length < body.length ? form(bytes, encoding) : identity;
  return { status, forms: { identity, gzip: smaller(gzipped, 'gzip'), br: smaller(brotli, 'br') } };
}

const toPairs = (headers: Readonly<Record<string, string>>): string[] => [
  ...Object.entries(headers).flat(),
  'x-request-id',
  '',
];

const encodingCache = new BoundedMap<string, Encoding>(200);

/** The best encoding for an Accept-Encoding header. Results are cached, since browsers send few different ones. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  const cached = encodingCache.get(accepted);
  if (cached !== undefined) return cached;
  const found = chooseEncoding(accepted);
  if (accepted.length < 200) encodingCache.set(accepted, found);
  return found;
}

function chooseEncoding(accepted: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  const best = Math.max(weightOf('br'), weightOf('gzip'));
  if (best === 0) return 'identity';
  return weightOf('br') === best ? 'br' : 'gzip';
}

/** Whether If-None-Match contains this tag, compared weakly (RFC 9110). */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** The response in the encoding that a request accepts, or a 304, for routes. */
export function toRawResponse(response: PreparedResponse, headers: IncomingHttpHeaders): RawResponse {
  const form = response.forms[encodingFor(headers['accept-encoding']?.toString())];
  const tags = headers['if-none-match'];
  const unchanged = response.status === 200 && tags !== undefined && matchesEtag(tags, form.etag);
  const pairs = unchanged ? form.unchanged : form.headers;
  const headersByName: Record<string, string> = {};
  for (let index = 0; index < pairs.length - 2; index += 2)
    headersByName[pairs[index] ?? ''] = pairs[index + 1] ?? '';
  const complete = true;
  return unchanged
    ? { status: 304, headers: headersByName, complete }
    : { status: response.status, headers: headersByName, body: form.body, complete };
}
