/** Uploads, generations and what is known of them. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StoredAsset } from '@foyer/contract';
import { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock } from '#platform/clock';
import type { WarnLog } from '#platform/log/log';
import { Refusal } from '#platform/refusal';
import { unpack } from './media/hls.ts';
import { blobFolder, blobKey, bundleKey, type Kept } from './blobKeys.ts';
import { recognise } from './media/mediaType.ts';
import { inspect } from './media/picture.ts';
import type { VenueAssets } from './ports.ts';
import type { Received, Spool } from '#platform/uploads/spool';
import { KeyedMutex, Semaphore } from '#platform/concurrency/semaphore';
import type { AssetStore } from './store.ts';
import type { AssetGenerationRow } from './tables.ts';
import type { Variants } from './media/variants.ts';

/** What the venue shows of an asset, beside the answer of an upload. */
export type KnownAsset = StoredAsset & { readonly averageColour?: string };

export interface Upload {
  readonly assetId: string;
  readonly displayName: string | undefined;
  readonly body: Readable;
}

export interface AssetParts {
  readonly store: AssetStore;
  readonly blobs: Blobs;
  readonly spool: Spool;
  readonly variants: Variants;
  readonly venue: VenueAssets;
  readonly clock: Clock;
  readonly log: WarnLog;
}

/** A generation that was replaced stays for so long, milliseconds: a save that began before may still pin it. */
const replacedStays = 24 * 3_600_000;
/** Files of an HLS video on their way to the blobs at a time. */
const parallelPuts = 4;
/** Two uploads of one id at the same moment on two nodes: the later one looks again. */
const insertTries = 20;

export const knownAsset = (row: AssetGenerationRow): KnownAsset => ({
  id: row.assetId,
  generation: row.generation,
  mediaType: row.mediaType,
  bytes: row.bytes,
  sha256: row.sha256,
  ...(row.width === null || row.height === null ? {} : { width: row.width, height: row.height }),
  ...(row.averageColour === null ? {} : { averageColour: row.averageColour }),
});

export const storedAsset = (row: AssetGenerationRow): StoredAsset => {
  const { averageColour: _, ...stored } = knownAsset(row);
  return stored;
};

/** What a row says of the bytes, before they have a generation. */
type Described = Pick<
  AssetGenerationRow,
  'sha256' | 'mediaType' | 'bytes' | 'width' | 'height' | 'averageColour' | 'moving'
>;

export class AssetService {
  readonly #parts: AssetParts;
  /** Uploads and clean-ups of an asset. */
  readonly #mutex = new KeyedMutex();
  readonly tasks: BackgroundTasks;

  constructor(parts: AssetParts) {
    this.#parts = parts;
    this.tasks = new BackgroundTasks(parts.log);
  }

  /** Takes the bytes as the next generation; the bytes of the newest generation again change nothing. */
  upload(upload: Upload): Promise<AssetGenerationRow> {
    const { spool } = this.#parts;
    return spool.admit(() =>
      spool.within(async (folder) => {
        const received = await spool.receive(upload.body, folder);
        return this.#mutex.run(upload.assetId, () => this.#take(upload, received, folder));
      }),
    );
  }

  async #take(upload: Upload, received: Received, folder: string): Promise<AssetGenerationRow> {
    const { assetId } = upload;
    const before = await this.#parts.store.newest(assetId);
    if (before && isSame(before, received)) return before;
    const kept = { assetId, uploadSha256: received.sha256 };
    const described = (await this.#keptBefore(kept)) ?? (await this.#keep(kept, { received, folder }));
    const row = await this.#insert({
      ...described,
      ...kept,
      displayName: upload.displayName ?? null,
      storedAt: this.#parts.clock(),
    });
    // What is not made here is made at its first request.
    this.tasks.run('sized variants', () => this.#parts.variants.makeAll(row), { assetId });
    return row;
  }

  /** Bytes that an earlier generation had are there already, checked and perhaps cleaned. */
  async #keptBefore({ assetId, uploadSha256 }: Kept): Promise<Described | undefined> {
    const rows = await this.#parts.store.generations(assetId);
    const row = rows.find((earlier) => earlier.uploadSha256 === uploadSha256);
    // Another node may be cleaning them away just now.
    return row && (await this.#parts.blobs.stat(blobKey(row))) ? row : undefined;
  }

  /** Checks the bytes by their type and puts them where they stay. */
  async #keep(kept: Kept, { received, folder }: { received: Received; folder: string }): Promise<Described> {
    const { blobs } = this.#parts;
    const type = await recognise(received.file);
    const { mediaType } = type;
    const plain = { mediaType, width: null, height: null, averageColour: null, moving: 0 };
    if (type.kind === 'picture') {
      const copy = join(folder, 'cleaned');
      const { kept: asItCame, moving, ...picture } = await inspect(received.file, copy);
      const stored = await blobs.put(blobKey(kept), { file: asItCame ? received.file : copy });
      return { mediaType, ...picture, moving: moving ? 1 : 0, ...stored };
    }
    if (type.kind === 'bundle') {
      const files = await unpack(received.file, join(folder, 'hls'));
      const puts = new Semaphore({ permits: parallelPuts });
      const put = (file: string) =>
        puts.run(() => blobs.put(bundleKey(kept, file), { file: join(folder, 'hls', ...file.split('/')) }));
      await Promise.all(files.map(put));
    }
    const stored = await blobs.put(blobKey(kept), { file: received.file });
    return { ...plain, ...stored };
  }

  async #insert(row: Omit<AssetGenerationRow, 'generation'>): Promise<AssetGenerationRow> {
    const { store } = this.#parts;
    for (let attempt = 0; attempt < insertTries; attempt++) {
      const before = await store.newest(row.assetId);
      if (before && before.uploadSha256 === row.uploadSha256) return before;
      const next = { ...row, generation: (before?.generation ?? 0) + 1 };
      if (await store.insert(next)) return next;
    }
    throw new Refusal('conflict', 'This asset is being uploaded by others at the same moment.');
  }

  /**
   * Deletes generations that were replaced more than a day ago and that no version of a venue pins, with their bytes.
   * Answers with how many.
   */
  async clean(): Promise<number> {
    let deleted = 0;
    for (const assetId of await this.#parts.store.replaced()) {
      deleted += await this.#mutex.run(assetId, () => this.#cleanOne(assetId));
    }
    return deleted;
  }

  async #cleanOne(assetId: string): Promise<number> {
    const { store, venue, clock } = this.#parts;
    const rows = await store.generations(assetId);
    const pinned = await venue.pinned(assetId);
    const stay = rows.filter((row, at) => {
      const replacedBy = rows[at - 1];
      if (replacedBy === undefined || pinned.has(row.generation)) return true;
      return clock() - replacedBy.storedAt < replacedStays;
    });
    const go = rows.filter((row) => !stay.includes(row));
    for (const row of go) {
      // The row first: a crash in between leaves bytes without a row, and never a row without bytes.
      await store.delete(assetId, row.generation);
      if (!stay.some(({ uploadSha256 }) => uploadSha256 === row.uploadSha256)) await this.#deleteBytes(row);
    }
    return go.length;
  }

  async #deleteBytes(row: AssetGenerationRow): Promise<void> {
    const { blobs } = this.#parts;
    for await (const key of blobs.list(blobFolder(row))) await blobs.delete(key);
  }

  /** Waits for the background tasks. */
  async stop(): Promise<void> {
    await this.#parts.variants.stop();
    await this.tasks.settle();
  }
}

const isSame = (row: AssetGenerationRow, received: Received): boolean =>
  row.uploadSha256 === received.sha256 || row.sha256 === received.sha256;
