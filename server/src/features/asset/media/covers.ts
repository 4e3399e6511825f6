/**
 * Covers of PDFs and films: pictures of first pages and stills, stored as blobs. They are rendered in the background after
 * the upload, or at the first request if that did not happen. An empty blob means that the asset has none: it is not tried
 * again.
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
import { copyHlsSample, type Sample } from './hlsSample.ts';
import { hls } from './mediaType.ts';
import { RenderingFailed, type CoverFailure, type RenderCover } from './renderCover.ts';
import { renderFilm } from './renderFilm.ts';
import { renderPdf } from './renderPdf.ts';

type Renderer = 'pdf' | 'film';

export interface CoversDeps {
  readonly blobs: Blobs;
  readonly spool: Spool;
  readonly monotonicClock: MonotonicClock;
  readonly log: Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>;
  /** Default: in processes of their own. */
  readonly renderers?: Readonly<Record<Renderer, RenderCover>>;
  /** Times the limit of requests; default: in real time. */
  readonly pause?: Pause;
}

const defaultRenderers = { pdf: renderPdf, film: renderFilm };
/** The media types that have covers. Browsers do not play films in Ogg any more. */
const rendererOf: ReadonlyMap<string, Renderer> = new Map([
  ['application/pdf', 'pdf'],
  ['video/mp4', 'film'],
  ['video/webm', 'film'],
  [hls.mediaType, 'film'],
]);
/** ffmpeg is optional; the packages are part of the server. */
const notLoaded = {
  pdf: ['error', 'covers of PDFs are not rendered: the renderer or its packages are missing'],
  film: ['info', 'films have no covers: install ffmpeg (apt-get install ffmpeg) and restart the server'],
} as const;
/** How long (ms) a request waits for a cover: a browser has few connections, and proxies give up after 30 seconds. */
const maxWaitMs = 10_000;
/** How long (ms) an asset without a cover, or with a failed rendering, is not checked again. */
const missingMs = 10 * 60_000;
const maxMissing = 10_000;
/** After this many timeouts the asset has no cover: its file is too slow to render. */
const maxTimeouts = 3;

const noCover = () => new ApiError('notFound', 'This asset has no cover.');

export class Covers {
  private readonly deps: CoversDeps;
  /**
   * One at a time: rendering takes a core and up to half a gigabyte. Each asset waits at most once, and no request owns its
   * place, so the queue needs no limit.
   */
  private readonly permit = new Semaphore({ permits: 1 });
  /** Renderings that run or wait, by the key of the cover. */
  private readonly renderings = new SingleFlight<void>();
  /** The keys of covers that do not exist. */
  private readonly missing: ExpiringMap<string, true>;
  /** How often the rendering has taken too long, by the key of the cover. */
  private readonly timeouts = new BoundedMap<string, number>(maxMissing);
  /** Renderers that are missing on this machine. */
  private readonly unusable = new Set<Renderer>();
  private readonly stopping = new AbortController();

  constructor(deps: CoversDeps) {
    this.deps = deps;
    this.missing = new ExpiringMap(maxMissing, deps.monotonicClock);
  }

  /** Whether assets of this type may have covers. */
  applies({ mediaType }: AssetGenerationRow): boolean {
    return rendererOf.has(mediaType);
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
    const { blobs, spool, log } = this.deps;
    const { signal } = this.stopping;
    const { assetId, generation, mediaType } = row;
    const renderer = rendererOf.get(mediaType);
    if (signal.aborted || renderer === undefined || this.unusable.has(renderer)) return false;
    try {
      return await spool.withFolder(async (folder) => {
        const cover = join(folder, 'cover');
        const failure = await this.renderInto(cover, { row, renderer, file: join(folder, 'original') }).catch(
          (error: unknown) => this.toFailure(key, error),
        );
        if (failure !== undefined)
          log.info({ assetId, generation, mediaType, failure }, 'an asset has no cover');
        await blobs.put(key, failure === undefined ? { file: cover } : Buffer.alloc(0));
        return failure === undefined;
      });
    } catch (error) {
      if (error instanceof RenderingFailed && error.fault === 'notLoaded') {
        this.unusable.add(renderer);
        const [level, message] = notLoaded[renderer];
        log[level]({ err: error }, message);
      } else if (!signal.aborted) log.warn({ err: error, assetId, generation }, 'a cover was not rendered');
      return false;
    }
  }

  /** Copies what is needed of the asset to `file`, and renders it. Returns why there is no cover. */
  private async renderInto(
    cover: string,
    how: { readonly row: AssetGenerationRow; readonly renderer: Renderer; readonly file: string },
  ): Promise<CoverFailure | undefined> {
    const { row, renderer, file } = how;
    const { renderers = defaultRenderers } = this.deps;
    const { signal } = this.stopping;
    const sample = await this.copySample(row, file);
    if ('failure' in sample) return sample.failure;
    return renderers[renderer](file, cover, { mediaType: sample.mediaType, signal });
  }

  private async copySample(row: AssetGenerationRow, file: string): Promise<Sample> {
    const { blobs } = this.deps;
    const { signal } = this.stopping;
    if (row.mediaType === hls.mediaType) return copyHlsSample({ blobs, row, signal }, file);
    await copyBlob(blobs, blobKey(row), file, signal);
    return { mediaType: row.mediaType };
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
