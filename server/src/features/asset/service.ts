/** Stores uploads as generations of assets and deletes replaced ones. */
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StoredAsset } from '@foyer/contract';
import { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { conflict, retryOnConflict, type ConflictOptions } from '#platform/concurrency/retryOnConflict';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock } from '#platform/clock';
import type { WarnLog } from '#platform/log/log';
import { ApiError } from '#platform/apiError';
import { unpackHls } from './media/hls.ts';
import { blobFolder, blobKey, bundleKey, type UploadKey } from './blobKeys.ts';
import { detectMediaType } from './media/mediaType.ts';
import { inspectPicture } from './media/picture.ts';
import type { VenueAssets } from './ports.ts';
import type { ReceivedFile, Spool } from '#platform/uploads/spool';
import { KeyedMutex, Semaphore } from '#platform/concurrency/semaphore';
import type { AssetStore } from './store.ts';
import type { AssetGenerationRow } from './tables.ts';
import type { Variants } from './media/variants.ts';

/** Asset data for the venue: the response of an upload plus the average color. */
export type AssetDetails = StoredAsset & { readonly averageColour?: string };

export interface Upload {
  readonly assetId: string;
  readonly displayName: string | undefined;
  readonly body: Readable;
}

export interface AssetServiceDeps {
  readonly store: AssetStore;
  readonly blobs: Blobs;
  readonly spool: Spool;
  readonly variants: Variants;
  readonly venue: VenueAssets;
  readonly clock: Clock;
  readonly log: WarnLog;
}

/** How long (ms) a replaced generation is kept: a save in progress may still pin it. */
const replacedRetentionMs = 24 * 3_600_000;
/** Files of an HLS video that are stored concurrently. */
const maxConcurrentPuts = 4;
/** Concurrent uploads of an id on several nodes compete for generation numbers. */
const uploadConflict: ConflictOptions = {
  maxAttempts: 20,
  error: () => new ApiError('conflict', 'Other uploads of this asset are in progress. Try again.'),
};

export const toAssetDetails = (row: AssetGenerationRow): AssetDetails => ({
  id: row.assetId,
  generation: row.generation,
  mediaType: row.mediaType,
  bytes: row.bytes,
  sha256: row.sha256,
  ...(row.width === null || row.height === null ? {} : { width: row.width, height: row.height }),
  ...(row.averageColour === null ? {} : { averageColour: row.averageColour }),
});

export const toStoredAsset = (row: AssetGenerationRow): StoredAsset => {
  const { averageColour: _, ...stored } = toAssetDetails(row);
  return stored;
};

/** The columns that describe the bytes, before they have a generation. */
type BlobDescription = Pick<
  AssetGenerationRow,
  'sha256' | 'mediaType' | 'bytes' | 'width' | 'height' | 'averageColour' | 'moving'
>;

export class AssetService {
  private readonly deps: AssetServiceDeps;
  /** Serializes uploads and deletions by asset id. */
  private readonly mutex = new KeyedMutex();
  readonly tasks: BackgroundTasks;

  constructor(deps: AssetServiceDeps) {
    this.deps = deps;
    this.tasks = new BackgroundTasks(deps.log);
  }

  /** Stores the bytes as the next generation. Uploading the newest generation again changes nothing. */
  upload(upload: Upload): Promise<AssetGenerationRow> {
    const { spool } = this.deps;
    return spool.runLimited(() =>
      spool.withFolder(async (folder) => {
        const received = await spool.receive(upload.body, folder);
        return this.mutex.run(upload.assetId, () => this.store(upload, received, folder));
      }),
    );
  }

  private async store(upload: Upload, received: ReceivedFile, folder: string): Promise<AssetGenerationRow> {
    const { assetId } = upload;
    const before = await this.deps.store.newest(assetId);
    if (before && isSame(before, received)) return before;
    const key = { assetId, uploadSha256: received.sha256 };
    const described = (await this.findStoredBytes(key)) ?? (await this.storeBytes(key, { received, folder }));
    const row = await this.insert({
      ...described,
      ...key,
      displayName: upload.displayName ?? null,
      storedAt: this.deps.clock(),
    });
    // Variants that this does not create are created at their first request.
    this.tasks.run('sized variants', () => this.deps.variants.createAll(row), { assetId });
    return row;
  }

