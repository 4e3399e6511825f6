/** Blobs in a bucket of an S3-compatible store. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { ApiError } from '#platform/apiError';
import { StorageOutage } from '#platform/storageOutage';
import {
  checkKey,
  checkPrefix,
  type BlobBody,
  type Blobs,
  type ByteRange,
  type StoredBlob,
} from './blobs.ts';
import { elementTexts, S3Connection, readText, type S3Body, type S3Options } from './s3.connection.ts';

/** Bodies up to this size are sent in one request. */
const singleRequestBytes = 16 * 1024 * 1024;
/** S3's maximum number of parts. */
const maxParts = 10_000;
/** Parts of a stream are buffered in memory for retries: at most two at a time. */
const streamPartBytes = 8 * 1024 * 1024;

interface Part {
  readonly bytes: number;
  readonly open: () => Readable | Buffer;
}

async function* splitIntoParts(body: BlobBody): AsyncIterable<Part> {
  if (Buffer.isBuffer(body)) {
    for (let at = 0; at < body.length || at === 0; at += singleRequestBytes) {
      const content = body.subarray(at, at + singleRequestBytes);
      yield { bytes: content.length, open: () => content };
    }
  } else if (body instanceof Readable) {
    let buffered: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      buffered.push(chunk);
      bytes += chunk.length;
      if (bytes < streamPartBytes) continue;
      yield inMemory(buffered, bytes);
      buffered = [];
      bytes = 0;
    }
    if (bytes > 0) yield inMemory(buffered, bytes);
  } else {
    const { size } = await stat(body.file);
    const step = Math.max(singleRequestBytes, Math.ceil(size / maxParts));
    for (let at = 0; at < size; at += step) {
      const end = Math.min(at + step, size) - 1;
      yield { bytes: end - at + 1, open: () => createReadStream(body.file, { start: at, end }) };
    }
  }
}

function inMemory(chunks: readonly Buffer[], bytes: number): Part {
  const content = Buffer.concat(chunks, bytes);
  return { bytes, open: () => content };
}

/** Hashes a part before it is sent: for the signature of its request, and into the hash of the whole body. */
async function hashPart(part: Part, whole: Hash): Promise<S3Body> {
  const hash = createHash('sha256');
  const content = part.open();
  for await (const chunk of Buffer.isBuffer(content) ? [content] : (content as AsyncIterable<Buffer>)) {
    hash.update(chunk);
    whole.update(chunk);
  }
  return { ...part, sha256: hash.digest('hex') };
}

const textBody = (text: string): S3Body => {
  const content = Buffer.from(text);
  return {
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    open: () => content,
  };
};

/** A multipart upload. It is used for bodies of several parts, and ends with `complete` or `abort`. */
class MultipartUpload {
  private readonly connection: S3Connection;
  private readonly key: string;
  private readonly id: string;
  private readonly etags: string[] = [];

  private constructor(connection: S3Connection, key: string, id: string) {
    this.connection = connection;
    this.key = key;
    this.id = id;
  }

  static async begin(connection: S3Connection, key: string): Promise<MultipartUpload> {
    const response = await readText(await connection.send({ method: 'POST', key, query: { uploads: '' } }));
    const [id] = elementTexts(response, 'UploadId');
    if (!id)
      throw new ApiError('unavailable', 'The storage did not start the upload.', {
        cause: new Error(response.slice(0, 500)),
      });
    return new MultipartUpload(connection, key, id);
  }

  async send(body: S3Body): Promise<void> {
    const query = { partNumber: String(this.etags.length + 1), uploadId: this.id };
    const response = await this.connection.sendAndDiscard({ method: 'PUT', key: this.key, query, body });
    this.etags.push(response.headers.etag ?? '');
  }

