/** Sends signed requests to an S3-compatible store, retries them, and translates errors. */
import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { Pause } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import { exponentialDelay, retry } from '#platform/concurrency/retry';

export interface S3Options {
  /** For example `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:9000`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default true: `endpoint/bucket/key`; false: `bucket.endpoint/key`. */
  readonly pathStyle?: boolean;
  /** Waits between attempts; default: in real time. */
  readonly pause?: Pause;
}

/** A body that can be sent again. */
export interface S3Body {
  readonly bytes: number;
  readonly sha256: string;
  readonly open: () => Readable | Buffer;
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Absent for requests about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** Accepted statuses in addition to 2xx. */
  readonly accept?: readonly number[];
}

const maxAttempts = 4;
const firstDelayMs = 100;
/** Requests time out after this time without data. */
const idleMs = 20_000;
/** Maximum length that is read of error responses. */
const faultBytes = 64 * 1024;
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** An error response of the store. */
class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, what: string) {
    super(`S3 answered ${status} ${code} to ${what}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
  get passing(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

const outOfRoom = /^(XMinioStorageFull|QuotaExceeded|EntityTooLarge\.Quota|InsufficientStorage)$/;

function refusalOf(fault: unknown): ApiError {
  if (fault instanceof S3Error && (fault.status === 507 || outOfRoom.test(fault.code))) {
    return new ApiError('storageFull', 'The storage is full.', {
      cause: fault,
      retryAfter: 60,
    });
  }
  return new ApiError('unavailable', 'The storage is temporarily unavailable.', {
    cause: fault,
    retryAfter: 5,
  });
}

/** Reads a short response as text. Responses over 4 MiB are invalid. */
export async function textOf(answer: IncomingMessage, limit = 4 * 1024 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > limit) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
};

/** The texts of all elements with a name, with entities resolved. S3's responses are flat enough for this. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((found) =>
    (found[1] ?? '').replace(/&(?:lt|gt|quot|apos|amp|#34|#39);/g, (entity) => entities[entity] ?? entity),
  );
}

export class S3Connection {
  private readonly options: S3Options;
  private readonly base: URL;
  private readonly agent: HttpAgent;
  /** aws4fetch's cache for the daily signing key. */
  private readonly keys = new Map<string, ArrayBuffer>();

  constructor(options: S3Options) {
    this.options = options;
    this.base = new URL(options.endpoint);
    if (options.pathStyle === false) this.base.hostname = `${options.bucket}.${this.base.hostname}`;
    const agent = { keepAlive: true, maxSockets: 64, scheduling: 'lifo' } as const;
    this.agent = this.base.protocol === 'https:' ? new HttpsAgent(agent) : new HttpAgent(agent);
  }

  /**
   * Returns the response of a 2xx or an accepted status; the caller must read or destroy its body. Otherwise throws a
   * `ApiError`, after four attempts if retrying can help.
   */
  async send(call: S3Call): Promise<IncomingMessage> {
    const { pause } = this.options;
    try {
      return await retry(() => this.once(call), {
        maxAttempts,
        delayAfter: (fault, failures) =>
          fault instanceof S3Error && !fault.passing ? undefined : exponentialDelay(firstDelayMs, failures),
        ...(pause === undefined ? {} : { pause }),
      });
    } catch (fault) {
      throw refusalOf(fault);
    }
  }

  /** Like `send`, and discards the response body. */
  async done(call: S3Call): Promise<IncomingMessage> {
    const answer = await this.send(call);
    answer.resume();
    return answer;
  }

  close(): void {
    this.agent.destroy();
  }

  private async once(call: S3Call): Promise<IncomingMessage> {
    const { url, headers } = await this.sign(call);
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = make(url, { method: call.method, headers, agent: this.agent });
    request.setTimeout(idleMs, () => request.destroy(new Error(`S3 moved no byte for ${idleMs} ms`)));
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const content = call.body?.open();
    if (content === undefined || Buffer.isBuffer(content)) request.end(content);
    else pipeline(content, request, () => undefined); // an error of either ends the request and rejects `answered`
    const [answer] = await answered;
    const status = answer.statusCode ?? 0;
    // From here on the reader of the response may be slow; keep-alive probes detect a dead peer.
    request.setTimeout(0);
    request.socket?.setKeepAlive(true, 30_000);
    if ((status >= 200 && status < 300) || call.accept?.includes(status)) return answer;
    const text = await textOf(answer, faultBytes).catch(() => '');
    request.destroy();
    throw new S3Error(status, elements(text, 'Code')[0] ?? '', `${call.method} ${call.key ?? 'the bucket'}`);
  }

  private async sign(call: S3Call): Promise<{ url: URL; headers: Record<string, string> }> {
    const bucket = this.options.pathStyle === false ? '' : `/${this.options.bucket}`;
    const url = new URL(this.base);
    url.pathname = `${this.base.pathname.replace(/\/$/, '')}${bucket}${call.key === undefined ? '' : `/${call.key}`}`;
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method: call.method,
      url: url.href,
      service: 's3',
      region: this.options.region,
      accessKeyId: this.options.accessKeyId,
      secretAccessKey: this.options.secretAccessKey,
      cache: this.keys,
      headers: { ...call.headers, 'x-amz-content-sha256': call.body?.sha256 ?? emptySha256 },
    }).sign();
    const headers = Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>);
    if (call.method === 'PUT' || call.method === 'POST')
      headers['content-length'] = String(call.body?.bytes ?? 0);
    return { url: signed.url, headers };
  }
}
