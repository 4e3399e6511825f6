/**
 * Implements `VenueAssets`, the port of the asset feature: which generation of an asset a venue shows, and to whom. The
 * routes of assets ask before they send a file.
 */
import type { OperatingMode } from '@foyer/contract';
import { loadAssets } from './venueResponse.ts';
import { publicAssetIds } from './venueMetadata.ts';
import type { AssetCatalogue } from '../ports.ts';
import type { ShownVenues } from './shownVenues.ts';
import type { VenueStore } from '../store.ts';

export interface ShownVenueAsset {
  readonly generation: number;
  /** Generations in earlier versions of this architecture, which browsers on an older version still request. */
  readonly earlier: readonly number[];
  readonly displayName?: string | undefined;
  /** Whether it is readable without a login. */
  readonly isPublic: boolean;
}

export interface ShownAssetLookupDeps {
  readonly store: VenueStore;
  readonly catalogue: AssetCatalogue;
  readonly shownVenues: ShownVenues;
}

export class ShownAssetLookup {
  private readonly deps: ShownAssetLookupDeps;

  constructor(deps: ShownAssetLookupDeps) {
    this.deps = deps;
  }

  /** Undefined if this mode does not show the architecture or the architecture does not contain the asset. */
  shown(mode: OperatingMode, architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined> {
    return mode === 'LIVE'
      ? Promise.resolve(this.findLive(architectureId, assetId))
      : this.findStaged(architectureId, assetId);
  }

  /** All generations of the asset in saved versions: they must be kept. */
  savedGenerations(assetId: string): Promise<ReadonlySet<number>> {
    return this.deps.store.generationsOf(assetId);
  }

  /** Reads from memory only, because every picture request of every attendee calls it. */
  private findLive(architectureId: string, assetId: string): ShownVenueAsset | undefined {
    const { live } = this.deps.shownVenues;
    const asset = live?.assets.get(assetId);
    if (!live || !asset || live.content.row.architectureId !== architectureId) return undefined;
    const { generation } = asset;
    return {
      generation,
      earlier: (live.earlier.get(assetId) ?? []).filter((number) => number !== generation),
      displayName: live.displayNames.get(assetId),
      isPublic: live.publicAssets.has(assetId),
    };
  }

  private async findStaged(architectureId: string, assetId: string): Promise<ShownVenueAsset | undefined> {
    const { store, catalogue, shownVenues } = this.deps;
    const row = await store.newestOf(architectureId);
    const staged = shownVenues.staged?.content;
    const isLoaded =
      row !== undefined && staged?.row.version === row.version && staged.row.pinned === row.pinned;
    const content = isLoaded ? staged : row && (await store.content(row.version));
    const architecture = content?.venue.architectures[0];
    const entry = content?.venue.assets.find(({ id }) => id === assetId);
    if (!content || !architecture) return undefined;
    if (!entry) return this.findEarlierStaged(architectureId, assetId);
    const asset = (
      await loadAssets(
        {
          ...content,
          venue: { ...content.venue, assets: [entry] },
          generations: onlyAsset(content.generations, assetId),
        },
        catalogue,
      )
    ).get(assetId);
    if (!asset) return undefined;
    const { generation } = asset;
    return {
      generation,
      // Designers may read all of them.
      earlier: Array.from({ length: generation }, (_, index) => index),
      displayName: entry.displayName,
      isPublic: publicAssetIds(architecture).has(assetId),
    };
  }

  /** An asset that only earlier versions contain: designers still read and export those versions. */
  private async findEarlierStaged(
    architectureId: string,
    assetId: string,
  ): Promise<ShownVenueAsset | undefined> {
    const generations = [...(await this.deps.store.generationsOf(assetId, architectureId))];
    if (generations.length === 0) return undefined;
    const generation = Math.max(...generations);
    return { generation, earlier: generations.filter((number) => number !== generation), isPublic: false };
  }
}

const onlyAsset = (
  generations: ReadonlyMap<string, number>,
  assetId: string,
): ReadonlyMap<string, number> => {
  const generation = generations.get(assetId);
  return new Map(generation === undefined ? [] : [[assetId, generation]]);
};
