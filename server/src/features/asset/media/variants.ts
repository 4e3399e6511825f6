/** Sized variants of pictures: created once and stored as blobs. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { imageSuffixes, type ImageSuffix } from '@foyer/contract';
import type { Blobs } from '#platform/blobs/blobs';
import { ApiError } from '#platform/apiError';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import { blobKey } from '../blobKeys.ts';
import { mediaTypeOf } from './mediaType.ts';
import { hasVariant, scalePicture } from './picture.ts';
import type { Spool } from '#platform/uploads/spool';
import type { AssetGenerationRow } from '../tables.ts';

export class Variants {
  private readonly blobs: Blobs;
  private readonly spool: Spool;
  /** Creations in progress, by the key of the variant. */
  private readonly creations = new SingleFlight<void>();
  private stopped = false;

  constructor(blobs: Blobs, spool: Spool) {
    this.blobs = blobs;
    this.spool = spool;
  }

  /** Whether a variant exists for a suffix; small and animated pictures are served unchanged. */
  applies({ width, height, moving }: AssetGenerationRow, suffix: ImageSuffix): boolean {
    return width !== null && height !== null && hasVariant({ width, height, moving: moving === 1 }, suffix);
  }

  /** The key and length of a variant; creates it if it does not exist. */
  async get(row: AssetGenerationRow, suffix: ImageSuffix): Promise<{ key: string; bytes: number }> {
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

  /** Creates all variants of a picture, largest first. Those missing when the server stops are created at their first request. */
  async createAll(row: AssetGenerationRow): Promise<void> {
    if (mediaTypeOf(row.mediaType).kind !== 'picture') return;
    for (const suffix of imageSuffixes.toReversed()) {
      if (this.stopped) return;
      if (this.applies(row, suffix)) await this.get(row, suffix);
    }
  }

  /** Waits for running creations; `createAll` starts no new ones. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.creations.settle();
  }

  private create(row: AssetGenerationRow, suffix: ImageSuffix, key: string): Promise<void> {
    return this.spool.withFolder(async (folder) => {
      const found = await this.blobs.read(blobKey(row));
      if (!found) throw new ApiError('notFound', 'The picture is missing in the storage.');
      const original = join(folder, 'original');
      await pipeline(found.body, createWriteStream(original, { mode: 0o600 }));
      const variant = join(folder, 'variant');
      await scalePicture(original, suffix, variant);
      await this.blobs.put(key, { file: variant });
    });
  }
}
