/** Sized variants of pictures and of covers: created once and stored as blobs. */
import { join } from 'node:path';
import { imageSuffixes, type ImageSuffix } from '@foyer/contract';
import type { Blobs } from '#platform/blobs/blobs';
import { ApiError } from '#platform/apiError';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import { blobKey } from '../blobKeys.ts';
import { copyBlob } from './copyBlob.ts';
import type { Covers } from './covers.ts';
import { mediaTypeOf } from './mediaType.ts';
import { hasVariant, scalePicture } from './picture.ts';
import type { Spool } from '#platform/uploads/spool';
import type { AssetGenerationRow } from '../tables.ts';

export class Variants {
  private readonly blobs: Blobs;
  private readonly spool: Spool;
  private readonly covers: Covers;
  /** Creations in progress, by the key of the variant. */
  private readonly creations = new SingleFlight<void>();
  private stopped = false;

  constructor({ blobs, spool, covers }: { blobs: Blobs; spool: Spool; covers: Covers }) {
    this.blobs = blobs;
    this.spool = spool;
    this.covers = covers;
  }

  /** Whether assets of this type can be requested with a suffix. */
  allows(row: AssetGenerationRow): boolean {
    return mediaTypeOf(row.mediaType).kind === 'picture' || this.covers.applies(row);
  }

  /** Whether a variant exists for a suffix; small and animated pictures are served unchanged. */
  applies(row: AssetGenerationRow, suffix: ImageSuffix): boolean {
    const { width, height, moving } = row;
    if (this.covers.applies(row)) return true;
    return width !== null && height !== null && hasVariant({ width, height, moving: moving === 1 }, suffix);
  }

  /** The key and length of a variant; creates it if it does not exist. @throws ApiError `notFound` for an asset without a cover */
  async get(row: AssetGenerationRow, suffix: ImageSuffix): Promise<{ key: string; bytes: number }> {
    this.covers.assertNotMissing(row);
    const key = blobKey(row, `${suffix}.webp`);
    const existing = await this.blobs.stat(key);
    if (existing) return { key, ...existing };
    await this.creations.run(key, () => this.create(row, suffix, key));
    const created = await this.blobs.stat(key);
    if (!created)
      throw new ApiError('unavailable', 'A sized variant is missing after it was stored. Try again.', {
        retryAfter: 5,
      });
    return { key, ...created };
  }

  /**
   * Creates all variants of a picture, largest first, or the cover of another asset, from which variants take a moment only. Those
   * missing when the server stops are created at their first request.
   */
  async createAll(row: AssetGenerationRow): Promise<void> {
    if (this.covers.applies(row)) return this.covers.create(row);
    if (mediaTypeOf(row.mediaType).kind !== 'picture') return;
    for (const suffix of imageSuffixes.toReversed()) {
      if (this.stopped) return;
      if (this.applies(row, suffix)) await this.get(row, suffix);
    }
  }

  /** Ends the renderings of covers, and waits for other running creations; `createAll` starts no new ones. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.covers.stop();
    await this.creations.settle();
  }

  private async create(row: AssetGenerationRow, suffix: ImageSuffix, key: string): Promise<void> {
    const source = this.covers.applies(row) ? await this.covers.get(row) : blobKey(row);
    await this.spool.withFolder(async (folder) => {
      const original = join(folder, 'original');
      await copyBlob(this.blobs, source, original);
      const variant = join(folder, 'variant');
      await scalePicture(original, suffix, variant);
      await this.blobs.put(key, { file: variant });
    });
  }
}
