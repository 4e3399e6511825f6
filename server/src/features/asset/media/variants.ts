/** Sized variants of pictures: made once, kept as blobs. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { imageSuffixes, type ImageSuffix } from '@foyer/contract';
import type { Blobs } from '#platform/blobs/blobs';
import { Refusal } from '#platform/refusal';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import { blobKey } from '../blobKeys.ts';
import { mediaTypeOf } from './mediaType.ts';
import { isScaled, scale } from './picture.ts';
import type { Spool } from '#platform/uploads/spool';
import type { AssetGenerationRow } from '../tables.ts';

export class Variants {
  readonly #blobs: Blobs;
  readonly #spool: Spool;
  /** By the keys of the variants. */
  readonly #scaling = new SingleFlight<void>();
  #stopped = false;

  constructor(blobs: Blobs, spool: Spool) {
    this.#blobs = blobs;
    this.#spool = spool;
  }

  /** Whether a suffix names another file than the picture itself: what is small enough or moves is given as it is. */
  applies({ width, height, moving }: AssetGenerationRow, suffix: ImageSuffix): boolean {
    return width !== null && height !== null && isScaled({ width, height, moving: moving === 1 }, suffix);
  }

  /** The key of the variant and its length, made now if it is not there. */
  async get(row: AssetGenerationRow, suffix: ImageSuffix): Promise<{ key: string; bytes: number }> {
    const key = blobKey(row, `${suffix}.webp`);
    const there = await this.#blobs.stat(key);
    if (there) return { key, ...there };
    await this.#scaling.run(key, () => this.#scaled(row, suffix, key));
    const made = await this.#blobs.stat(key);
    if (!made)
      throw new Refusal('unavailable', 'The storage lost a variant it just took.', { retryAfter: 5 });
    return { key, ...made };
  }

  /** All variants of a picture, largest first; what is missing when the server stops is made at its first request. */
  async makeAll(row: AssetGenerationRow): Promise<void> {
    if (mediaTypeOf(row.mediaType).kind !== 'picture') return;
    for (const suffix of imageSuffixes.toReversed()) {
      if (this.#stopped) return;
      if (this.applies(row, suffix)) await this.get(row, suffix);
    }
  }

  /** Waits for what is being made, and begins nothing new in the background. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#scaling.settle();
  }

  #scaled(row: AssetGenerationRow, suffix: ImageSuffix, key: string): Promise<void> {
    return this.#spool.within(async (folder) => {
      const found = await this.#blobs.read(blobKey(row));
      if (!found) throw new Refusal('notFound', 'The bytes of this picture are not there.');
      const original = join(folder, 'original');
      await pipeline(found.body, createWriteStream(original, { mode: 0o600 }));
      const variant = join(folder, 'variant');
      await scale(original, suffix, variant);
      await this.#blobs.put(key, { file: variant });
    });
  }
}
