/** Which generation of an asset a venue shows, and to whom: what the asset calls ask before they send a byte. */
import type { OperatingMode } from '@foyer/contract';
import { assetsOf } from './venueResponse.ts';
import { openAssetIds } from './venueFacts.ts';
import type { AssetCatalogue } from '../ports.ts';
import type { Publication } from './publication.ts';
import type { VenueStore } from '../store.ts';

export interface ShownVenueAsset {
  readonly generation: number;
  /** Generations this architecture showed before: a browser that has not changed versions yet still asks for them. */
  readonly earlier: readonly number[];
  readonly displayName?: string | undefined;
  /** Shown before anybody has logged in. */
  readonly open: boolean;
}

export interface ShownAssetLookupOptions {
  readonly store: VenueStore;
  readonly catalogue: AssetCatalogue;
  readonly publication: Publication;
}

export class ShownAssetLookup {
  readonly #options: ShownAssetLookupOptions;

  constructor(options: ShownAssetLookupOptions) {
    this.#options = options;
  }

  /** Undefined where the architecture is not there in this mode or does not name the asset. */
  shown(mode: OperatingMode, architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined> {
    return mode === 'LIVE'
      ? Promise.resolve(this.#live(architectureId, assetId))
      : this.#staged(architectureId, assetId);
  }

  /** Every generation of the asset that any version has. */
  pinned(assetId: string): Promise<ReadonlySet<number>> {
    return this.#options.store.generationsOf(assetId);
  }

  /** From memory: every picture of every attendee asks this. */
  #live(architectureId: string, assetId: string): ShownVenueAsset | undefined {
    const { live } = this.#options.publication;
    const asset = live?.assets.get(assetId);
    if (!live || !asset || live.content.row.architectureId !== architectureId) return undefined;
    const { generation } = asset;
    return {
      generation,
      earlier: (live.earlier.get(assetId) ?? []).filter((number) => number !== generation),
      displayName: live.content.venue.assets.find(({ id }) => id === assetId)?.displayName,
      open: live.openAssets.has(assetId),
    };
  }

  async #staged(architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined> {
    const { store, catalogue, publication } = this.#options;
    const row = await store.newestOf(architectureId);
    const known = publication.staged?.content;
    const isKnown =
      row !== undefined && known?.row.version === row.version && known.row.pinned === row.pinned;
    const content = isKnown ? known : row && (await store.content(row.version));
    const architecture = content?.venue.architectures[0];
    const entry = content?.venue.assets.find(({ id }) => id === assetId);
    if (!content || !architecture) return undefined;
    if (!entry) return this.#earlierOnStage(architectureId, assetId);
    const asset = (
      await assetsOf(
        {
          ...content,
          venue: { ...content.venue, assets: [entry] },
          generations: only(content.generations, assetId),
        },
        catalogue,
      )
    ).get(assetId);
    if (!asset) return undefined;
    const { generation } = asset;
    return {
      generation,
      // Designers may see them all.
      earlier: Array.from({ length: generation }, (_, index) => index),
      displayName: entry.displayName,
      open: openAssetIds(architecture).has(assetId),
    };
  }

  /** An asset that only earlier versions name: designers still read and export those. */
  async #earlierOnStage(architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined> {
    const generations = [...(await this.#options.store.generationsOf(assetId, architectureId))];
    if (generations.length === 0) return undefined;
    const generation = Math.max(...generations);
    return { generation, earlier: generations.filter((number) => number !== generation), open: false };
  }
}

const only = (generations: ReadonlyMap<string, number>, assetId: string): ReadonlyMap<string, number> => {
  const generation = generations.get(assetId);
  return new Map(generation === undefined ? [] : [[assetId, generation]]);
};
