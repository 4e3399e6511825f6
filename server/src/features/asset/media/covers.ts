/**
 * Covers of PDFs: pictures of their first pages. A cover is rendered at its first request and stored as a blob. An empty
 * blob means that the PDF has none: it is not tried again.
 */
import { join } from 'node:path';
import { ApiError } from '#platform/apiError';
import type { Blobs } from '#platform/blobs/blobs';
import { QueueFull, Semaphore } from '#platform/concurrency/semaphore';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import type { Log } from '#platform/log/log';
import type { Spool } from '#platform/uploads/spool';
import { blobKey } from '../blobKeys.ts';
import type { AssetGenerationRow } from '../tables.ts';
import { copyBlob } from './copyBlob.ts';
import { renderCover, type RenderCover } from './renderCover.ts';

export interface CoversDeps {
  readonly blobs: Blobs;
  readonly spool: Spool;
  readonly log: Pick<Log, 'info'>;
  /** Default: in a process of its own. */
  readonly render?: RenderCover;
}

const pdf = 'application/pdf';
/** Requests for covers that wait for the one that is rendered. A browser then shows the symbol of the file. */
const maxWaiting = 20;

const noCover = () => new ApiError('notFound', 'This PDF has no cover.');

export class Covers {
  private readonly deps: CoversDeps;
  /** One at a time: rendering takes a core and up to half a gigabyte. */
  private readonly permit = new Semaphore({ permits: 1, maxQueued: maxWaiting });
  /** Renderings that run or wait, by the key of the cover. */
  private readonly renderings = new SingleFlight<void>();
  private readonly stopping = new AbortController();

  constructor(deps: CoversDeps) {
    this.deps = deps;
  }

  /** Whether assets of this type may have covers. */
  applies({ mediaType }: AssetGenerationRow): boolean {
    return mediaType === pdf;
  }

  /** The key of the cover; renders it if that was not tried before. @throws ApiError `notFound`, `unavailable` */
  async get(row: AssetGenerationRow): Promise<string> {
    const key = blobKey(row, 'cover.webp');
    const { blobs } = this.deps;
    let found = await blobs.stat(key);
    if (!found) {
      await this.renderings.run(key, () => this.create(row, key));
      found = await blobs.stat(key);
    }
    if (!found || found.bytes === 0) throw noCover();
    return key;
  }

  private async create(row: AssetGenerationRow, key: string): Promise<void> {
    try {
      await this.permit.run(() => this.render(row, key));
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      throw new ApiError('unavailable', 'Too many covers are being rendered. Try again.', { retryAfter: 10 });
    }
  }

  private render(row: AssetGenerationRow, key: string): Promise<void> {
    const { blobs, spool, log, render = renderCover } = this.deps;
    return spool.withFolder(async (folder) => {
      this.stopping.signal.throwIfAborted();
      const original = join(folder, 'original');
      await copyBlob(blobs, blobKey(row), original);
      const cover = join(folder, 'cover');
      const { failure } = await render(original, cover, { signal: this.stopping.signal });
      if (failure !== undefined)
        log.info({ assetId: row.assetId, generation: row.generation, failure }, 'a PDF has no cover');
      await blobs.put(key, failure === undefined ? { file: cover } : Buffer.alloc(0));
    });
  }

  /** Ends the running rendering, which is tried again after the next start. */
  async stop(): Promise<void> {
    this.stopping.abort(new ApiError('unavailable', 'The server is stopping.'));
    await this.renderings.settle();
  }
}
