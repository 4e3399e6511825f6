/** Sends signed requests to an S3-compatible store, retries them, and translates errors. */
import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline, type Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import type { Pause } from '#platform/clock';
import { storageFull, StorageOutage } from '#platform/storageOutage';
import { exponentialDelay, retry } from '#platform/concurrency/retry';
import { Semaphore } from '#platform/concurrency/semaphore';

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
  /** Ends the wait in the queue of requests; default: after 20 s. */
  readonly queueTimeout?: () => AbortSignal;
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
/** Requests that wait for their responses at the same time. The others queue. */
const maxRequests = 64;
/** Requests time out after this time without data, and after this time in the queue. */
const idleTimeoutMs = 20_000;
/** Maximum length that is read of error responses. */
const maxErrorBytes = 64 * 1024;
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** An error response of the store. */
class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, request: string) {
    super(`S3 returned ${status} ${code} for ${request}`);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
  get isTransient(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

const storageFullCodes = /^(XMinioStorageFull|QuotaExceeded|EntityTooLarge\.Quota|InsufficientStorage)$/;

function toApiError(error: unknown): StorageOutage {
  if (error instanceof S3Error && (error.status === 507 || storageFullCodes.test(error.code))) {
    return storageFull('S3_BUCKET', error);
  }
  return new StorageOutage('unavailable', 'The storage is temporarily unavailable.', {
    setting: 'S3_ENDPOINT',
    cause: error,
    retryAfter: 5,
  });
}

/** Reads a short response as text. Responses over 4 MiB are invalid. */
export async function readText(response: IncomingMessage, limit = 4 * 1024 * 1024): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
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

/** The texts of all elements with a name, with entities resolved. Sufficient for S3's flat responses. */
export function elementTexts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map((match) =>
    (match[1] ?? '').replace(/&(?:lt|gt|quot|apos|amp|#34|#39);/g, (entity) => entities[entity] ?? entity),
  );
}

export class S3Connection {
  private readonly options: S3Options;
  private readonly baseUrl: URL;
  /** Without a limit: a response keeps its connection for as long as its reader needs, which may be a slow client. */
  private readonly agent: HttpAgent;
  private readonly requests = new Semaphore({ permits: maxRequests });
  /** aws4fetch's cache for the daily signing key. */
  private readonly signingKeys = new Map<string, ArrayBuffer>();

  constructor(options: S3Options) {
    this.options = options;
    this.baseUrl = new URL(options.endpoint);
    if (options.pathStyle === false) this.baseUrl.hostname = `${options.bucket}.${this.baseUrl.hostname}`;
    const agent = { keepAlive: true, scheduling: 'lifo' } as const;
    this.agent = this.baseUrl.protocol === 'https:' ? new HttpsAgent(agent) : new HttpAgent(agent);
  }

  /**
   * Returns the response of a 2xx or an accepted status; the caller must read or destroy its body. Otherwise throws a
   * `ApiError`, after four attempts if retrying can help.
   */
  async send(call: S3Call): Promise<IncomingMessage> {
    const { pause, queueTimeout = () => AbortSignal.timeout(idleTimeoutMs) } = this.options;
    const attempt = () =>
      retry(() => this.sendOnce(call), {
        maxAttempts,
        delayAfter: (error, failures) =>
          error instanceof S3Error && !error.isTransient
            ? undefined
            : exponentialDelay(firstDelayMs, failures),
        ...(pause === undefined ? {} : { pause }),
      });
    try {
      return await this.requests.run(attempt, { signal: queueTimeout() });
    } catch (error) {
      throw toApiError(error);
    }
  }

  /** Like `send`, but discards the response body. */
  async sendAndDiscard(call: S3Call): Promise<IncomingMessage> {
    const response = await this.send(call);
    response.resume();
    return response;
  }

  close(): void {
    this.agent.destroy();
  }

  private async sendOnce(call: S3Call): Promise<IncomingMessage> {
    const { url, headers } = await this.sign(call);
    const createRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
    // As an option, unlike with `setTimeout`, it also limits the time to connect.
    const request = createRequest(url, {
      method: call.method,
      headers,
      agent: this.agent,
      timeout: idleTimeoutMs,
    });
    request.once('timeout', () =>
      request.destroy(new Error(`S3 request timed out: no data for ${idleTimeoutMs} ms`)),
    );
    const responded = once(request, 'response') as Promise<[IncomingMessage]>;
    const content = call.body?.open();
    if (content === undefined || Buffer.isBuffer(content)) request.end(content);
    else pipeline(content, request, () => undefined); // an error of either ends the request and rejects `responded`
    const [response] = await responded;
    const status = response.statusCode ?? 0;
    // From here on the reader of the response may be slow; keep-alive probes detect a dead peer.
    request.setTimeout(0);
    request.socket?.setKeepAlive(true, 30_000);
    if ((status >= 200 && status < 300) || call.accept?.includes(status)) return response;
    const text = await readText(response, maxErrorBytes).catch(() => '');
    request.destroy();
    throw new S3Error(
      status,
      elementTexts(text, 'Code')[0] ?? '',
      `${call.method} ${call.key ?? 'the bucket'}`,
    );
  }

  private async sign(call: S3Call): Promise<{ url: URL; headers: Record<string, string> }> {
    const bucket = this.options.pathStyle === false ? '' : `/${this.options.bucket}`;
    const url = new URL(this.baseUrl);
    url.pathname = `${this.baseUrl.pathname.replace(/\/$/, '')}${bucket}${call.key === undefined ? '' : `/${call.key}`}`;
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method: call.method,
      url: url.href,
      service: 's3',
      region: this.options.region,
      accessKeyId: this.options.accessKeyId,
      secretAccessKey: this.options.secretAccessKey,
      cache: this.signingKeys,
      headers: { ...call.headers, 'x-amz-content-sha256': call.body?.sha256 ?? emptySha256 },
    }).sign();
    const headers = Object.fromEntries(signed.headers as unknown as Iterable<[string, string]>);
    if (call.method === 'PUT' || call.method === 'POST')
      headers['content-length'] = String(call.body?.bytes ?? 0);
    return { url: signed.url, headers };
  }
}
