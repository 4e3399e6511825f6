/** Writes uploads to temporary local files, so that only complete and checked uploads are stored as blobs. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '#platform/apiError';
import { KeyedSemaphore, QueueFull, Semaphore } from '#platform/concurrency/semaphore';
import { toDiskError } from '#platform/files/disk';

export interface SpoolLimits {
  /** Maximum size of an upload in bytes. */
  readonly bytes: number;
  /** Maximum time without data, in milliseconds. */
  readonly idleMs: number;
  /** Maximum duration of an upload, in milliseconds. */
  readonly totalMs: number;
  /** Maximum number of simultaneous uploads of all users. */
  readonly parallel: number;
  /** Maximum number of simultaneous uploads per user; default: `parallel`. */
  readonly parallelPerUser?: number;
}

export interface ReceivedFile {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Older files are from crashed processes and are removed; younger ones may belong to a running process. Milliseconds.
 */
const staleAfterMs = 24 * 3_600_000;

/** A folder for files that exist during one upload. */
export class Spool {
  private readonly folder: string;
  private readonly limits: SpoolLimits;
  private readonly uploads: Semaphore;
  private readonly uploadsPerUser: KeyedSemaphore;

  constructor(folder: string, limits: SpoolLimits) {
    this.folder = folder;
    this.limits = limits;
    const { parallel, parallelPerUser = parallel } = limits;
    this.uploads = new Semaphore({ permits: parallel, maxQueued: 0 });
    this.uploadsPerUser = new KeyedSemaphore({ permits: parallelPerUser, maxQueued: 0 });
  }

  async prepare(now: number): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && now - found.mtimeMs > staleAfterMs) await rm(path, { recursive: true, force: true });
    }
  }

  /** Calls `work` with a new folder, which is removed afterwards. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = join(this.folder, randomUUID());
    try {
      await mkdir(folder, { mode: 0o700 });
      return await work(folder);
    } catch (error) {
      throw toDiskError(error);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Runs `work`. Throws `tooManyRequests` if the maximum number of uploads is running, overall or of this user. */
  async runLimited<T>(work: () => Promise<T>, userId = ''): Promise<T> {
    try {
      return await this.uploads.run(() => this.uploadsPerUser.run(userId, work));
    } catch (error) {
      if (error instanceof QueueFull)
        throw new ApiError('tooManyRequests', 'Too many simultaneous uploads. Try again later.', {
          retryAfter: 5,
        });
      throw error;
    }
  }

  /**
   * Writes a body into a file. Throws `payloadTooLarge`, `requestTimeout` (stalled or too slow) or `invalidInput`
   * (empty or incomplete). The stream is not destroyed, so that the caller can still get a response.
   */
  async receive(body: Readable, folder: string): Promise<ReceivedFile> {
    const file = join(folder, 'upload');
    const hash = createHash('sha256');
    const deadline = performance.now() + this.limits.totalMs;
    let bytes = 0;
    const handle = await open(file, 'wx', 0o600);
    try {
      const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
      for (;;) {
        const chunk = await this.nextChunk(
          chunks,
          Math.min(this.limits.idleMs, deadline - performance.now()),
        );
        if (chunk === undefined) break;
        bytes += chunk.length;
        if (bytes > this.limits.bytes) throw this.tooLargeError();
        hash.update(chunk);
        await handle.writeFile(chunk);
      }
    } finally {
      await handle.close();
    }
    if (bytes === 0) throw new ApiError('invalidInput', 'The upload is empty.');
    return { file, bytes, sha256: hash.digest('hex') };
  }

  private async nextChunk(chunks: AsyncIterator<Buffer>, ms: number): Promise<Buffer | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new ApiError('requestTimeout', 'The upload was aborted because it stalled.')),
        Math.max(0, ms),
      );
    });
    const next = chunks.next();
    next.catch(() => undefined); // after a timeout nothing awaits it
    try {
      const result = await Promise.race([next, timeout]);
      return result.done ? undefined : result.value;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new ApiError('invalidInput', 'The upload ended before it was complete.', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  private tooLargeError(): ApiError {
    const mebibytes = Math.floor(this.limits.bytes / (1024 * 1024));
    return new ApiError('payloadTooLarge', `The upload is too large: at most ${mebibytes} MiB.`, {
      details: { limit: this.limits.bytes },
    });
  }
}
