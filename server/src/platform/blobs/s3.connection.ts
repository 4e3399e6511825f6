/** Signed calls to an S3-compatible store: sent, repeated within bounds, and refused in our own words. */
import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { Pause } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import { exponentialDelay, retry } from '#platform/concurrency/retry';

export interface S3Options {
  /** As in `https://s3.eu-central-1.amazonaws.com` or `http://127.0.0.1:9000`. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default true: `endpoint/bucket/key`; false: `bucket.endpoint/key`. */
  readonly pathStyle?: boolean;
  /** Between two attempts; default: in real time. */
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
  /** Absent for a call about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** Statuses the caller understands, beside 2xx. */
  readonly accept?: readonly number[];
}

const maxAttempts = 4;
const firstDelayMs = 100;
/** A store that moves no byte for so long is not answering. */
const idleMs = 20_000;
/** Answers with a fault are read up to here. */
const faultBytes = 64 * 1024;
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** What the store answered where it did not do what it was asked. */
class S3Fault extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, what: string) {
    super(`S3 answered ${status} ${code} to ${what}`);
    this.name = 'S3Fault';
    this.status = status;
    this.code = code;
  }
  get passing(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

const outOfRoom = /^(XMinioStorageFull|QuotaExceeded|EntityTooLarge\.Quota|InsufficientStorage)$/;

function refusalOf(fault: unknown): Refusal {
  if (fault instanceof S3Fault && (fault.status === 507 || outOfRoom.test(fault.code))) {
    return new Refusal('storageFull', 'There is no room left on the storage.', {
      cause: fault,
      retryAfter: 60,
    });
  }
  return new Refusal('unavailable', 'The storage does not answer at the moment.', {
    cause: fault,
    retryAfter: 5,
  });
}

/** Reads a short answer as text; longer than 4 MiB is no answer of S3's. */
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

/** The texts of an element, entities resolved. The answers of S3 are flat enough for that. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((found) =>
    (found[1] ?? '').replace(/&(?:lt|gt|quot|apos|amp|#34|#39);/g, (entity) => entities[entity] ?? entity),
  );
}

export class S3Connection {
  readonly #options: S3Options;
  readonly #base: URL;
  readonly #agent: HttpAgent;
  /** The signing key of the day, remembered by aws4fetch. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(options: S3Options) {
    this.#options = options;
    this.#base = new URL(options.endpoint);
    if (options.pathStyle === false) this.#base.hostname = `${options.bucket}.${this.#base.hostname}`;
    const agent = { keepAlive: true, maxSockets: 64, scheduling: 'lifo' } as const;
    this.#agent = this.#base.protocol === 'https:' ? new HttpsAgent(agent) : new HttpAgent(agent);
  }

  /**
   * Answers with the response of a 2xx or an accepted status; its body is the caller's to read or destroy.
   * Anything else, after four tries where a further one can help, is a `Refusal`.
   */
  async send(call: S3Call): Promise<IncomingMessage> {
    const { pause } = this.#options;
    try {
      return await retry(() => this.#once(call), {
        maxAttempts,
        delayAfter: (fault, failures) =>
          fault instanceof S3Fault && !fault.passing ? undefined : exponentialDelay(firstDelayMs, failures),
        ...(pause === undefined ? {} : { pause }),
      });
    } catch (fault) {
      throw refusalOf(fault);
    }
  }

  /** As `send`, for answers nobody reads. */
  async done(call: S3Call): Promise<IncomingMessage> {
    const answer = await this.send(call);
    answer.resume();
    return answer;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #once(call: S3Call): Promise<IncomingMessage> {
    const { url, headers } = await this.#sign(call);
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = make(url, { method: call.method, headers, agent: this.#agent });
    request.setTimeout(idleMs, () => request.destroy(new Error(`S3 moved no byte for ${idleMs} ms`)));
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const content = call.body?.open();
    if (content === undefined || Buffer.isBuffer(content)) request.end(content);
    else pipeline(content, request, () => undefined); // a fault of either ends the request and rejects `answered`
    const [answer] = await answered;
    const status = answer.statusCode ?? 0;
    // From here on silence can be a slow reader of ours; a dead peer is found by keep-alive probes.
    request.setTimeout(0);
    request.socket?.setKeepAlive(true, 30_000);
    if ((status >= 200 && status < 300) || call.accept?.includes(status)) return answer;
    const text = await textOf(answer, faultBytes).catch(() => '');
    request.destroy();
    throw new S3Fault(status, elements(text, 'Code')[0] ?? '', `${call.method} ${call.key ?? 'the bucket'}`);
  }

  async #sign(call: S3Call): Promise<{ url: URL; headers: Record<string, string> }> {
    const bucket = this.#options.pathStyle === false ? '' : `/${this.#options.bucket}`;
    const url = new URL(this.#base);
    url.pathname = `${this.#base.pathname.replace(/\/$/, '')}${bucket}${call.key === undefined ? '' : `/${call.key}`}`;
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method: call.method,
      url: url.href,
      service: 's3',
      region: this.#options.region,
      accessKeyId: this.#options.accessKeyId,
      secretAccessKey: this.#options.secretAccessKey,
      cache: this.#keys,
      headers: { ...call.headers, 'x-amz-content-sha256': call.body?.sha256 ?? emptySha256 },
    }).sign();
    const headers = Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>);
    if (call.method === 'PUT' || call.method === 'POST')
      headers['content-length'] = String(call.body?.bytes ?? 0);
    return { url: signed.url, headers };
  }
}
