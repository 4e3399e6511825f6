/**
 * Covers of PDFs: pictures of their first pages, stored as blobs. They are rendered in the background after the upload, or
 * at the first request if that did not happen. An empty blob means that the PDF has none: it is not tried again.
 */
import { join } from 'node:path';
import { ApiError } from '#platform/apiError';
import type { Blobs } from '#platform/blobs/blobs';
import { BoundedMap } from '#platform/boundedMap';
import { systemPause, type MonotonicClock, type Pause } from '#platform/clock';
import { Semaphore } from '#platform/concurrency/semaphore';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import { ExpiringMap } from '#platform/expiringMap';
import type { Spool } from '#platform/uploads/spool';
import { blobKey } from '../blobKeys.ts';
import type { AssetGenerationRow } from '../tables.ts';
import { copyBlob } from './copyBlob.ts';
import { renderCover, RenderingFailed, type RenderCover } from './renderCover.ts';

export interface CoversDeps {
  readonly blobs: Blobs;
  readonly spool: Spool;
  readonly monotonicClock: MonotonicClock;
  readonly log: Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;
  /** Default: in a process of its own. */
  readonly render?: RenderCover;
  /** Times the limit of requests; default: in real time. */
  readonly pause?: Pause;
}

const pdf = 'application/pdf';
/** How long (ms) a request waits for a cover: a browser has few connections, and proxies give up after 30 seconds. */
const maxWaitMs = 10_000;
/** How long (ms) a PDF is not looked at again that has no cover, or whose rendering failed. */
const missingMs = 10 * 60_000;
const maxMissing = 10_000;
/** So often may the rendering of a PDF take too long: then it counts as a property of the PDF. */
const maxTimeouts = 3;

const noCover = () => new ApiError('notFound', 'This PDF has no cover.');

export class Covers {
  private readonly deps: CoversDeps;
  /**
   * One at a time: rendering takes a core and up to half a gigabyte. Each PDF waits at most once, and no request owns its
   * place, so the queue needs no limit.
   */
  private readonly permit = new Semaphore({ permits: 1 });
  /** Renderings that run or wait, by the key of the cover. */
  private readonly renderings = new SingleFlight<void>();
  /** The keys of covers that do not exist. */
  private readonly missing: ExpiringMap<string, true>;
  /** How often the rendering has taken too long, by the key of the cover. */
  private readonly timeouts = new BoundedMap<string, number>(maxMissing);
  private isUnusable = false;
  private readonly stopping = new AbortController();

  constructor(deps: CoversDeps) {
    this.deps = deps;
    this.missing = new ExpiringMap(maxMissing, deps.monotonicClock);
  }

  /** Whether assets of this type may have covers. */
  applies({ mediaType }: AssetGenerationRow): boolean {
    return mediaType === pdf;
  }

  /** @throws ApiError `notFound` if it is known, without looking into the store, that the asset has no cover */
  assertNotMissing(row: AssetGenerationRow): void {
    if (this.missing.get(keyOf(row))) throw noCover();
  }

  /** The key of the cover; waits for its rendering for some seconds. @throws ApiError `notFound`, `unavailable` */
  async get(row: AssetGenerationRow): Promise<string> {
    const { pause = systemPause } = this.deps;
    const done = new AbortController();
    const limit = pause(maxWaitMs, done.signal).then(() => {
      throw new ApiError('unavailable', 'The cover is still being rendered. Try again.', { retryAfter: 10 });
    });
    try {
      await Promise.race([this.create(row), limit]);
    } finally {
      done.abort();
    }
    this.stopping.signal.throwIfAborted();
    this.assertNotMissing(row);
    return keyOf(row);
  }

  /** Renders the cover, unless that was done or tried before. Failures are logged. */
  async create(row: AssetGenerationRow): Promise<void> {
    const key = keyOf(row);
    if (!this.missing.get(key)) await this.renderings.run(key, () => this.findOrRender(row, key));
  }

  private async findOrRender(row: AssetGenerationRow, key: string): Promise<void> {
    const found = await this.deps.blobs.stat(key);
    const exists = found ? found.bytes > 0 : await this.permit.run(() => this.render(row, key));
    if (!exists) this.missing.set(key, true, this.deps.monotonicClock() + missingMs);
  }

  /** Returns whether the cover exists now. */
  private async render(row: AssetGenerationRow, key: string): Promise<boolean> {
    const { blobs, spool, log, render = renderCover } = this.deps;
    const { signal } = this.stopping;
    if (signal.aborted || this.isUnusable) return false;
    const { assetId, generation } = row;
    try {
      return await spool.withFolder(async (folder) => {
        const original = join(folder, 'original');
        await copyBlob(blobs, blobKey(row), original, signal);
        const cover = join(folder, 'cover');
        const failure = await render(original, cover, { signal }).catch((error: unknown) =>
          this.toFailure(key, error),
        );
        if (failure !== undefined) log.info({ assetId, generation, failure }, 'a PDF has no cover');
        await blobs.put(key, failure === undefined ? { file: cover } : Buffer.alloc(0));
        return failure === undefined;
      });
    } catch (error) {
      this.isUnusable = error instanceof RenderingFailed && error.fault === 'notLoaded';
      if (this.isUnusable)
        log.error(
          { err: error },
          'covers of PDFs are not rendered: the renderer or its packages are missing',
        );
      else if (!signal.aborted) log.warn({ err: error, assetId, generation }, 'a cover was not rendered');
      return false;
    }
  }

  /** `tooSlow` if the rendering has timed out too often. Otherwise throws the error. */
  private toFailure(key: string, error: unknown): 'tooSlow' {
    if (!(error instanceof RenderingFailed) || error.fault !== 'timeout') throw error;
    const count = (this.timeouts.get(key) ?? 0) + 1;
    this.timeouts.set(key, count);
    if (count < maxTimeouts) throw error;
    this.timeouts.delete(key);
    return 'tooSlow';
  }

  /** Ends the running rendering and those that wait. They are tried again after the next start. */
  async stop(): Promise<void> {
    this.stopping.abort(new ApiError('unavailable', 'The server is stopping.'));
    await this.renderings.settle();
  }
}

const keyOf = (row: AssetGenerationRow): string => blobKey(row, 'cover.webp');
