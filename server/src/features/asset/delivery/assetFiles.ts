/** Gives other features the files of a venue's assets. */
import type { Readable } from 'node:stream';
import type { OperatingMode } from '@foyer/contract';
import type { Blobs } from '#platform/blobs/blobs';
import { blobKey } from '../blobKeys.ts';
import { mediaTypeOf } from '../media/mediaType.ts';
import type { ShownFile, VenueAssets } from '../ports.ts';
import type { AssetStore } from '../store.ts';
import type { AssetGenerationRow } from '../tables.ts';

/** The stored file of an asset. */
export interface AssetFile {
  /** The display name in the venue file. */
  readonly displayName: string | undefined;
  /** Of its media type, with the dot. */
  readonly extension: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  open(): Promise<Readable>;
}

export interface AssetFilesDeps {
  readonly store: AssetStore;
  readonly blobs: Blobs;
  readonly venue: VenueAssets;
}

export class AssetFiles {
  private readonly deps: AssetFilesDeps;

  constructor(deps: AssetFilesDeps) {
    this.deps = deps;
  }

  /**
   * The files of these assets, by id, in the generations that the venue shows. Assets that are missing in the venue or in
   * the storage are missing in the result, and so are HLS videos, which consist of many files.
   */
  async find(
    mode: OperatingMode,
    architectureId: string,
    assetIds: readonly string[],
  ): Promise<ReadonlyMap<string, AssetFile>> {
    const { venue, store } = this.deps;
    const shown = await venue.shownMany(mode, architectureId, assetIds);
    const files = new Map<string, AssetFile>();
    for (const row of await store.generationsOf([...shown.keys()])) {
      const asset = shown.get(row.assetId);
      if (asset?.generation !== row.generation || mediaTypeOf(row.mediaType).kind === 'bundle') continue;
      files.set(row.assetId, this.fileOf(row, asset));
    }
    return files;
  }

  private fileOf(row: AssetGenerationRow, { displayName }: ShownFile): AssetFile {
    return {
      displayName: displayName ?? row.displayName ?? undefined,
      extension: mediaTypeOf(row.mediaType).extension,
      bytes: row.bytes,
      storedAt: row.storedAt,
      open: async () => {
        const found = await this.deps.blobs.read(blobKey(row));
        if (!found) throw new Error(`The content of the asset ${row.assetId} is missing in the storage.`);
        return found.body;
      },
    };
  }
}
