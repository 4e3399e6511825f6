/** Dependencies on other features; app.ts passes them. */
import type { StoredAsset } from '@foyer/contract';
import type { VenueChecker } from './check/threadedChecker.ts';

export type CatalogueAsset = StoredAsset & {
  /** `#rrggbb`; only for pictures. */
  readonly averageColour?: string | undefined;
};

export interface AssetCatalogue {
  /** The newest generation of each stored asset; unknown ids are left out. */
  newest(assetIds: readonly string[]): Promise<ReadonlyMap<string, CatalogueAsset>>;
  /** One generation of an asset; undefined if it is not stored. */
  generation(assetId: string, generation: number): Promise<CatalogueAsset | undefined>;
}

export interface VenuePorts {
  readonly catalogue: AssetCatalogue;
  /** Default: a worker thread of this server. */
  readonly checker?: VenueChecker | undefined;
}
