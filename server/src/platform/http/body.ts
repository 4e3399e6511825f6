/** Reads request bodies: of exactly the media types a call takes, within its size, and not for ever. */
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { Refusal } from '#platform/refusal';

/** A JSON body has to be here within this time; a streamed one must bring something this often. */
export const bodyTimeoutMs = 30_000;

const tooLarge = (limit: number) => new Refusal('payloadTooLarge', `The body is larger than ${limit} bytes.`);
const tooSlow = () => new Refusal('requestTimeout', 'The body did not arrive in time.');

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

function checkLength(request: IncomingMessage, limit: number): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

/** Exactly `type`, with no parameter but a UTF-8 charset: parsers that guess have been talked past validation. */
function checkMediaType(request: IncomingMessage, types: readonly string[]): void {
  const given = (request.headers['content-type'] ?? '').trim().toLowerCase();
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim());
  const fits = types.includes(type) && parameters.every((parameter) => /^charset="?utf-8"?$/.test(parameter));
  if (!fits) throw new Refusal('unsupportedMediaType', `The body has to be ${types.join(' or ')}.`);
  if (request.headers['content-encoding'] !== undefined) {
    throw new Refusal('unsupportedMediaType', 'The body may not be compressed.');
  }
}

/** The text of a JSON body; undefined where there is none. */
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
    throw new Refusal('invalidInput', 'The body is not UTF-8.', { cause });
  }
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (fault?: Error) => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', end).off('aborted', abort);
      if (fault) reject(fault);
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limit) end(tooLarge(limit));
      else chunks.push(chunk);
    };
    const finish = () => end();
    const abort = () => end(new Refusal('invalidInput', 'The body ended early.'));
    const timer = setTimeout(() => end(tooSlow()), bodyTimeoutMs);
    request.on('data', take).on('end', finish).on('error', end).on('aborted', abort);
  });
}

/** Schemas of open records pass over this key in silence, and a careless copy turns it into a prototype. */
const noPrototype = (key: string, value: unknown): unknown => {
  if (key === '__proto__') throw new Refusal('invalidInput', 'There is no field __proto__.');
  return value;
};

/** Parses JSON and says where it is broken, without quoting more than the parser does. */
export function parseJson(text: string): unknown {
  try {
    return /__proto__|\\u/.test(text) ? JSON.parse(text, noPrototype) : JSON.parse(text);
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    const reason = cause instanceof Error ? cause.message.slice(0, 120).replaceAll(/[^\x20-\x7e]/g, '?') : '';
    throw new Refusal('invalidInput', `The body is not JSON: ${reason}.`, { cause });
  }
}

/** The body as a stream that fails with a refusal when it is too long or stalls. */
export function streamBody(request: IncomingMessage, limit: number): Readable {
  checkLength(request, limit);
  if (request.headers['content-type'] === undefined) {
    throw new Refusal('unsupportedMediaType', 'The body needs a Content-Type.');
  }
  let bytes = 0;
  const timer = setTimeout(() => stream.destroy(tooSlow()), bodyTimeoutMs);
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh();
      bytes += chunk.length;
      if (bytes > limit) done(tooLarge(limit));
      else done(null, chunk);
    },
    destroy(fault, done) {
      clearTimeout(timer);
      request.unpipe(stream);
      done(fault);
    },
  });
  // Whoever reads learns it from the stream; while nobody reads yet it must not end the process.
  stream.on('error', () => undefined);
  request.once('aborted', () => stream.destroy(new Refusal('invalidInput', 'The body ended early.')));
  request.once('error', (fault) => stream.destroy(fault));
  return request.pipe(stream);
}
