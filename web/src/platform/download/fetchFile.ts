/** Fetches the bytes of a file. After a lost connection it continues with the bytes that are missing. */
import { backoffDelay, type Backoff } from '../time/retryTimer.ts';
import { runAfter } from '../time/timers.ts';
import { contentRangeOf, stallTimer } from './partialResponse.ts';

/** Where the bytes come from. Called for each attempt. */
export type FileRequest = () => Promise<{
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}>;

interface FetchedFile {
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

/** The connection was lost, or the server is busy. */
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

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestRetryAfterMs) : 0;
}

/** @throws Interruption, DownloadError */
function assertUsable(response: Response): void {
  const { status, headers } = response;
  if (status === 404 || status === 410) throw new DownloadError('gone', `status ${status}`);
  if (status === 429 || status >= 500) throw new Interruption(`status ${status}`, retryAfterMs(response));
  if (status !== 200 && status !== 206 && status !== 416)
    throw new DownloadError('failed', `status ${status}`);
  if (headers.get('content-type')?.startsWith('text/html'))
    // A captive portal: the download continues when the user has logged in there.
    throw new Interruption('a page instead of the file');
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

/**
 * Requests the missing bytes, and adds those that arrive.
 * @returns false if the response is unusable, so that the whole file must be requested
 */
async function receive(
  request: FileRequest,
  received: Received,
  { signal, onProgress }: FetchOptions,
): Promise<boolean> {
  const { url, headers = {} } = await request();
  const isContinued = received.length > 0 && received.tag !== undefined;
  if (!isContinued) received.clear();
  const stall = stallTimer(signal);
  try {
    const response = await fetch(url, {
      headers: {
        ...headers,
        // The server sends the rest, or all of it if the file has been replaced.
        ...(isContinued && { range: `bytes=${received.length}-`, 'if-range': received.tag ?? '' }),
      },
      signal: stall.signal,
    });
    assertUsable(response);
    const range = response.status === 206 ? contentRangeOf(response) : undefined;
    if (response.status === 416 || (response.status === 206 && range?.start !== received.length)) {
      await response.body?.cancel();
      received.clear();
      received.tag = undefined;
      return false;
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
      stall.restart();
      received.add(step.value);
      onProgress(received.length, total);
    }
    if (total !== undefined && received.length < total) throw new Interruption('the body is too short');
    return true;
  } finally {
    stall.end();
  }
}

/**
 * @throws DownloadError, or the signal's reason if it was aborted
 */
export async function fetchFile(request: FileRequest, options: FetchOptions): Promise<FetchedFile> {
  const { signal, onWait } = options;
  const received = new Received();
  /** The most bytes that an attempt has reached: one that begins at 0 again receives no new byte before. */
  let furthest = 0;
  for (let attempts = 0; ;) {
    try {
      if (await receive(request, received, options))
        return { bytes: received.toBlob(), disposition: received.disposition };
      // A server that never sends what was requested must not be requested forever.
      attempts += 1;
      if (attempts >= attemptsMax) throw new DownloadError('failed', 'unusable responses');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DownloadError) throw error;
      attempts = received.length > furthest ? 1 : attempts + 1;
      furthest = Math.max(furthest, received.length);
      if (attempts >= attemptsMax)
        throw new DownloadError('failed', error instanceof Error ? error.message : 'no response');
      onWait?.();
      const atLeastMs = error instanceof Interruption ? error.atLeastMs : 0;
      await pause(backoffDelay(pauses, attempts - 1, { atLeastMs }), signal);
    }
  }
}
