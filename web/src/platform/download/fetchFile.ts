/** Fetches the bytes of a file. After a cut line it goes on where it was. */
import { backoffDelay, type Backoff } from '../time/retryTimer.ts';
import { runAfter } from '../time/timers.ts';

/** Where the bytes come from. `fresh` requests a new signature or token, after one was rejected. */
export type FileRequest = (fresh: boolean) => Promise<{
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}>;

export interface FetchedFile {
  readonly bytes: Blob;
  /** The header `content-disposition`. */
  readonly disposition: string | null;
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** @param total undefined if the server does not say it */
  readonly onProgress: (received: number, total: number | undefined) => void;
  /** The connection was lost, or the server has a problem: the next attempt comes after a pause. */
  readonly onWait?: () => void;
}

export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  /** `gone`: the file does not exist any more. */
  readonly code: 'gone' | 'failed';
  constructor(code: 'gone' | 'failed', message: string) {
    super(message);
    this.code = code;
  }
}

/** The line was cut, or the server is busy. */
class Interruption extends Error {
  readonly atLeastMs: number;
  constructor(message: string, atLeastMs = 0) {
    super(message);
    this.atLeastMs = atLeastMs;
  }
}

/** Without any new byte the download fails after this many attempts, half a minute or more. */
const attemptsMax = 6;
const pauses: Backoff = { firstMs: 1_000, longestMs: 15_000, jitter: [0.75, 1.25] };
/** Received bytes are passed to the browser in blobs of about this size, which it may keep on disk. */
const blobBytes = 8 * 1024 * 1024;
const longestRetryAfterMs = 60_000;

/** The bytes received so far. */
class Received {
  length = 0;
  /** Identifies the version of the file; weak tags cannot continue a download. */
  tag: string | undefined;
  disposition: string | null = null;
  private blobs: Blob[] = [];
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private chunkBytes = 0;

  add(chunk: Uint8Array<ArrayBuffer>): void {
    this.chunks.push(chunk);
    this.chunkBytes += chunk.byteLength;
    this.length += chunk.byteLength;
    if (this.chunkBytes < blobBytes) return;
    this.blobs.push(new Blob(this.chunks));
    this.chunks = [];
    this.chunkBytes = 0;
  }

  clear(): void {
    this.length = 0;
    this.blobs = [];
    this.chunks = [];
    this.chunkBytes = 0;
  }

  toBlob(): Blob {
    return new Blob([...this.blobs, ...this.chunks]);
  }
}

/** The first byte and the length of the whole file in a partial response. */
function rangeOf(response: Response): { readonly start: number; readonly total: number } | undefined {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
  return start === undefined ? undefined : { start: Number(start), total: Number(total) };
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestRetryAfterMs) : 0;
}

/** @throws Interruption, DownloadError; 'stale' if the request needs a new signature */
function checkStatus(response: Response): 'ok' | 'stale' {
  const { status, headers } = response;
  if (status === 401 || status === 403) return 'stale';
  if (status === 404 || status === 410) throw new DownloadError('gone', `status ${status}`);
  if (status === 429 || status >= 500) throw new Interruption(`status ${status}`, retryAfterMs(response));
  if (status !== 200 && status !== 206 && status !== 416)
    throw new DownloadError('failed', `status ${status}`);
  if (headers.get('content-type')?.startsWith('text/html'))
    // A captive portal: it goes on when the user has logged in there.
    throw new Interruption('a page instead of the file');
  return 'ok';
}

/** Resolves after a pause, or as soon as the browser is online again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (settle: () => void) => (): void => {
      ended.abort();
      settle();
    };
    runAfter(ms, end(resolve), ended.signal);
    globalThis.addEventListener?.('online', end(resolve), { signal: ended.signal });
    signal.addEventListener(
      'abort',
      end(() => reject(signal.reason as Error)),
      { signal: ended.signal },
    );
  });
}

/** One request and what it brings. `again`: the response is of no use, so the whole file is requested. */
async function receive(
  request: FileRequest,
  fresh: boolean,
  { received, options }: { readonly received: Received; readonly options: FetchOptions },
): Promise<'complete' | 'again' | 'stale'> {
  const { signal, onProgress } = options;
  const { url, headers = {} } = await request(fresh);
  const isContinued = received.length > 0 && received.tag !== undefined;
  if (!isContinued) received.clear();
  const response = await fetch(url, {
    headers: {
      ...headers,
      // The server sends the rest, or all of it if the file is another one by now.
      ...(isContinued && { range: `bytes=${received.length}-`, 'if-range': received.tag ?? '' }),
    },
    signal,
  });
  if (checkStatus(response) === 'stale') return 'stale';
  const range = response.status === 206 ? rangeOf(response) : undefined;
  if (response.status === 416 || (response.status === 206 && range?.start !== received.length)) {
    await response.body?.cancel();
    received.clear();
    received.tag = undefined;
    return 'again';
  }
  if (response.status === 200) received.clear();
  const tag = response.headers.get('etag');
  received.tag = tag === null || tag.startsWith('W/') ? undefined : tag;
  received.disposition = response.headers.get('content-disposition') ?? received.disposition;
  const length = response.headers.get('content-length');
  const total = range?.total ?? (length === null ? undefined : Number(length));
  onProgress(received.length, total);
  const reader = response.body?.getReader();
  for (;;) {
    const step = await reader?.read();
    if (!step || step.done) break;
    received.add(step.value);
    onProgress(received.length, total);
  }
  if (total !== undefined && received.length < total) throw new Interruption('the body is too short');
  return 'complete';
}

/**
 * @throws DownloadError, or the signal's reason if it was aborted
 */
export async function fetchFile(request: FileRequest, options: FetchOptions): Promise<FetchedFile> {
  const { signal, onWait } = options;
  const received = new Received();
  let isFresh = false;
  for (let attempts = 0; ;) {
    const before = received.length;
    try {
      const result = await receive(request, isFresh, { received, options });
      if (result === 'complete') return { bytes: received.toBlob(), disposition: received.disposition };
      if (result === 'stale' && isFresh) throw new DownloadError('failed', 'not allowed');
      isFresh = result === 'stale';
      // A server that never sends what was requested must not be requested forever.
      attempts += 1;
      if (attempts >= attemptsMax) throw new DownloadError('failed', 'unusable responses');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DownloadError) throw error;
      attempts = received.length > before ? 1 : attempts + 1;
      if (attempts >= attemptsMax)
        throw new DownloadError('failed', error instanceof Error ? error.message : 'no response');
      onWait?.();
      const atLeastMs = error instanceof Interruption ? error.atLeastMs : 0;
      await pause(backoffDelay(pauses, attempts - 1, { atLeastMs }), signal);
    }
  }
}
