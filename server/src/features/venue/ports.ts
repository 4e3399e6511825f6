/** What the venue needs of others; passed by app.ts. */
import type { StoredAsset } from '@foyer/contract';

export type CatalogueAsset = StoredAsset & {
  /** `#rrggbb`, of pictures. */
  readonly averageColour?: string | undefined;
};

export interface AssetCatalogue {
  /** The newest generation of each of these assets that is stored; unknown ids are left out. */
  newest(assetIds: readonly string[]): Promise<ReadonlyMap<string, CatalogueAsset>>;
  /** One generation of an asset, undefined where it is not stored. */
  generation(assetId: string, generation: number): Promise<CatalogueAsset | undefined>;
}

/** Who called, and under which request: what an audit row says of a change. */
export interface Actor {
  readonly who: string;
  /** Of a person with an account, whose name goes with it. */
  readonly accountId: string | null;
  readonly requestId: string;
}

export interface VenuePorts {
  readonly catalogue: AssetCatalogue;
}