  /** Finds the stored bytes of an earlier generation with the same upload. */
  private async findStoredBytes({ assetId, uploadSha256 }: UploadKey): Promise<BlobDescription | undefined> {
    const rows = await this.deps.store.generations(assetId);
    const row = rows.find((earlier) => earlier.uploadSha256 === uploadSha256);
    // Another node may be deleting them.
    return row && (await this.deps.blobs.stat(blobKey(row))) ? row : undefined;
  }

  /** Checks the bytes by their type and stores them as blobs. */
  private async storeBytes(
    key: UploadKey,
    { received, folder }: { received: ReceivedFile; folder: string },
  ): Promise<BlobDescription> {
    const { blobs } = this.deps;
    const type = await detectMediaType(received.file);
    const { mediaType } = type;
    const plain = { mediaType, width: null, height: null, averageColour: null, moving: 0 };
    if (type.kind === 'picture') {
      const copy = join(folder, 'cleaned');
      const { kept: isUnchanged, moving, ...picture } = await inspectPicture(received.file, copy);
      const stored = await blobs.put(blobKey(key), { file: isUnchanged ? received.file : copy });
      return { mediaType, ...picture, moving: moving ? 1 : 0, ...stored };
    }
    if (type.kind === 'bundle') {
      const files = await unpackHls(received.file, join(folder, 'hls'));
      const puts = new Semaphore({ permits: maxConcurrentPuts });
      const put = (file: string) =>
        puts.run(() => blobs.put(bundleKey(key, file), { file: join(folder, 'hls', ...file.split('/')) }));
      await Promise.all(files.map(put));
    }
    const stored = await blobs.put(blobKey(key), { file: received.file });
    return { ...plain, ...stored };
  }

  private async insert(row: Omit<AssetGenerationRow, 'generation'>): Promise<AssetGenerationRow> {
    const { store } = this.deps;
    return retryOnConflict(async () => {
      const before = await store.newest(row.assetId);
      if (before && before.uploadSha256 === row.uploadSha256) return before;
      const next = { ...row, generation: (before?.generation ?? 0) + 1 };
      return (await store.insert(next)) ? next : conflict;
    }, uploadConflict);
  }

  /**
   * Deletes generations that were replaced more than a day ago and that no saved version of a venue contains, with their bytes.
   * Returns their number.
   */
  async deleteReplaced(): Promise<number> {
    let deleted = 0;
    for (const assetId of await this.deps.store.findReplaced()) {
      deleted += await this.mutex.run(assetId, () => this.deleteReplacedOf(assetId));
    }
    return deleted;
  }

  private async deleteReplacedOf(assetId: string): Promise<number> {
    const { store, venue, clock } = this.deps;
    const rows = await store.generations(assetId);
    const saved = await venue.savedGenerations(assetId);
    const kept = rows.filter((row, at) => {
      const replacedBy = rows[at - 1];
      if (replacedBy === undefined || saved.has(row.generation)) return true;
      return clock() - replacedBy.storedAt < replacedRetentionMs;
    });
    const deleted = rows.filter((row) => !kept.includes(row));
    for (const row of deleted) {
      // Deletes the row first: a crash in between leaves bytes without a row, never a row without bytes.
      await store.delete(assetId, row.generation);
      if (!kept.some(({ uploadSha256 }) => uploadSha256 === row.uploadSha256)) await this.deleteBytes(row);
    }
    return deleted.length;
  }

  private async deleteBytes(row: AssetGenerationRow): Promise<void> {
    const { blobs } = this.deps;
    for await (const key of blobs.list(blobFolder(row))) await blobs.delete(key);
  }

  /** Waits for the background tasks. */
  async stop(): Promise<void> {
    await this.deps.variants.stop();
    await this.tasks.settle();
  }
}

const isSame = (row: AssetGenerationRow, received: ReceivedFile): boolean =>
  row.uploadSha256 === received.sha256 || row.sha256 === received.sha256;
