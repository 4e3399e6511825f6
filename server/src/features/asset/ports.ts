/** Dependencies on other features; app.ts passes them. */
import type { OperatingMode } from '@foyer/contract';

/** How a venue uses an asset. */
export interface ShownAsset {
  /** The generation that the shown version of the venue contains. */
  readonly generation: number;
  /** Generations in earlier versions of this architecture, which browsers on an older version still request. */
  readonly earlier: readonly number[];
  /** The display name in the venue file. */
  readonly displayName?: string | undefined;
  /** Whether it is readable without a login: the venue's logo, logo and background of the login page. */
  readonly isPublic: boolean;
}

export type ShownFile = Pick<ShownAsset, 'generation' | 'displayName'>;

export interface VenueAssets {
  /**
   * The asset in the published version (LIVE) or the newest version of the architecture (STAGE). Undefined if the mode does
   * not show the architecture (in LIVE: unknown or not published) or the architecture does not contain the asset.
   */
  shown(mode: OperatingMode, architectureId: string, assetId: string): Promise<ShownAsset | undefined>;
  /** As `shown`, for many assets with a few queries, but only of those that the shown version contains. */
  shownMany(
    mode: OperatingMode,
    architectureId: string,
    assetIds: readonly string[],
  ): Promise<ReadonlyMap<string, ShownFile>>;
  /** All generations of the asset in any saved version. */
  savedGenerations(assetId: string): Promise<ReadonlySet<number>>;
}

/** Whether live assets need a signed URL, which is the case while a login is required. */
export type LiveNeedsSignature = () => boolean;

export interface AssetPorts {
  readonly venue: VenueAssets;
  readonly liveNeedsSignature: LiveNeedsSignature;
}
