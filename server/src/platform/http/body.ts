/** Reads request bodies, and enforces media type, size and time limits. */
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { ApiError } from '#platform/apiError';

/** A JSON body must be complete within this time; a streamed one must deliver data at least this often. */
export const bodyTimeoutMs = 30_000;

const tooLargeError = (limit: number) =>
  new ApiError('payloadTooLarge', `The body is too large: at most ${limit} bytes.`);
const timeoutError = () => new ApiError('requestTimeout', 'The body did not arrive in time.');

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

function checkLength(request: IncomingMessage, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLargeError(limit);
}

/**
 * Accepts exactly these types, with no parameter but a UTF-8 charset: lenient parsing has allowed attackers to bypass
 * validation elsewhere.
 */
function checkMediaType(request: IncomingMessage, types: readonly string[]): void {
  const contentType = (request.headers['content-type'] ?? '').trim().toLowerCase();
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  const isAccepted =
    types.includes(type) && parameters.every((parameter) => /^charset="?utf-8"?$/.test(parameter));
  if (!isAccepted) throw new ApiError('unsupportedMediaType', `The body must be ${types.join(' or ')}.`);
  if (request.headers['content-encoding'] !== undefined) {
    throw new ApiError('unsupportedMediaType', 'The body must not be compressed.');
  }
}

/** The text of a JSON body; undefined without a body. */
export async function readJsonText(request: IncomingMessage, limit: number): Promise<string | undefined> {
  if (!hasBody(request)) return undefined;
  checkMediaType(request, ['application/json']);
  return readText(request, limit);
}

/** The fields of a posted form. */
export async function readForm(request: IncomingMessage, limit: number): Promise<URLSearchParams> {
  if (!hasBody(request)) return new URLSearchParams();
  checkMediaType(request, ['application/x-www-form-urlencoded']);
  return new URLSearchParams(await readText(request, limit));
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

async function readText(request: IncomingMessage, limit: number): Promise<string> {
  checkLength(request, limit);
  const bytes = await readBytes(request, limit);
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ApiError('invalidInput', 'The body is not UTF-8.', { cause });
  }
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (error?: Error) => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', settle).off('aborted', onAborted);
      if (error) reject(error);
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) settle(tooLargeError(limit));
      else chunks.push(chunk);
    };
    const onEnd = () => settle();
    const onAborted = () => settle(new ApiError('invalidInput', 'The body is incomplete.'));
    const timer = setTimeout(() => settle(timeoutError()), bodyTimeoutMs);
    request.on('data', onData).on('end', onEnd).on('error', settle).on('aborted', onAborted);
  });
}

/** Rejects the key `__proto__`: schemas of open records ignore it, and copying it could replace a prototype. */
const rejectPrototypeKey = (key: string, value: unknown): unknown => {
  if (key === '__proto__') throw new ApiError('invalidInput', 'The field name __proto__ is not allowed.');
  return value;
};

/** Parses JSON. The error contains the message of the parser, limited to 120 printable characters. */
export function parseJson(text: string): unknown {
  try {
    return /__proto__|\\u/.test(text) ? JSON.parse(text, rejectPrototypeKey) : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof ApiError) throw cause;
    const reason = cause instanceof Error ? cause.message.slice(0, 120).replaceAll(/[^\x20-\x7e]/g, '?') : '';
    throw new ApiError('invalidInput', `The body is not JSON: ${reason}.`, { cause });
  }
}

/** The body as a stream that fails with an `ApiError` if it is too large or stalls. */
export function streamBody(request: IncomingMessage, limit: number): Readable {
  checkLength(request, limit);
  if (request.headers['content-type'] === undefined) {
    throw new ApiError('unsupportedMediaType', 'The body needs a Content-Type.');
  }
  let bytes = 0;
  const timer = setTimeout(() => stream.destroy(timeoutError()), bodyTimeoutMs);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > limit) done(tooLargeError(limit));
      else done(null, chunk);
    },
    destroy(error, done) {
      clearTimeout(timer);
      request.unpipe(stream);
      done(error);
    },
  });
  // Readers handle the error themselves; without a reader it must not crash the process.
  stream.on('error', () => undefined);
  request.once('aborted', () => stream.destroy(new ApiError('invalidInput', 'The body is incomplete.')));
  request.once('error', (error) => stream.destroy(error));
  return request.pipe(stream);
}
