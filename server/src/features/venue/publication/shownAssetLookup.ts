/**
 * Implements `VenueAssets`, the port of the asset feature: which generation of an asset a venue shows, and to whom. The
 * routes of assets ask before they send a file.
 */
import type { OperatingMode } from '@foyer/contract';
import { loadAssets } from './venueResponse.ts';
import { publicAssetIds } from './venueMetadata.ts';
import type { AssetCatalogue } from '../ports.ts';
import type { ShownVenues } from './shownVenues.ts';
import type { VenueStore, VersionContent } from '../store.ts';

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

  /** The assets among these that the shown version contains. It takes a few queries, however many they are. */
  async shownMany(
    mode: OperatingMode,
    architectureId: string,
    assetIds: readonly string[],
  ): Promise<ReadonlyMap<string, Pick<ShownVenueAsset, 'generation' | 'displayName'>>> {
    if (mode === 'STAGE') return this.findManyStaged(architectureId, new Set(assetIds));
    const shown = new Map<string, ShownVenueAsset>();
    for (const assetId of assetIds) {
      const asset = this.findLive(architectureId, assetId);
      if (asset) shown.set(assetId, asset);
    }
    return shown;
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
    const content = await this.newestContent(architectureId);
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
        this.deps.catalogue,
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

  private async findManyStaged(architectureId: string, assetIds: ReadonlySet<string>) {
    const content = await this.newestContent(architectureId);
    const entries = content?.venue.assets.filter(({ id }) => assetIds.has(id)) ?? [];
    // Generations of a pinned version that are not stored are not excluded, because that takes a query for each.
    const newest =
      content?.row.pinned === 1 ? undefined : await this.deps.catalogue.newest(entries.map(({ id }) => id));
    const shown = new Map<string, Pick<ShownVenueAsset, 'generation' | 'displayName'>>();
    for (const { id, displayName } of entries) {
      const generation = newest ? newest.get(id)?.generation : content?.generations.get(id);
      if (generation !== undefined) shown.set(id, { generation, displayName });
    }
    return shown;
  }

  private async newestContent(architectureId: string): Promise<VersionContent | undefined> {
    const { store, shownVenues } = this.deps;
    const row = await store.newestOf(architectureId);
    const staged = shownVenues.staged?.content;
    const isLoaded =
      row !== undefined && staged?.row.version === row.version && staged.row.pinned === row.pinned;
    return isLoaded ? staged : row && store.content(row.version);
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
