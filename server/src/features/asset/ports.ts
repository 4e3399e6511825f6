/** What the assets need of others; passed by app.ts. */
import type { OperatingMode } from '@foyer/contract';

/** How a venue uses an asset. */
export interface ShownAsset {
  /** The generation that the shown version of the venue pins. */
  readonly generation: number;
  /** Generations that this architecture showed before: a browser that has not changed versions yet still asks for them. */
  readonly earlier: readonly number[];
  /** The name the venue file gives it. */
  readonly displayName?: string | undefined;
  /** Shown before anybody has logged in: the logo of the venue, logo and background of the login page. */
  readonly open: boolean;
}

export interface VenueAssets {
  /**
   * LIVE: in the published version; STAGE: in the newest staged version of that architecture. Undefined where the
   * architecture is not there in this mode (in LIVE: unknown, another one, or nothing published) or does not name the asset.
   */
  shown(mode: OperatingMode, architectureId: string, assetId: string): Promise<ShownAsset | undefined>;
  /** Every generation of the asset that any saved or published version pins. */
  pinned(assetId: string): Promise<ReadonlySet<number>>;
}

/** Whether live assets need a signed address: while login is enabled. */
export type LiveNeedsSignature = () => boolean;

export interface AssetPorts {
  readonly venue: VenueAssets;
  readonly liveNeedsSignature: LiveNeedsSignature;
}