  async complete(): Promise<void> {
    const parts = this.etags.map(
      (tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    );
    const body = textBody(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    const call = { method: 'POST', key: this.key, query: { uploadId: this.id }, body } as const;
    const response = await readText(await this.connection.send(call));
    // S3 may respond with 200 and report an error in the body.
    if (response.includes('<Error>')) {
      throw new ApiError('unavailable', 'The storage did not finish the upload.', {
        cause: new Error(response.slice(0, 500)),
        retryAfter: 5,
      });
    }
  }

  async abort(): Promise<void> {
    await this.connection.sendAndDiscard({
      method: 'DELETE',
      key: this.key,
      query: { uploadId: this.id },
      accept: [404],
    });
  }
}

class S3Blobs implements Blobs {
  private readonly connection: S3Connection;

  constructor(connection: S3Connection) {
    this.connection = connection;
  }

  async put(key: string, body: BlobBody): Promise<StoredBlob> {
    checkKey(key);
    const whole = createHash('sha256');
    let bytes = 0;
    let first: S3Body | undefined;
    let upload: MultipartUpload | undefined;
    try {
      for await (const part of splitIntoParts(body)) {
        const content = await hashPart(part, whole);
        bytes += content.bytes;
        if (first === undefined) {
          first = content;
          continue;
        }
        if (upload === undefined) {
          upload = await MultipartUpload.begin(this.connection, key);
          await upload.send(first);
        }
        await upload.send(content);
      }
      if (upload) await upload.complete();
      else await this.connection.sendAndDiscard({ method: 'PUT', key, body: first ?? textBody('') });
    } catch (error) {
      await upload?.abort().catch(() => undefined);
      throw error;
    }
    return { bytes, sha256: whole.digest('hex') };
  }

  async read(key: string, range?: ByteRange): Promise<{ body: Readable; bytes: number } | undefined> {
    checkKey(key);
    const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {};
    const response = await this.connection.send({ method: 'GET', key, headers, accept: [404, 416] });
    const status = response.statusCode;
    if (status === 404) {
      this.assertBucketExists(await readText(response));
      return undefined;
    }
    if (status === 416) {
      response.resume();
      return { body: Readable.from([]), bytes: 0 };
    }
    const bytes = Number(response.headers['content-length']);
    const requestedBytes = range ? range.end - range.start + 1 : Infinity;
    if ((range && status !== 206) || !(bytes <= requestedBytes)) {
      response.destroy();
      throw new ApiError('unavailable', 'The storage returned a different range than requested.', {
        retryAfter: 5,
      });
    }
    return { body: response, bytes };
  }

  /** Throws if a 404 is about the bucket: a configuration error, not a missing blob. */
  private assertBucketExists(response: string): void {
    if (elementTexts(response, 'Code')[0] === 'NoSuchBucket') {
      throw new StorageOutage('unavailable', 'The storage bucket does not exist.', {
        setting: 'S3_BUCKET',
        cause: new Error('NoSuchBucket'),
        retryAfter: 30,
      });
    }
  }

  async stat(key: string): Promise<{ bytes: number } | undefined> {
    checkKey(key);
    const response = await this.connection.sendAndDiscard({ method: 'HEAD', key, accept: [404] });
    return response.statusCode === 404 ? undefined : { bytes: Number(response.headers['content-length']) };
  }

  async delete(key: string): Promise<void> {
    checkKey(key);
    await this.connection.sendAndDiscard({ method: 'DELETE', key, accept: [404] });
  }

  async *list(prefix: string): AsyncIterable<string> {
    checkPrefix(prefix);
    // Version 1 of the list, which continues after the last key and which every store supports.
    let marker: string | undefined = '';
    while (marker !== undefined) {
      const query: Record<string, string> = marker === '' ? { prefix } : { prefix, marker };
      const page = await readText(await this.connection.send({ method: 'GET', query }));
      const keys = elementTexts(page, 'Key');
      yield* keys;
      marker = elementTexts(page, 'IsTruncated')[0] === 'true' ? keys.at(-1) : undefined;
    }
  }

  async ping(): Promise<void> {
    await this.connection.sendAndDiscard({ method: 'HEAD' });
  }
}

/** Does not connect to the store; `ping` does. */
export const openS3Blobs = (options: S3Options): Blobs => new S3Blobs(new S3Connection(options));
